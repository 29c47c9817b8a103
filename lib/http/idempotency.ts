import { createHash } from 'node:crypto'
import { Failure, fail } from '../contract/failure.ts'
import { ConcurrentChange } from '../contract/failures.ts'
import {
  BadIdempotencyKey,
  IdempotencyInFlight,
  IdempotencyKeyReused,
  takesIdempotencyKey,
} from '../contract/idempotency.ts'
import type { Route } from '../contract/route-match.ts'
import type { Caller } from '../identity/person/caller.ts'
import { answerKeptSeconds, type KeyedAnswer, keyedAnswer } from '../keyed-answer.ts'
import type { UploadedFile } from '../operation.ts'
import type { Table } from '../table/table.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

/** Seconds within which a request is over: longer than any function may run. A dead one's key is free after that. */
export const flightSeconds = 60

type Call = {
  readonly request: Request
  readonly route: Route
  readonly caller: Caller | undefined
  readonly table: Table
  readonly input: Readonly<Record<string, unknown>>
  now(): Date
}

const keyOf = ({ request, route, caller }: Call): string | undefined => {
  const sent = request.headers['idempotency-key']
  if (sent === undefined || !caller || !takesIdempotencyKey(route.row)) return undefined
  const [, key = sent] = /^"(.*)"$/.exec(sent) ?? []
  return /^[\w.:-]{8,128}$/.test(key) ? key : fail(BadIdempotencyKey)
}

const exact = (_: string, part: unknown): unknown => (typeof part === 'bigint' ? `${part}n` : part)

/** Fields have the order of their schema by now, so two spellings of one request hash alike. */
const hashOf = (input: Call['input']): string => {
  const { files = {}, ...fields } = input as { readonly files?: Readonly<Record<string, UploadedFile>> }
  const hash = createHash('sha256').update(JSON.stringify(fields, exact))
  for (const [name, { bytes, filename, type }] of Object.entries(files))
    hash.update(JSON.stringify([name, filename, type, bytes.length])).update(bytes)
  return hash.digest('base64url')
}

const claimOf = (call: Call, caller: Caller, key: string): KeyedAnswer => {
  const at = call.now().getTime()
  return {
    person: caller.globalUserId ?? `local ${caller.tenantUserId}`,
    operation: `${call.route.domain}.${call.route.operation}`,
    key,
    asked: hashOf(call.input),
    claim: crypto.randomUUID(),
    flightEndsAt: new Date(at + flightSeconds * 1000).toISOString(),
    expiresAt: new Date(at + answerKeptSeconds * 1000).toISOString(),
  }
}

const inFlight = (earlier: KeyedAnswer | undefined, now: Date): never => {
  const left = earlier ? Math.ceil((Date.parse(earlier.flightEndsAt) - now.getTime()) / 1000) : 1
  return fail(IdempotencyInFlight, { headers: { 'retry-after': String(Math.max(1, left)) } })
}

/** Undefined: the claim is ours. Otherwise the answer that an earlier request got, or a refusal. */
const earlierAnswer = async ({ table, now }: Call, claim: KeyedAnswer): Promise<Response | undefined> => {
  const first = await table.put(keyedAnswer, claim, { absent: true })
  if (first.ok) return undefined
  const { found } = first
  if (!found) return inFlight(found, now())
  if (found.asked !== claim.asked) fail(IdempotencyKeyReused)
  if (found.status !== undefined) {
    const headers = { 'content-type': found.type ?? '', 'cache-control': 'no-store' }
    return {
      statusCode: found.status,
      headers: { ...headers, 'idempotency-replayed': 'true' },
      body: found.body ?? '',
    }
  }
  if (Date.parse(found.flightEndsAt) > now().getTime()) inFlight(found, now())
  const taken = await table.put(keyedAnswer, claim, { equals: { claim: found.claim } })
  return taken.ok ? undefined : inFlight(taken.found, now())
}

const keepAnswer = async ({ table }: Call, claim: KeyedAnswer, response: Response): Promise<void> => {
  const { statusCode: status, headers, body = '' } = response
  const set = { status, type: headers['content-type'] ?? '', body }
  await table.update(keyedAnswer, claim, { set }, { equals: { claim: claim.claim } })
}

/** Another try may end otherwise: defects, an absent table, a lost race, a spent limit. Cookies are never kept. */
const isPassing = (response: Response, kind?: Failure['kind']): boolean =>
  response.statusCode >= 500 ||
  response.statusCode === 429 ||
  kind?.code === ConcurrentChange.code ||
  (response.cookies ?? []).length > 0

/** What has happened stays the answer, even when it cannot be remembered; the claim then ends by itself. */
const settle = async (
  call: Call,
  claim: KeyedAnswer,
  response?: Response,
  kind?: Failure['kind'],
): Promise<void> => {
  const settled =
    response === undefined || isPassing(response, kind)
      ? call.table.remove(keyedAnswer, claim, { equals: { claim: claim.claim } })
      : keepAnswer(call, claim, response)
  await settled.catch(() => undefined)
}

/**
 * Carries an operation out once for each `Idempotency-Key` of a caller: for 24 hours repetitions get the same status
 * and body. 409 while the first is under way, and for another request under the same key. A request that died frees
 * its key after 60 seconds. Costs one write before and one after, and nothing without the header.
 */
export const once = async (
  call: Call,
  carryOut: () => Promise<Response>,
  refusal: (failure: Failure) => Response,
): Promise<Response> => {
  const key = keyOf(call)
  if (key === undefined || !call.caller) return carryOut()
  const claim = claimOf(call, call.caller, key)
  const earlier = await earlierAnswer(call, claim)
  if (earlier) return earlier
  try {
    const response = await carryOut()
    await settle(call, claim, response)
    return response
  } catch (error) {
    const failure = error instanceof Failure ? error : undefined
    await settle(call, claim, failure && refusal(failure), failure?.kind)
    throw error
  }
}
