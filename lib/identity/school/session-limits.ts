import { minuteMs } from '../../contract/time.ts'
import type { Session, TenantRecord } from '../person/records.ts'

type Limits = Pick<TenantRecord, 'longestSession' | 'idleTime'> | undefined
type Times = Pick<Session, 'createdAt' | 'lastUsed'>

/**
 * From which moments on (ISO 8601) a session that counts now has to have begun, and to have been used (rules/auth 38).
 * Undefined where the school limits neither.
 */
export const earliestValidTimes = (school: Limits, now: Date): Partial<Times> | undefined => {
  const { longestSession, idleTime } = school ?? {}
  if (longestSession === undefined && idleTime === undefined) return undefined
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs + 1).toISOString()
  return {
    ...(longestSession === undefined ? {} : { createdAt: ago(longestSession) }),
    ...(idleTime === undefined ? {} : { lastUsed: ago(idleTime) }),
  }
}

/** Whether a session counts no more for members of a school, because it has lasted or been idle for too long there. */
export const isExpiredAtSchool = (school: Limits, { createdAt, lastUsed }: Times, now: Date): boolean => {
  const since = earliestValidTimes(school, now)
  return since !== undefined && (createdAt < (since.createdAt ?? '') || lastUsed < (since.lastUsed ?? ''))
}
