import { fail } from '../../lib/contract/failure.ts'
import { dayMs, hourMs } from '../../lib/contract/time.ts'
import { BadRange } from './failures.ts'
import { roomKey } from './names.ts'
import type { DayName } from './repository.ts'

/** A time in a room. ISO 8601, any zone; the end does not belong to it. */
export type Stay = { readonly roomId: string; readonly start: string; readonly end: string }

/** A stay, and the event that it is for. */
export type Booking = Stay & { readonly eventId: string }

/** Who has the room, from when to when, within the days that were asked for (ISO 8601, UTC). */
export type Conflict = Booking

/** A stretch of time in milliseconds since 1970; the end does not belong to it. */
export type Span = { readonly from: number; readonly to: number }

/** A series keeps its times of day over a change of clocks, which may make fourteen days longer (rules/rooms 13). */
const mostMs = 14 * dayMs + 2 * hourMs
/** Beyond it years have more digits than a day's name. */
const lastMs = Date.parse('9999-12-31T00:00:00.000Z')

/** Whether a room can be taken so long: up to 14 days. */
export const isStay = (start: string, end: string): boolean => {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  return from >= 0 && from < to && to <= lastMs && to - from <= mostMs
}

/** Fails with 400 unless it lasts up to 14 days. */
export const spanOf = ({ start, end }: Pick<Stay, 'start' | 'end'>): Span =>
  isStay(start, end) ? { from: Date.parse(start), to: Date.parse(end) } : fail(BadRange)

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** All of a day (`YYYY-MM-DD`, UTC). */
export const dayOf = (date: string): Span => ({ from: Date.parse(date), to: Date.parse(date) + dayMs })

const datesOf = ({ from, to }: Span): readonly string[] => {
  const first = Math.floor(from / dayMs)
  return Array.from({ length: Math.ceil(to / dayMs) - first }, (_, at) => dateOf((first + at) * dayMs))
}

/** Names under which bookings of a room stand: its key, and the name as it was written where older ones stand under that. */
const namesOf = (roomId: string): readonly string[] => [...new Set([roomKey(roomId), roomId])]

/** The days of a stay: those of the room's key first. Fails with 400 unless it lasts up to 14 days. */
export const daysOfStay = (stay: Stay): readonly DayName[] => {
  const dates = datesOf(spanOf(stay))
  return namesOf(stay.roomId).flatMap((roomId) => dates.map((date) => ({ roomId, date })))
}
