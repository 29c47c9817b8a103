import { minuteMs } from '../../lib/contract/time.ts'
import { onDue, type TaskFacts, type TaskHandler } from '../../lib/scheduled/task.ts'
import { put } from '../../lib/table/write.ts'
import { firstRound, type JobSweep, jobSweep, type MemberSweep, memberSweep, sweepEnd } from './repository.ts'

/** Longer than any request goes on that began before, and than lists of a person lag behind (rules/jobs 37). */
const againMs = 15 * minuteMs
const later = (now: Date): string => new Date(now.getTime() + againMs).toISOString()
const again = (mark: string): string => firstRound(`${mark} again`)

const memberKind = 'relief-again'
const eventKind = 'relief-at-event-again'

/**
 * What is due once somebody began to be relieved: work that was given while they went, or that a list did not show yet,
 * and whatever the stream lost half-way, is looked for once more.
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

/** The same for everybody at an event that fewer people may work at than before. */
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
