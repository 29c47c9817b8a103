import { createHash } from 'node:crypto'
import { Failure, fail } from '../contract/failure.ts'
import { ConcurrentChange } from '../contract/failures.ts'
import {
  BadIdempotencyKey,
  IdempotencyInFlight,
  IdempotencyKeyReused,
  repeatWindowSeconds,
} from '../contract/idempotency.ts'
import type { Caller } from '../identity/person/caller.ts'
import { answerKeptSeconds, flightSeconds, type KeyedAnswer, keyedAnswer } from '../keyed-answer.ts'
import type { UploadedFile } from '../operation.ts'
import type { Response } from './respond.ts'
import {
  fingerprintPrefix,
  type Call,
  type RunOperation,
  runUnderClaim,
  newClaim,
  ours,
  repeat,
  replayed,
  type ClaimResult,
} from './runs.ts'

const keyOf = ({ request }: Call): string | undefined => {
  const sent = request.headers['idempotency-key']
  if (sent === undefined) return undefined
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

const claimOf = (call: Call, caller: Caller, key: string | undefined, seconds: number): KeyedAnswer => {
  const at = call.now().getTime()
  const asked = hashOf(call.input)
  return {
    person: caller.globalUserId ?? `local ${caller.tenantUserId}`,
    operation: `${call.route.domain}.${call.route.operation}`,
    key: key ?? `${fingerprintPrefix}${asked}`,
    asked,
    claim: newClaim(),
    firstId: call.newId(),
    flightEndsAt: new Date(at + flightSeconds * 1000).toISOString(),
    expiresAt: new Date(at + seconds * 1000).toISOString(),
  }
}

/** Without a key, the same content is the same request for a while. The claim is made beside the first reads. */
const recognised = async (call: Call, claim: KeyedAnswer, carryOut: RunOperation): Promise<Response> => {
  const standing: Promise<ClaimResult> = call.table
    .reading(undefined)
    .put(keyedAnswer, claim, { absent: true })
    .then((put) => (put.ok || !put.found ? { ok: true } : put))
  standing.catch(() => undefined)
  return runUnderClaim(call, claim, standing, carryOut)
}

const inFlight = (earlier: KeyedAnswer | undefined, now: Date): never => {
  const left = earlier ? Math.ceil((Date.parse(earlier.flightEndsAt) - now.getTime()) / 1000) : 1
  return fail(IdempotencyInFlight, { headers: { 'retry-after': String(Math.max(1, left)) } })
}

/** The claim to go on under, and whether an earlier request may have begun; or the answer that it got, or a refusal. */
const claimed = async (
  { table, now }: Call,
  claim: KeyedAnswer,
): Promise<{ readonly claim: KeyedAnswer; readonly again: boolean } | { readonly answer: Response }> => {
  const first = await table.put(keyedAnswer, claim, { absent: true })
  if (first.ok) return { claim, again: false }
  const { found } = first
  if (!found) return inFlight(found, now())
  if (found.asked !== claim.asked) fail(IdempotencyKeyReused)
  if (found.status !== undefined) {
    const headers = { 'content-type': found.type ?? '', 'cache-control': 'no-store' }
    return { answer: replayed({ statusCode: found.status, headers, body: found.body ?? '' }) }
  }
  if (Date.parse(found.flightEndsAt) > now().getTime()) inFlight(found, now())
  const next = { ...claim, seed: found.seed ?? found.claim, firstId: found.firstId }
  const taken = await table.put(keyedAnswer, next, { equals: { claim: found.claim } })
  return taken.ok ? { claim: next, again: true } : inFlight(taken.found, now())
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

/** Another try may begin at once, and knows what this one may have made without hearing of it. */
const setFree = ({ table, now }: Call, claim: KeyedAnswer) =>
  table.update(
    keyedAnswer,
    claim,
    { set: { flightEndsAt: now().toISOString() } },
    { equals: { claim: claim.claim } },
  )

/** What has happened stays the answer, even when it cannot be remembered; the claim then ends by itself. */
const settle = async (
  call: Call,
  claim: KeyedAnswer,
  response?: Response,
  kind?: Failure['kind'],
): Promise<void> => {
  const settled =
    response === undefined || isPassing(response, kind)
      ? setFree(call, claim)
      : keepAnswer(call, claim, response)
  await settled.catch(() => undefined)
}

/** What has one place, or is meant each time, finds by itself what is there: seats and scans have ways of their own. */
const underKey = async (call: Call, claim: KeyedAnswer, again: boolean, carryOut: RunOperation) => {
  if (repeatWindowSeconds(call.route.row) === undefined) return carryOut(call)
  return again ? repeat(call, claim, carryOut) : runUnderClaim(call, claim, ours, carryOut)
}

/** Under a key of the client: once for each, and for 24 hours repetitions get the same status and body. */
const keyed = async (
  call: Call,
  fresh: KeyedAnswer,
  carryOut: RunOperation,
  refusal: (failure: Failure) => Response,
): Promise<Response> => {
  const standing = await claimed(call, fresh)
  if ('answer' in standing) return standing.answer
  const { claim, again } = standing
  try {
    const response = await underKey(call, claim, again, carryOut)
    await settle(call, claim, response)
    return response
  } catch (error) {
    const failure = error instanceof Failure ? error : undefined
    await settle(call, claim, failure && refusal(failure), failure?.kind)
    throw error
  }
}

/** What `once` does for a request that may be known again. */
export const runRepeatableOnce = async (
  call: Call,
  caller: Caller,
  seconds: number,
  carryOut: RunOperation,
  refusal: (failure: Failure) => Response,
): Promise<Response> => {
  const key = keyOf(call)
  const claim = claimOf(call, caller, key, key === undefined ? seconds : answerKeptSeconds)
  return key === undefined ? recognised(call, claim, carryOut) : keyed(call, claim, carryOut, refusal)
}
