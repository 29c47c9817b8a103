import type { Attendee, EventCard } from '../../events/index.ts'
import type { AttendeeKey } from '../person.ts'
import type { SeatCounter, WaitlistEntry } from '../repository.ts'
import { claimsIn } from '../seats/seat-counter.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { advanceWaitlist } from '../seats/waitlist.ts'
import { endRegistration } from './departure.ts'
import { type Registration, rowNow } from './own-row.ts'

type Refuse = (row: Attendee | undefined) => void

/** Somebody else is about to leave, or to be promoted: one request goes on with the waitlist. */
const isBusy = (counter: SeatCounter): boolean =>
  claimsIn(counter).some(({ leaving, promoting }) => leaving || promoting)

/** Takes one step of the waitlist and returns the people promoted by it. The stream does what cannot be done now. */
export const advanceOnce = async (
  context: SeatContext,
  card: EventCard,
): Promise<readonly WaitlistEntry[]> => {
  const step = await advanceWaitlist(context, card, 1).catch(() => undefined)
  return step?.promoted ?? []
}

/** Gives freed seats to the waitlist, in one step, unless another request does: both would delay others. */
export const promoteAfterDeparture = async (
  context: SeatContext,
  card: EventCard,
  counter: SeatCounter | undefined,
): Promise<number> => {
  if (!counter?.hasWaitlist || isBusy(counter)) return 0
  return (await advanceOnce(context, card)).length
}

/** Removes somebody whose row was read strongly from an event; the waitlist gets their seats. */
export const removeFromEvent = async (
  context: SeatContext,
  { card, row }: Registration,
  names: readonly AttendeeKey[],
  refuse: Refuse = () => undefined,
): Promise<{ promoted: number }> => {
  const readRow = () => rowNow(context.table, card, names)
  const { counter } = await endRegistration(context, row, { card, readRow, refuse })
  return { promoted: await promoteAfterDeparture(context, card, counter) }
}
