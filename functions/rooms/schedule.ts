import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { eventCard } from '../events/index.ts'
import { daysOfStay, holdsOf, maxStayMs, mergeHolds, spanOf, staysOf } from './bookings.ts'
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
  const days = await findDays(table, daysOfStay({ roomId, start, end }))
  const holds = mergeHolds(days.flatMap(holdsOf)).filter(
    (hold) => hold.from < range.to && hold.to > range.from,
  )
  const stays = staysOf(holds.slice(0, maxBookings))
  const ids = [...new Set(stays.map(({ eventId }) => eventId))]
  const cards = await table.batchGet(ids.map((eventId) => key(eventCard, { eventId })))
  const names = new Map(cards.flatMap((card) => (card ? [[card.eventId, card.name] as const] : [])))
  return {
    bookings: stays.map((stay) => ({ ...stay, name: names.get(stay.eventId) ?? null })),
    hasMore: holds.length > maxBookings,
  }
}
