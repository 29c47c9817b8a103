import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { eventCard } from '../events/index.ts'
import { dayOf, daysOfStay, holdsOf, maxStayMs, mergeHolds, spanOf, staysOf } from './bookings.ts'
import type { contract } from './contract.ts'
import { findDays } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Bookings in one response. */
const maxBookings = 100

/**
 * Lists the bookings of a room that touch a range of at most 14 days, each once, with the names of their events. Two
 * round trips. A room need not be registered (rules/rooms 2).
 */
export const listRoomBookings: Operation<Rows['listRoomBookings']> = async (
  { roomId, from, to },
  { table, now },
) => {
  const start = from ?? now().toISOString()
  const end = to ?? new Date(Date.parse(start) + maxStayMs).toISOString()
  const range = spanOf({ start, end })
  const dayKeys = daysOfStay({ roomId, start, end })
  const days = await findDays(table, dayKeys)
  const holds = mergeHolds(days.flatMap(holdsOf)).filter(
    (hold) => hold.from < range.to && hold.to > range.from,
  )
  const stays = staysOf(holds.slice(0, maxBookings))
  const ids = [...new Set(stays.map(({ eventId }) => eventId))]
  const cards = await table.batchGet(ids.map((eventId) => key(eventCard, { eventId })))
  const events = new Map(cards.flatMap((card) => (card ? [[card.eventId, card] as const] : [])))
  const [first, last] = [dayKeys[0], dayKeys.at(-1)].map((day) => dayOf(day?.date ?? start.slice(0, 10)))
  const bookings = stays.map((stay) => {
    const { name, start_time, end_time } = events.get(stay.eventId) ?? {}
    // What continues beyond the days that were read has the times of its event.
    return {
      eventId: stay.eventId,
      name: name ?? null,
      start: Date.parse(stay.start) === first?.from ? (start_time ?? stay.start) : stay.start,
      end: Date.parse(stay.end) === last?.to ? (end_time ?? stay.end) : stay.end,
    }
  })
  return {
    bookings,
    hasMore: holds.length > maxBookings,
  }
}
