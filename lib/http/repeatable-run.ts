import { randomBytes } from 'node:crypto'
import { fail } from '../contract/failure.ts'
import { StoreUnavailable } from '../contract/failures.ts'
import type { Route } from '../contract/route-match.ts'
import type { Caller } from '../identity/person/caller.ts'
import { type KeyedAnswer, keyedAnswer } from '../keyed-answer.ts'
import type { Table } from '../table/table.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'
import { repeatableIds } from './run-ids.ts'

/** Client keys cannot begin with this character. */
export const fingerprintPrefix = '='
const isFingerprint = ({ key }: Pick<KeyedAnswer, 'key'>): boolean => key.startsWith(fingerprintPrefix)

export const newClaim = (): string => randomBytes(12).toString('base64url')

const markOf = (seed: string, at: Date): string => `${seed}.${at.getTime().toString(36)}`

/** Undefined for a mark of another seed. */
const momentOf = (mark: string, seed: string): Date | undefined => {
  const [own, at = ''] = mark.split('.')
  return own === seed ? new Date(Number.parseInt(at, 36)) : undefined
}

/** One request for an operation, with the data that identifies a repetition. */
export type Call = {
  readonly request: Request
  readonly route: Route
  readonly caller: Caller | undefined
  readonly table: Table
  readonly input: Readonly<Record<string, unknown>>
  now(): Date
  newId(): string
  /** A setting: the longest time for which equal content counts as the same request. */
  readonly repeatSeconds: number
}

/** Table, clock and ids of one run. */
export type RunContext = Pick<Call, 'table' | 'now' | 'newId'>

/** Performs the operation, once for each run. */
export type RunOperation = (run: RunContext) => Promise<Response>

/** Whether this request holds its claim, or repeats a request with an earlier claim. */
export type ClaimResult = { readonly ok: true } | { readonly ok: false; readonly found?: KeyedAnswer }
export const claimGranted: Promise<ClaimResult> = Promise.resolve({ ok: true })

type RunResult = { readonly met?: string; readonly isGone: boolean; readonly outcome: () => Response }

/**
 * One run under a claim, with a fixed time, so that a repetition creates the same items under the same ids. The run
 * ends when it meets an item of an earlier run: `met` is that run's mark. It also ends when such an item has been
 * deleted since (`isGone`), unless a key proves that the request is the same.
 */
const attemptRun = async (
  call: Call,
  claim: KeyedAnswer,
  carryOut: RunOperation,
  { mark, standing }: { readonly mark?: string; readonly standing?: Promise<ClaimResult> },
): Promise<RunResult> => {
  const seed = claim.seed ?? claim.claim
  const at = (mark === undefined ? undefined : momentOf(mark, seed)) ?? call.now()
  const ids = repeatableIds(claim.firstId ?? call.newId(), seed)
  let met: string | undefined
  let isGone = false
  const isEnded = () => met !== undefined || isGone
  const stop = () => fail(StoreUnavailable)
  const table = call.table.making({
    seed,
    mark: mark ?? markOf(seed, at),
    isRepeat: mark !== undefined,
    ids,
    ownPuts: new Set(),
    stopAtEarlierItem(earlier) {
      met = earlier
      return stop()
    },
    stopAtDeletedItem() {
      if (!isFingerprint(claim)) return
      isGone = true
      stop()
    },
    async claimSettled() {
      const claimResult = await standing
      if (isEnded() || claimResult?.ok === false) stop()
    },
  })
  const run = { table, now: () => at, newId: ids.next }
  const [done] = await Promise.allSettled([carryOut(run)])
  const outcome = () => {
    if (done.status === 'rejected') throw done.reason
    return done.value
  }
  return { ...(met === undefined ? {} : { met }), isGone, outcome }
}

/** The response of an earlier request. */
export const replayed = (response: Response): Response => ({
  ...response,
  headers: { ...response.headers, 'idempotency-replayed': 'true' },
})

/** The created item has been deleted since, so the same content is a new request with its own claim. */
const renewClaim = async (call: Call, claim: KeyedAnswer, carryOut: RunOperation): Promise<Response> => {
  const { seed: _, ...rest } = claim
  const next = { ...rest, claim: newClaim(), firstId: call.newId() }
  const taken = await call.table.put(keyedAnswer, next, { orAbsent: true, equals: { claim: claim.claim } })
  if (taken.ok) return runUnderClaim(call, next, claimGranted, carryOut)
  return taken.found ? repeatRun(call, taken.found, carryOut) : fail(StoreUnavailable)
}

/**
 * A repetition. It runs normally if the earlier request created nothing, and as that request's run if it did. If the
 * created item is gone, it runs as a new request.
 */
export const repeatRun = async (
  call: Call,
  claim: KeyedAnswer,
  carryOut: RunOperation,
): Promise<Response> => {
  const strong = { ...call, table: call.table.reading('all') }
  const secondRun = await attemptRun(strong, claim, carryOut, {})
  if (secondRun.isGone) return renewClaim(call, claim, carryOut)
  if (secondRun.met === undefined) return secondRun.outcome()
  const repeatOfFirst = await attemptRun(strong, claim, carryOut, { mark: secondRun.met })
  return repeatOfFirst.isGone ? renewClaim(call, claim, carryOut) : replayed(repeatOfFirst.outcome())
}

/** The first request of a claim, or its repetition if another request holds the claim. */
export const runUnderClaim = async (
  call: Call,
  claim: KeyedAnswer,
  claiming: Promise<ClaimResult>,
  carryOut: RunOperation,
): Promise<Response> => {
  const first = await attemptRun(call, claim, carryOut, { standing: claiming })
  const claimResult = await claiming
  if (!claimResult.ok && claimResult.found) return repeatRun(call, claimResult.found, carryOut)
  return first.met === undefined && !first.isGone ? first.outcome() : repeatRun(call, claim, carryOut)
}
