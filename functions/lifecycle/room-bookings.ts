import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { isLive, type Reservation, type WholeEvent } from '../events/index.ts'
import { type Booking, failTaken, rebookingWrites } from '../rooms/index.ts'

/** What an event has of a room, by its status (rules/rooms 22, rules/rooms 23). */
export const bookingsOf = ({ card, body }: WholeEvent): readonly Booking[] => {
  const { eventId, classroom_id: roomId, start_time: start, end_time: end, status, deletedAt } = card
  const waits = status === 'pending' && !body.autoBook
  if (roomId === undefined || deletedAt !== undefined || !(isLive(card) || waits)) return []
  return [{ roomId, start, end, eventId }]
}

const nameOf = ({ roomId, start, end, eventId }: Booking): string => [roomId, start, end, eventId].join('#')

const without = (all: readonly Booking[], others: readonly Booking[]): readonly Booking[] => {
  const names = new Set(others.map(nameOf))
  return all.filter((one) => !names.has(nameOf(one)))
}

/**
 * The writes that turn what an event held into what it holds. One strong round trip, none when nothing changes. Fails
 * with 409 `reservation_conflict` and who has the room. What is over keeps its place: nobody can take it any more.
 */
export const rebooked = async (
  table: Table,
  before: readonly Booking[],
  after: readonly Booking[],
): Promise<readonly Write[]> => {
  const [released, booked] = [without(before, after), without(after, before)]
  if (released.length + booked.length === 0) return []
  const plan = await rebookingWrites(table, released, booked)
  return plan.ok ? plan.writes : failTaken(plan.conflicts)
}

const states = {
  draft: 'draft',
  pending: 'requested',
  approved: 'approved',
  'not-applicable': 'approved',
  rejected: 'rejected',
  cancelled: 'released',
  completed: 'released',
  archived: 'released',
} as const

/** How the room of an event stands; undefined without one. `at` is when that began. */
export const reservationOf = (
  { card }: WholeEvent,
  before: Reservation | undefined,
  at: string,
): Reservation | undefined => {
  const { classroom_id: resourceId, status, deletedAt } = card
  if (resourceId === undefined) return undefined
  const state = deletedAt === undefined ? states[status] : 'released'
  if (before?.resourceId === resourceId && before.state === state) return before
  return { resourceId, state, at }
}
