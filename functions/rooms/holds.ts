import { minuteMs } from '../../lib/contract/time.ts'
import type { RoomDay } from './repository.ts'
import { dayOf, type Span } from './stays.ts'

/** What an event has of a room on one day. */
export type Hold = Span & { readonly eventId: string }

const quarterMs = 15 * minuteMs

const isBefore = (one: Hold, other: Hold): number => one.from - other.from || one.to - other.to

/** In their order, what one event has without a gap as one. */
export const joined = (holds: readonly Hold[]): readonly Hold[] => {
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

/** Older rows say which event has which of the 96 quarters of the day (rules/rooms 21). */
const ofQuarters = (date: string, slots: RoomDay['slots'] = {}): Hold[] =>
  Object.entries(slots).map(([slot, eventId]) => {
    const from = dayOf(date).from + Number(slot) * quarterMs
    return { eventId, from, to: from + quarterMs }
  })

/** Who has a room on a day, in the order of time. */
export const holdsOf = (day: RoomDay | undefined): readonly Hold[] => {
  if (!day) return []
  const exact = (day.stays ?? []).map(({ eventId, start, end }) => ({
    eventId,
    from: Date.parse(start),
    to: Date.parse(end),
  }))
  return joined([...ofQuarters(day.date, day.slots), ...exact])
}

/** As they are stored. */
export const staysOf = (holds: readonly Hold[]): NonNullable<RoomDay['stays']> =>
  holds.map(({ eventId, from, to }) => ({
    eventId,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
  }))

/** With what an event takes of the day. */
export const taking = (
  holds: readonly Hold[],
  date: string,
  { eventId, from, to }: Hold,
): readonly Hold[] => {
  const day = dayOf(date)
  return joined([...holds, { eventId, from: Math.max(from, day.from), to: Math.min(to, day.to) }])
}

/** Without what an event had of a time, up to the quarters that it touches: older rows hold those (rules/rooms 21). */
export const leaving = (holds: readonly Hold[], { eventId, from, to }: Hold): readonly Hold[] => {
  const low = Math.floor(from / quarterMs) * quarterMs
  const high = Math.ceil(to / quarterMs) * quarterMs
  return holds.flatMap((hold) => {
    if (hold.eventId !== eventId || hold.to <= low || hold.from >= high) return [hold]
    const rest = [
      { ...hold, to: low },
      { ...hold, from: high },
    ]
    return rest.filter((one) => one.from < one.to)
  })
}
