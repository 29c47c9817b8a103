import { minuteMs } from '../../contract/time.ts'
import type { Session, TenantRecord } from '../person/records.ts'

type Limits = Pick<TenantRecord, 'longestSession' | 'idleTime'> | undefined
type Times = Pick<Session, 'createdAt' | 'lastUsed'>

/**
 * The earliest valid start and last use of a session (ISO 8601, rules/auth 38). Undefined if the school limits
 * neither.
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

/** Whether a session is too old or idle for too long to count for members of a school. */
export const isExpiredAtSchool = (school: Limits, { createdAt, lastUsed }: Times, now: Date): boolean => {
  const since = earliestValidTimes(school, now)
  return since !== undefined && (createdAt < (since.createdAt ?? '') || lastUsed < (since.lastUsed ?? ''))
}
