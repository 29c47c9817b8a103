import { type DueFacts, type DueHandler, whenDue } from '../../lib/due.ts'
import { type PeopleDue, peopleDueWrite } from './repository.ts'

const kind = 'leaving-again'
/** Longer than any request goes on that began while its person was there. */
const againMs = 15 * 60_000
const run = 'again'

/**
 * What is due once somebody has been taken off their events, in whichever way: a registration that was under way may have
 * come after its turn, so the same is done once more. Undefined where this was that time.
 */
export const leavingAgain = (due: PeopleDue, now: Date): DueFacts | undefined =>
  due.run === run
    ? undefined
    : {
        kind,
        subject: due.subject,
        version: due.job,
        at: new Date(now.getTime() + againMs).toISOString(),
      }

export const due: readonly DueHandler[] = [
  whenDue(kind, async ({ subject, version }, { now }) => {
    const job = version === 'guestLeaving' ? 'guestLeaving' : 'leaving'
    return [peopleDueWrite({ job, subject, run, round: '000000' }, now())]
  }),
]
