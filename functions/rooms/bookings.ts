import { fail } from '../../lib/contract/failure.ts'
import { normalForm } from '../../lib/contract/text/normal-form.ts'
import { dayMs, hourMs } from '../../lib/contract/time.ts'
import { BadRange } from './failures.ts'
import type { RoomDay, RoomDayKey } from './repository.ts'

/** No name that a key of the table can hold is cut. */
const longest = 200

/**
 * What a room is known by: its name without blanks and signs that nobody sees, in lower case, compatible signs alike
 * (NFKC). Registered or not, whoever writes `Room 101`, `ROOM101` or `room 101 ` means the same room.
 */
export const roomKey = (name: string): string => {
  const visible = normalForm(name, 'NFKC')
    .toLowerCase()
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  const folded = normalForm(visible, 'NFKC')
  return [...folded].slice(0, longest).join('') || name
}

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

/** The days of a stay, under the key of the room. Fails with 400 unless it lasts up to 14 days. */
export const daysOfStay = (stay: Stay): readonly RoomDayKey[] => {
  const roomId = roomKey(stay.roomId)
  return datesOf(spanOf(stay)).map((date) => ({ roomId, date }))
}

/** What an event has of a room on one day. */
export type Hold = Span & { readonly eventId: string }

const isBefore = (one: Hold, other: Hold): number => one.from - other.from || one.to - other.to

/** In their order, what one event has without a gap as one. */
export const mergeHolds = (holds: readonly Hold[]): readonly Hold[] => {
  const all: Hold[] = []
  const lastOf = new Map<string, number>()
  for (const hold of [...holds].sort(isBefore)) {
    const at = lastOf.get(hold.eventId)
    const last = at === undefined ? undefined : all[at]
    if (at !== undefined && last && last.to >= hold.from)
      all[at] = { ...last, to: Math.max(last.to, hold.to) }
    else lastOf.set(hold.eventId, all.push(hold) - 1)
  }
  return all
}

/** Who has a room on a day, in the order of time. */
export const holdsOf = (day: RoomDay | undefined): readonly Hold[] => {
  if (!day) return []
  const exact = (day.stays ?? []).map(({ eventId, start, end }) => ({
    eventId,
    from: Date.parse(start),
    to: Date.parse(end),
  }))
  return mergeHolds(exact)
}

/** As they are stored. */
export const staysOf = (holds: readonly Hold[]): NonNullable<RoomDay['stays']> =>
  holds.map(({ eventId, from, to }) => ({
    eventId,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
  }))

/** With what an event takes of the day. */
export const withHold = (
  holds: readonly Hold[],
  date: string,
  { eventId, from, to }: Hold,
): readonly Hold[] => {
  const day = dayOf(date)
  return mergeHolds([...holds, { eventId, from: Math.max(from, day.from), to: Math.min(to, day.to) }])
}

/** Without what an event gives back of a time; it keeps the rest of what it has (rules/rooms 21). */
export const withoutHold = (holds: readonly Hold[], { eventId, from, to }: Hold): readonly Hold[] =>
  holds.flatMap((hold) => {
    if (hold.eventId !== eventId || hold.to <= from || hold.from >= to) return [hold]
    const rest = [
      { ...hold, to: from },
      { ...hold, from: to },
    ]
    return rest.filter((one) => one.from < one.to)
  })
