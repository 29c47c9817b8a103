import { fail } from '../../lib/contract/failure.ts'
import { BadRange } from './failures.ts'
import type { DayName } from './repository.ts'

/** A time in a room. ISO 8601, any zone; the end does not belong to it. */
export type Stay = { readonly roomId: string; readonly start: string; readonly end: string }

/** A stay, and the event that it is for. */
export type Booking = Stay & { readonly eventId: string }

/** Who has the room, from when to when, to a quarter of an hour and within the days that were asked for (ISO 8601, UTC). */
export type Conflict = Booking

const slotMs = 15 * 60_000
const slotsOfDay = 96
const mostMs = 14 * 24 * 3_600_000
/** Beyond it years have more digits than a day's name. */
const lastMs = Date.parse('9999-12-31T00:00:00.000Z')

/** A room's quarter of an hour, counted from 1970. */
export type Slot = { readonly roomId: string; readonly at: number }

/** Quarters that a stay touches, the partly touched included. Fails with 400 unless it lasts up to 14 days. */
export const slotsOf = ({ roomId, start, end }: Stay): readonly Slot[] => {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (!(from >= 0 && from < to && to <= lastMs && to - from <= mostMs)) return fail(BadRange)
  const first = Math.floor(from / slotMs)
  return Array.from({ length: Math.ceil(to / slotMs) - first }, (_, at) => ({ roomId, at: first + at }))
}

/** The beginning of a quarter. */
export const momentOf = (at: number): string => new Date(at * slotMs).toISOString()

/** The day that a quarter lies in, and its number there. */
export const placeOf = ({ roomId, at }: Slot): { readonly day: DayName; readonly slot: string } => ({
  day: { roomId, date: momentOf(at).slice(0, 10) },
  slot: String(at % slotsOfDay),
})
