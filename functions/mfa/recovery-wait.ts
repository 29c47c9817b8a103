import { dayMs, days } from '../../lib/contract/time.ts'
import { type FactorRecovery, factorRecovery } from '../../lib/identity/factor/records.ts'
import { remove, update, type Write } from '../../lib/table/write.ts'
import { isUnderWay } from './assistance-rules.ts'

/** Seconds that a person without factors has to wait, and seconds in which the completed wait may be used. */
export const waitSeconds = 3 * days
export const graceSeconds = 7 * days

/** A younger factor may be a thief's. The owner was mailed when it was added, but may not have read the mail yet. */
export const trustedAfterMs = 14 * dayMs

/** Whether a factor, or an administrator's role, was at least fourteen days old at a moment. */
export const isOldEnough = ({ createdAt }: { readonly createdAt: string }, at: Date): boolean =>
  at.getTime() - Date.parse(createdAt) >= trustedAfterMs

/** When a wait began: the person's own or the administrators', whichever is earlier. */
const waitBeganAt = ({ readyAt, assisted }: FactorRecovery): Date => {
  const ownStart = readyAt === undefined ? [] : [Date.parse(readyAt) - waitSeconds * 1000]
  const assistedStart = assisted === undefined ? [] : [Date.parse(assisted.openedAt)]
  return new Date(Math.min(...ownStart, ...assistedStart))
}

/**
 * Ends a wait when a factor was shown, because the person has not lost all of them (rules/mfa 20). The factor must have
 * been fourteen days old when the wait began. Otherwise a thief's factor would end the wait once it has aged. If two
 * administrators know that a thief holds a factor, it ends only the person's own wait (rules/mfa 34).
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
  if ((isDisputed && waiting.readyAt === undefined) || !isOldEnough(factor, waitBeganAt(ended))) return []
  return isDisputed
    ? [update(factorRecovery, { globalUserId }, { remove: ['readyAt'] }, { exists: true })]
    : [remove(factorRecovery, { globalUserId })]
}
