import { fail } from '../../lib/contract/failure.ts'
import { normalForm } from '../../lib/contract/text/normal-form.ts'
import { dayMs, hourMs } from '../../lib/contract/time.ts'
import { BadRange } from './failures.ts'
import type { RoomDay, RoomDayKey } from './repository.ts'

/** Characters of a room key. Longer than any name that a table key can hold. */
const maxKeyLength = 200

/**
 * Returns the key of a room: its name in lower case, without blanks and invisible characters, in Unicode form NFKC.
 * `Room 101`, `ROOM101` and `room 101 ` name the same room, registered or not.
 */
export const roomKey = (name: string): string => {
  const visible = normalForm(name, 'NFKC')
    .toLowerCase()
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  const folded = normalForm(visible, 'NFKC')
  return [...folded].slice(0, maxKeyLength).join('') || name
}

/** A time in a room. ISO 8601, any zone; the end is exclusive. */
export type Stay = { readonly roomId: string; readonly start: string; readonly end: string }

/** A stay and the event that needs it. */
export type Booking = Stay & { readonly eventId: string }

/** The part of another event's booking that overlaps the requested days (ISO 8601, UTC). */
export type Conflict = Booking

/** A time range in milliseconds since 1970; the end is exclusive. */
export type Span = { readonly from: number; readonly to: number }

/** A series keeps its local times when the clocks change. Fourteen days may then be longer (rules/rooms 13). */
export const maxStayMs = 14 * dayMs + 2 * hourMs
/** Later years have more than four digits and do not fit the key of a day. */
const lastMs = Date.parse('9999-12-31T00:00:00.000Z')

/** Whether the times make a valid stay: the end after the start, and at most 14 days. */
export const isStay = (start: string, end: string): boolean => {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  return from >= 0 && from < to && to <= lastMs && to - from <= maxStayMs
}

/** Returns the range of a stay. Fails with 400 when it is longer than 14 days. */
export const spanOf = ({ start, end }: Pick<Stay, 'start' | 'end'>): Span =>
  isStay(start, end) ? { from: Date.parse(start), to: Date.parse(end) } : fail(BadRange)

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Returns the range of a whole day (`YYYY-MM-DD`, UTC). */
export const dayOf = (date: string): Span => ({ from: Date.parse(date), to: Date.parse(date) + dayMs })

const datesOf = ({ from, to }: Span): readonly string[] => {
  const first = Math.floor(from / dayMs)
  return Array.from({ length: Math.ceil(to / dayMs) - first }, (_, at) => dateOf((first + at) * dayMs))
}

/** Returns the keys of the days that a stay touches. Fails with 400 when it is longer than 14 days. */
export const daysOfStay = (stay: Stay): readonly RoomDayKey[] => {
  const roomId = roomKey(stay.roomId)
  return datesOf(spanOf(stay)).map((date) => ({ roomId, date }))
}

/** The time that an event holds in a room on one day. */
export type Hold = Span & { readonly eventId: string }

const isBefore = (one: Hold, other: Hold): number => one.from - other.from || one.to - other.to

/** Sorts holds by time. Adjacent holds of one event become one. */
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

/** Returns the holds of a day, sorted by time. */
export const holdsOf = (day: RoomDay | undefined): readonly Hold[] => {
  if (!day) return []
  const exact = (day.stays ?? []).map(({ eventId, start, end }) => ({
    eventId,
    from: Date.parse(start),
    to: Date.parse(end),
  }))
  return mergeHolds(exact)
}

/** Returns holds in their stored form. */
export const staysOf = (holds: readonly Hold[]): NonNullable<RoomDay['stays']> =>
  holds.map(({ eventId, from, to }) => ({
    eventId,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
  }))

/** Adds a hold, cut to the day. */
export const withHold = (
  holds: readonly Hold[],
  date: string,
  { eventId, from, to }: Hold,
): readonly Hold[] => {
  const day = dayOf(date)
  return mergeHolds([...holds, { eventId, from: Math.max(from, day.from), to: Math.min(to, day.to) }])
}

/** Removes a time from an event's holds. The event keeps the rest (rules/rooms 21). */
export const withoutHold = (holds: readonly Hold[], { eventId, from, to }: Hold): readonly Hold[] =>
  holds.flatMap((hold) => {
    if (hold.eventId !== eventId || hold.to <= from || hold.from >= to) return [hold]
    const rest = [
      { ...hold, to: from },
      { ...hold, from: to },
    ]
    return rest.filter((one) => one.from < one.to)
  })
