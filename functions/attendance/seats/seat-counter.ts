import { fail } from '../../../lib/contract/failure.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'
import { type EventCard, isLive } from '../../events/index.ts'
import { CapacityBelow } from '../contract/failures.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'

export const readCounter = (table: Table, eventId: string): Promise<SeatCounter | undefined> =>
  table.get(seatCounter, { eventId }, { strong: true })

/** Free seats; negative after forced promotions. */
export const freeSeats = ({ capacity, taken }: Pick<SeatCounter, 'capacity' | 'taken'>): number =>
  capacity === null ? Number.POSITIVE_INFINITY : capacity - taken

export const claimsIn = ({ claims }: SeatCounter): readonly Claim[] => Object.values(claims)

/** No person waits, and no open promotion may return a person to the waitlist. */
export const isWaitlistEmpty = (counter: SeatCounter): boolean =>
  counter.waiting === 0 && !claimsIn(counter).some(({ promoting }) => promoting)

type CounterChange = {
  readonly add?: Partial<Record<'taken' | 'waiting', number>>
  readonly set?: Partial<Pick<SeatCounter, 'open' | 'capacity' | 'terms'>>
  readonly removeEntries?: { readonly claims: readonly string[] }
}

/** A counter change for a transaction. */
export const changeCounter = (
  { eventId }: Pick<SeatCounter, 'eventId'>,
  { add = {}, ...change }: CounterChange,
  condition: Condition<SeatCounter> = {},
): Write =>
  update(seatCounter, { eventId }, { add: { ...add, version: 1 }, ...change }, { exists: true, ...condition })

/** A condition: the counter has the capacity that was read and `seats` free seats. */
export const hasRoom = (
  { capacity }: SeatCounter,
  seats: number,
): Pick<Condition<SeatCounter>, 'equals' | 'below'> => ({
  equals: { capacity },
  ...(capacity === null ? {} : { below: { taken: capacity - seats + 1 } }),
})

/** Closes an empty waitlist. Returns false when a person has joined it since the counter was read. */
export const closeWaitlist = async (table: Table, counter: SeatCounter): Promise<boolean> => {
  const { equals, ...room } = hasRoom(counter, 0)
  const { ok } = await table.update(
    seatCounter,
    { eventId: counter.eventId },
    { set: { hasWaitlist: false }, add: { version: 1 } },
    { exists: true, equals: { ...equals, waiting: 0, version: counter.version }, ...room },
  )
  return ok
}

const isOpen = (card: EventCard): boolean => isLive(card) && card.registrationEnabled

const termsOf = ({ terms }: EventCard): Pick<SeatCounter, 'terms'> => (terms === undefined ? {} : { terms })

const newCounter = (card: EventCard): Write =>
  put(
    seatCounter,
    {
      eventId: card.eventId,
      open: isOpen(card),
      ...termsOf(card),
      capacity: card.maxAttendees,
      taken: 0,
      waiting: 0,
      hasWaitlist: false,
      version: 1,
      claims: {},
    },
    { absent: true },
  )

/**
 * Plans the counter writes of an event change: a counter when the event first goes live, its open state, its capacity,
 * and its terms version. The stream promotes waiting people afterwards. The writes succeed only if seated people still
 * fit the new capacity; after a refusal, plan again. Fails with 409 `Capacity is below current registrations`
 * (rules/attendance 13).
 */
export const seatWrites = async (
  { table }: { readonly table: Table },
  before: EventCard | undefined,
  after: EventCard,
): Promise<readonly Write[]> => {
  if (after.liveAt === undefined) return []
  if (before?.liveAt === undefined) return [newCounter(after)]
  const open = isOpen(after)
  const capacity = after.maxAttendees
  const isResized = before.maxAttendees !== capacity
  if (open === isOpen(before) && !isResized && before.terms === after.terms) return []
  const set = { open, ...termsOf(after) }
  if (!isResized || capacity === null)
    return [changeCounter(after, { set: { ...set, ...(isResized ? { capacity } : {}) } })]
  const counter = await readCounter(table, after.eventId)
  if (counter && counter.taken > capacity) return fail(CapacityBelow)
  return [changeCounter(after, { set: { ...set, capacity } }, { below: { taken: capacity + 1 } })]
}
