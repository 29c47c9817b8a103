import type { OwnCounts } from '../../../lib/own-counts.ts'
import type { Attendee, EventCard } from '../../events/index.ts'
import type { AttendeeKey } from '../attendee-key.ts'
import type { SeatCounter, WaitlistEntry } from '../repository.ts'
import { claimsIn } from '../seats/seat-counter.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { advanceWaitlist } from '../seats/waitlist.ts'
import { countForCaller } from './counts.ts'
import { endRegistration } from './departure.ts'
import { type Registration, readCurrentRow } from './registration-row.ts'

type Refuse = (row: Attendee | undefined) => void

/** Another departure or promotion is open; its request continues the waitlist. */
const isBusy = (counter: SeatCounter): boolean =>
  claimsIn(counter).some(({ leaving, promoting }) => leaving || promoting)

/** Runs one waitlist step and returns the promoted people. The stream continues what remains. */
export const advanceOnce = async (
  context: SeatContext,
  card: EventCard,
): Promise<readonly WaitlistEntry[]> => {
  const step = await advanceWaitlist(context, card, 1).catch(() => undefined)
  return step?.promoted ?? []
}

/**
 * Promotes waiting people into freed seats in one step, unless another request does. Two at once would delay each
 * other.
 */
export const promoteAfterDeparture = async (
  context: SeatContext,
  card: EventCard,
  counter: SeatCounter | undefined,
): Promise<readonly WaitlistEntry[]> =>
  counter?.hasWaitlist && !isBusy(counter) ? advanceOnce(context, card) : []

/** Removes a person whose row was read strongly; the waitlist gets their seats. */
export const removeFromEvent = async (
  context: SeatContext & { readonly counts: OwnCounts },
  { card, row }: Registration,
  keys: readonly AttendeeKey[],
  refuse: Refuse = () => undefined,
): Promise<{ promoted: number }> => {
  const readRow = () => readCurrentRow(context.table, card, keys)
  const { counter, row: before } = await endRegistration(context, row, { card, readRow, refuse })
  const promoted = await promoteAfterDeparture(context, card, counter)
  countForCaller(context, card, { before, promoted })
  return { promoted: promoted.length }
}
