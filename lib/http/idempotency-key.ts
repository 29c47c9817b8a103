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
import { answerRetentionSeconds, flightSeconds, type KeyedAnswer, keyedAnswer } from '../keyed-answer.ts'
import type { UploadedFile } from '../operation.ts'
import {
  type Call,
  type ClaimResult,
  claimGranted,
  fingerprintPrefix,
  newClaim,
  type RunOperation,
  repeatRun,
  replayed,
  runUnderClaim,
} from './repeatable-run.ts'
import { errorCodeHeader, type Response } from './respond.ts'

const keyOf = ({ request }: Call): string | undefined => {
  const sent = request.headers['idempotency-key']
  if (sent === undefined) return undefined
  const [, key = sent] = /^"(.*)"$/.exec(sent) ?? []
  return /^[\w.:-]{8,128}$/.test(key) ? key : fail(BadIdempotencyKey)
}

const exact = (_: string, part: unknown): unknown => (typeof part === 'bigint' ? `${part}n` : part)

/** Fields already have their schema's order, so two spellings of one request have the same hash. */
const hashOf = (input: Call['input']): string => {
  const { files = {}, ...fields } = input as { readonly files?: Readonly<Record<string, UploadedFile>> }
  const hash = createHash('sha256').update(JSON.stringify(fields, exact))
  for (const [name, { bytes, filename, type }] of Object.entries(files))
    hash.update(JSON.stringify([name, filename, type, bytes.length])).update(bytes)
  return hash.digest('base64url')
}

const claimOf = (call: Call, caller: Caller, key: string | undefined, seconds: number): KeyedAnswer => {
  const at = call.now().getTime()
  const inputHash = hashOf(call.input)
  return {
    person: caller.globalUserId ?? `local ${caller.tenantUserId}`,
    operation: `${call.route.domain}.${call.route.operation}`,
    key: key ?? `${fingerprintPrefix}${inputHash}`,
    asked: inputHash,
    claim: newClaim(),
    firstId: call.newId(),
    flightEndsAt: new Date(at + flightSeconds * 1000).toISOString(),
    expiresAt: new Date(at + seconds * 1000).toISOString(),
  }
}

/**
 * Without a key, the same content within the window is the same request. The claim is written in parallel with the
 * first reads.
 */
const runUnderFingerprint = async (
  call: Call,
  claim: KeyedAnswer,
  carryOut: RunOperation,
): Promise<Response> => {
  const claiming: Promise<ClaimResult> = call.table
    .reading(undefined)
    .put(keyedAnswer, claim, { absent: true })
    .then((put) => (put.ok || !put.found ? { ok: true } : put))
  claiming.catch(() => undefined)
  return runUnderClaim(call, claim, claiming, carryOut)
}

const failInFlight = (earlier: KeyedAnswer | undefined, now: Date): never => {
  const left = earlier ? Math.ceil((Date.parse(earlier.flightEndsAt) - now.getTime()) / 1000) : 1
  return fail(IdempotencyInFlight, { headers: { 'retry-after': String(Math.max(1, left)) } })
}

/** The claim to continue under and whether an earlier request may have begun; or its stored response; or a refusal. */
const takeClaim = async (
  { table, now }: Call,
  claim: KeyedAnswer,
): Promise<{ readonly claim: KeyedAnswer; readonly again: boolean } | { readonly answer: Response }> => {
  const first = await table.put(keyedAnswer, claim, { absent: true })
  if (first.ok) return { claim, again: false }
  const { found } = first
  if (!found) return failInFlight(found, now())
  if (found.asked !== claim.asked) fail(IdempotencyKeyReused)
  if (found.status !== undefined) {
    const headers = {
      'content-type': found.type ?? '',
      'cache-control': 'no-store',
      ...(found.code === undefined ? {} : { [errorCodeHeader]: found.code }),
    }
    return { answer: replayed({ statusCode: found.status, headers, body: found.body ?? '' }) }
  }
  if (Date.parse(found.flightEndsAt) > now().getTime()) failInFlight(found, now())
  const next = { ...claim, seed: found.seed ?? found.claim, firstId: found.firstId }
  const taken = await table.put(keyedAnswer, next, { equals: { claim: found.claim } })
  return taken.ok ? { claim: next, again: true } : failInFlight(taken.found, now())
}

const storeResponse = async ({ table }: Call, claim: KeyedAnswer, response: Response): Promise<void> => {
  const { statusCode: status, headers, body = '' } = response
  const code = headers[errorCodeHeader]
  const set = { status, type: headers['content-type'] ?? '', body, ...(code === undefined ? {} : { code }) }
  await table.update(keyedAnswer, claim, { set }, { equals: { claim: claim.claim } })
}

/**
 * A retry may end differently after a defect, a missing table, a conflict or an exceeded limit. Cookies are never
 * stored.
 */
const isTransientResponse = (response: Response, kind?: Failure['kind']): boolean =>
  response.statusCode >= 500 ||
  response.statusCode === 429 ||
  kind?.code === ConcurrentChange.code ||
  (response.cookies ?? []).length > 0

/** A retry may start at once, and recognizes items that this request may have created without its knowledge. */
const releaseClaim = ({ table, now }: Call, claim: KeyedAnswer) =>
  table.update(
    keyedAnswer,
    claim,
    { set: { flightEndsAt: now().toISOString() } },
    { equals: { claim: claim.claim } },
  )

/** The result stays valid even if it cannot be stored; the claim then expires by itself. */
const settleClaim = async (
  call: Call,
  claim: KeyedAnswer,
  response?: Response,
  kind?: Failure['kind'],
): Promise<void> => {
  const settled =
    response === undefined || isTransientResponse(response, kind)
      ? releaseClaim(call, claim)
      : storeResponse(call, claim, response)
  await settled.catch(() => undefined)
}

/** Creates with `once` or `each` detect existing items by themselves, as seats and scans do. */
const runWithClaim = async (call: Call, claim: KeyedAnswer, again: boolean, carryOut: RunOperation) => {
  if (repeatWindowSeconds(call.route.row) === undefined) return carryOut(call)
  return again ? repeatRun(call, claim, carryOut) : runUnderClaim(call, claim, claimGranted, carryOut)
}

/** With the client's key: runs once per key, and for 24 hours repetitions get the same status and body. */
const runUnderKey = async (
  call: Call,
  fresh: KeyedAnswer,
  carryOut: RunOperation,
  refusal: (failure: Failure) => Response,
): Promise<Response> => {
  const claimed = await takeClaim(call, fresh)
  if ('answer' in claimed) return claimed.answer
  const { claim, again } = claimed
  try {
    const response = await runWithClaim(call, claim, again, carryOut)
    await settleClaim(call, claim, response)
    return response
  } catch (error) {
    const failure = error instanceof Failure ? error : undefined
    await settleClaim(call, claim, failure && refusal(failure), failure?.kind)
    throw error
  }
}

/** `runOnce` for a request whose repetition can be recognized. */
export const runRepeatableOnce = async (
  call: Call,
  caller: Caller,
  seconds: number,
  carryOut: RunOperation,
  refusal: (failure: Failure) => Response,
): Promise<Response> => {
  const key = keyOf(call)
  const claim = claimOf(call, caller, key, key === undefined ? seconds : answerRetentionSeconds)
  return key === undefined
    ? runUnderFingerprint(call, claim, carryOut)
    : runUnderKey(call, claim, carryOut, refusal)
}
