import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Attendee } from '../../events/index.ts'
import { CheckedIn, EventEnded } from '../contract/failures.ts'
import { namesOf } from '../person.ts'
import { hasEnded } from './admission.ts'
import { lookFor } from './own-row.ts'

/** Loaded where somebody leaves, or where there is a line: most registrations need none of it. */
export const removal = () => import('./removal.ts')

const refuseCheckedIn = (row: Attendee | undefined): void => {
  if (row?.checkedIn) fail(CheckedIn)
}

/**
 * Takes the caller off an event, after its deadline too, until they are checked in or it is over.
 * Three round trips behind the caller's, and one step of the line where nobody else goes on with it. Fails with 404
 * `Registration not found`.
 */
export const withdrawFromEvent = async (
  eventId: string,
  context: Context<'caller'>,
): Promise<{ promoted: number }> => {
  const { table, now, caller } = context
  const names = namesOf(caller)
  const own = await lookFor(table, eventId, names)
  const { takeOff } = await removal()
  return takeOff(context, own, names, (row) => {
    refuseCheckedIn(row)
    if (row && hasEnded(own.card, now())) fail(EventEnded)
  })
}
