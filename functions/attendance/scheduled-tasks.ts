import { minuteMs } from '../../lib/contract/time.ts'
import { onDue, type TaskFacts, type TaskHandler } from '../../lib/scheduled/task.ts'
import { type PeopleDue, peopleDueWrite, type SeatCounter } from './repository.ts'
import { sensitiveHandlers } from './sensitive-answers.ts'

const leavingKind = 'leaving-again'
/** Longer than any request that started while the person was affiliated. */
const secondPassMs = 15 * minuteMs
const secondRun = 'again'

/**
 * Schedules a second pass after a person starts to be removed from their events. It finds registrations that were in
 * progress, and work that the stream lost.
 */
export const secondLeavingPass = (
  { subject, job }: Pick<PeopleDue, 'subject' | 'job'>,
  now: Date,
): TaskFacts => ({
  kind: leavingKind,
  subject,
  version: job,
  at: new Date(now.getTime() + secondPassMs).toISOString(),
})

const partingKind = 'parting-again'
const secondPassMark = ' again'

/** Whether the counter got its first claim, from which regular checks start. */
export const isFirstClaim = (before: SeatCounter, { claims }: SeatCounter): boolean =>
  Object.keys(claims).length > 0 && Object.keys(before.claims).length === 0

/**
 * Schedules the same second pass for lost affiliations, because the lists of a person lag. None when the host was
 * deleted.
 */
export const secondDeparturePass = (due: PeopleDue, now: Date): TaskFacts | undefined => {
  const { job, subject, run: cause, orgId, until, own, ended } = due
  if (ended) return undefined
  const params = {
    job,
    ...(orgId ? { orgId } : {}),
    ...(until ? { until } : {}),
    ...(own ? { own: 'yes' } : {}),
  }
  return {
    kind: partingKind,
    subject,
    version: cause,
    at: new Date(now.getTime() + secondPassMs).toISOString(),
    params,
  }
}

const claimsKind = 'seat-claims'

/** When to check the claims of an event: the first whole minute after every present request has ended. */
export const claimsCheck = (eventId: string, now: Date): TaskFacts => ({
  kind: claimsKind,
  subject: eventId,
  version: 'claims',
  at: new Date(Math.ceil(now.getTime() / minuteMs + 0.6) * minuteMs).toISOString(),
})

export const taskHandlers: readonly TaskHandler[] = [
  onDue(claimsKind, async ({ subject, at }, { now }) => [
    peopleDueWrite({ job: 'claims', subject, run: at, round: '000000' }, now()),
  ]),
  onDue(partingKind, async ({ subject, version, params: { job, own, ...rest } }, { now }) => [
    peopleDueWrite(
      {
        job: job === 'narrowing' ? 'narrowing' : 'parting',
        subject,
        run: `${version}${secondPassMark}`,
        round: '000000',
        ...rest,
        ...(own ? { own: true } : {}),
      },
      now(),
    ),
  ]),
  onDue(leavingKind, async ({ subject, version }, { now }) => {
    const job = version === 'guestLeaving' ? 'guestLeaving' : 'leaving'
    return [peopleDueWrite({ job, subject, run: secondRun, round: '000000' }, now())]
  }),
  ...sensitiveHandlers,
]
