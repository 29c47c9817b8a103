import { minuteMs } from '../../lib/contract/time.ts'
import { onDue, type TaskFacts, type TaskHandler } from '../../lib/scheduled/task.ts'
import { put } from '../../lib/table/write.ts'
import { firstRound, type JobSweep, jobSweep, type MemberSweep, memberSweep, sweepEnd } from './repository.ts'

/** Longer than any request that started before, and than lists of a person lag (rules/jobs 37). */
const againMs = 15 * minuteMs
const later = (now: Date): string => new Date(now.getTime() + againMs).toISOString()
const again = (mark: string): string => firstRound(`${mark} again`)

const memberKind = 'relief-again'
const eventKind = 'relief-at-event-again'

/**
 * Schedules a second pass after a person's work starts to be removed. It finds work assigned in the meantime, work that
 * a list did not show, and work that the stream lost.
 */
export const releaseAgainTask = (
  { memberId, orgId, until, own }: Omit<MemberSweep, 'round' | 'expiresAt'>,
  mark: string,
  now: Date,
): TaskFacts => ({
  kind: memberKind,
  subject: memberId,
  version: `${orgId} ${mark}`,
  at: later(now),
  params: { orgId, mark, ...(until ? { until } : {}), ...(own ? { own: 'yes' } : {}) },
})

/** Does the same for all people of an event with a narrowed audience. */
export const narrowedAgainTask = (
  { eventId }: Pick<JobSweep, 'eventId'>,
  mark: string,
  now: Date,
): TaskFacts => ({
  kind: eventKind,
  subject: eventId,
  version: mark,
  at: later(now),
})

export const taskHandlers: readonly TaskHandler[] = [
  onDue(
    memberKind,
    async ({ subject: memberId, params: { orgId = '*', mark = '', until, own } }, { now }) => [
      put(memberSweep, {
        memberId,
        orgId,
        ...(until ? { until } : {}),
        ...(own ? { own: true } : {}),
        round: again(mark),
        expiresAt: sweepEnd(now()),
      }),
    ],
  ),
  onDue(eventKind, async ({ subject: eventId, version }, { now }) => [
    put(jobSweep, {
      eventId,
      jobId: '*',
      kind: 'narrowed',
      round: again(version),
      expiresAt: sweepEnd(now()),
    }),
  ]),
]
