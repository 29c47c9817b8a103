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

/** No key of a client begins so. */
export const fingerprintPrefix = '='
const isFingerprint = ({ key }: Pick<KeyedAnswer, 'key'>): boolean => key.startsWith(fingerprintPrefix)

export const newClaim = (): string => randomBytes(12).toString('base64url')

const markOf = (seed: string, at: Date): string => `${seed}.${at.getTime().toString(36)}`

/** Undefined for what is no mark of this seed. */
const momentOf = (mark: string, seed: string): Date | undefined => {
  const [own, at = ''] = mark.split('.')
  return own === seed ? new Date(Number.parseInt(at, 36)) : undefined
}

/** One request for an operation, and what it may be known by when it is sent again. */
export type Call = {
  readonly request: Request
  readonly route: Route
  readonly caller: Caller | undefined
  readonly table: Table
  readonly input: Readonly<Record<string, unknown>>
  now(): Date
  newId(): string
  /** A setting: at most so long the same content is the same request. */
  readonly repeatSeconds: number
}

/** What one run of a request goes by. */
export type RunContext = Pick<Call, 'table' | 'now' | 'newId'>

/** Performs the operation, once for each run. */
export type RunOperation = (run: RunContext) => Promise<Response>

/** Whose request it is: that of this claim, or a repetition of one whose claim has stood before. */
export type ClaimResult = { readonly ok: true } | { readonly ok: false; readonly found?: KeyedAnswer }
export const claimGranted: Promise<ClaimResult> = Promise.resolve({ ok: true })

type RunResult = { readonly met?: string; readonly isGone: boolean; readonly outcome: () => Response }

/**
 * Carries out one run under a claim, at one moment, so that a repetition can make the same of it. What the request makes
 * has the same ids in each, and the run ends where it meets what an earlier one has made: `met` is the mark of that one
 * then. It also ends where that was taken away since (`isGone`), unless a key says that it is the same request.
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

/** What an earlier request was answered. */
export const replayed = (response: Response): Response => ({
  ...response,
  headers: { ...response.headers, 'idempotency-replayed': 'true' },
})

/** What was made is gone, and the same is asked for again: that is another request, under a claim of its own. */
const renewClaim = async (call: Call, claim: KeyedAnswer, carryOut: RunOperation): Promise<Response> => {
  const { seed: _, ...rest } = claim
  const next = { ...rest, claim: newClaim(), firstId: call.newId() }
  const taken = await call.table.put(keyedAnswer, next, { orAbsent: true, equals: { claim: claim.claim } })
  if (taken.ok) return runUnderClaim(call, next, claimGranted, carryOut)
  return taken.found ? repeatRun(call, taken.found, carryOut) : fail(StoreUnavailable)
}

/**
 * A repetition: anew where the earlier request has made nothing, as if for the first time where it has, and as another
 * request where that is gone.
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

/** The first request of a claim, or a repetition of it where another one has the claim. */
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
