import { dayMs, days } from '../../lib/contract/time.ts'
import { type FactorRecovery, factorRecovery } from '../../lib/identity/factor/records.ts'
import { remove, update, type Write } from '../../lib/table/write.ts'
import { isUnderWay } from './assistance-rules.ts'

/** Seconds that a person waits who has lost every factor, and seconds in which the wait may then be used. */
export const waitSeconds = 3 * days
export const graceSeconds = 7 * days

/** A younger factor may be a thief's. Its owner was mailed when it was added, and may not have read that yet. */
export const trustedAfterMs = 14 * dayMs

/** Whether a factor, or an administrator's role, was at least fourteen days old at a moment. */
export const isTrusted = ({ createdAt }: { readonly createdAt: string }, at: Date): boolean =>
  at.getTime() - Date.parse(createdAt) >= trustedAfterMs

/** When a wait began: the person's own, or the administrators', whichever came first. */
const waitBeganAt = ({ readyAt, assisted }: FactorRecovery): Date => {
  const ownStart = readyAt === undefined ? [] : [Date.parse(readyAt) - waitSeconds * 1000]
  const assistedStart = assisted === undefined ? [] : [Date.parse(assisted.openedAt)]
  return new Date(Math.min(...ownStart, ...assistedStart))
}

/**
 * A factor that was shown ends a wait, because the person has not lost all of them (rules/mfa 20). It must have been
 * fourteen days old when the wait began: a thief's factor would otherwise end the wait once it has aged. Where two
 * administrators were told that a factor is a thief's, it ends the person's own wait alone (rules/mfa 34).
 */
export const endWait = (
  waiting: FactorRecovery | undefined,
  factor: { readonly globalUserId: string; readonly createdAt: string },
  now: Date,
): Write[] => {
  if (waiting === undefined) return []
  const { globalUserId } = factor
  const isDisputed = waiting.assisted?.reason === 'stolen' && isUnderWay(waiting, now.toISOString())
  const ended = isDisputed ? { ...waiting, assisted: undefined } : waiting
  if ((isDisputed && waiting.readyAt === undefined) || !isTrusted(factor, waitBeganAt(ended))) return []
  return isDisputed
    ? [update(factorRecovery, { globalUserId }, { remove: ['readyAt'] }, { exists: true })]
    : [remove(factorRecovery, { globalUserId })]
}
