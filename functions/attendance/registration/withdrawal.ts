import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Operation } from '../../../lib/operation.ts'
import { prefetching } from '../../../lib/operation.ts'
import type { Attendee } from '../../events/index.ts'
import { attendeeKeysOf } from '../attendee-key.ts'
import { CheckedIn, EventEnded } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { hasEnded } from './admission.ts'
import { prefetchWithdrawal, readRegistration } from './registration-row.ts'

type Rows = (typeof contract)['rows']

/** Loaded for departures and waitlists, which most registrations do not need. */
export const loadRemoval = () => import('./removal.ts')

const refuseCheckedIn = (row: Attendee | undefined): void => {
  if (row?.checkedIn) fail(CheckedIn)
}

/**
 * Withdraws the caller's registration, until check-in or the end of the event, even after the deadline. Three round
 * trips after the caller's, and one waitlist step unless another request runs it. Fails with 404 `Registration not
 * found`.
 */
export const withdraw = async (
  eventId: string,
  context: Context<'caller'>,
): Promise<{ promoted: number }> => {
  const { table, now, caller } = context
  const keys = attendeeKeysOf(caller)
  const own = await readRegistration(table, eventId, keys)
  const { removeFromEvent } = await loadRemoval()
  return removeFromEvent(context, own, keys, (row) => {
    refuseCheckedIn(row)
    if (row && hasEnded(own.card, now())) fail(EventEnded)
  })
}

export const withdrawFromEvent: Operation<Rows['withdrawFromEvent']> = prefetching(
  prefetchWithdrawal,
  ({ event_id }, context) => withdraw(event_id, context),
)
