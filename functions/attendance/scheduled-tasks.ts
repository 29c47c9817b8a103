import { minuteMs } from '../../lib/contract/time.ts'
import { onDue, type TaskFacts, type TaskHandler } from '../../lib/scheduled/task.ts'
import { type PeopleDue, peopleDueWrite, type SeatCounter } from './repository.ts'

const kind = 'leaving-again'
/** Longer than any request goes on that began while its person was there. */
const againMs = 15 * minuteMs
const run = 'again'

/**
 * What is due once somebody begins to be taken off their events, in whichever way: a registration that was under way may
 * come after its turn, and the stream may lose its work half-way, so the same is done once more.
 */
export const leavingAgain = ({ subject, job }: Pick<PeopleDue, 'subject' | 'job'>, now: Date): TaskFacts => ({
  kind,
  subject,
  version: job,
  at: new Date(now.getTime() + againMs).toISOString(),
})

const partingKind = 'parting-again'
const againMark = ' again'

/** Whether the first claim has come to a counter without claims, which have to be checked from then on. */
export const isFirstClaim = (before: SeatCounter, { claims }: SeatCounter): boolean =>
  Object.keys(claims).length > 0 && Object.keys(before.claims).length === 0

/** The same for who does not belong to their events any more: lists of a person lag behind. Nothing where the host ended. */
export const partingAgain = (due: PeopleDue, now: Date): TaskFacts | undefined => {
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
    at: new Date(now.getTime() + againMs).toISOString(),
    params,
  }
}

const claimsKind = 'seat-claims'

/** When the claims of an event are checked: the first whole minute in which no request of now still runs. */
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
        run: `${version}${againMark}`,
        round: '000000',
        ...rest,
        ...(own ? { own: true } : {}),
      },
      now(),
    ),
  ]),
  onDue(kind, async ({ subject, version }, { now }) => {
    const job = version === 'guestLeaving' ? 'guestLeaving' : 'leaving'
    return [peopleDueWrite({ job, subject, run, round: '000000' }, now())]
  }),
]
