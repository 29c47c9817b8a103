import type { Write } from '../../lib/table/write.ts'
import { type DayName, dayWrite, type RoomDay } from './repository.ts'
import { type Booking, type Conflict, momentOf, placeOf, type Slot, slotsOf } from './stays.ts'

/** Conflicts that one answer names. */
const mostNamed = 50

type Sheet = {
  readonly day: DayName
  readonly before: RoomDay | undefined
  readonly slots: Record<string, string>
  changed: boolean
}

/** Days of rooms as they were read, and what is going to change of them. */
export type Calendar = {
  /** Gives back what the event holds of these times; what somebody else holds stays. */
  release(booking: Booking): void
  /** Who is in the way of the event at these times, as far as the calendar stands now. */
  look(booking: Booking): readonly Conflict[]
  /** Takes the times for the event, as far as they are free or its own. Answers who is in the way. */
  book(booking: Booking): readonly Conflict[]
  /** One for each day that has changed. */
  writes(): readonly Write[]
}

const nameOf = ({ roomId, date }: DayName): string => `${date} ${roomId}`

/** Days that some stays touch, each once. */
export const daysOf = (stays: Parameters<typeof slotsOf>[0][]): readonly DayName[] => {
  const days = stays.flatMap(slotsOf).map((slot) => placeOf(slot).day)
  return [...new Map(days.map((day) => [nameOf(day), day])).values()]
}

/** `found` stands in the order of `days`. */
export const calendarOf = (days: readonly DayName[], found: readonly (RoomDay | undefined)[]): Calendar => {
  const sheets = new Map<string, Sheet>(
    days.map((day, at) => {
      const before = found[at]
      return [nameOf(day), { day, before, slots: { ...before?.slots }, changed: false }]
    }),
  )

  const holderOf = (where: Slot): string | undefined => {
    const { day, slot } = placeOf(where)
    return sheets.get(nameOf(day))?.slots[slot]
  }

  const change = (where: Slot, eventId: string | undefined): void => {
    const { day, slot } = placeOf(where)
    const sheet = sheets.get(nameOf(day))
    if (!sheet) throw new Error('a day of the calendar was not read')
    if (eventId === undefined) delete sheet.slots[slot]
    else sheet.slots[slot] = eventId
    sheet.changed = true
  }

  /** All that the holder of a quarter has around it. */
  const around = ({ roomId, at }: Slot, eventId: string): Conflict => {
    let [from, to] = [at, at + 1]
    while (holderOf({ roomId, at: from - 1 }) === eventId) from -= 1
    while (holderOf({ roomId, at: to }) === eventId) to += 1
    return { eventId, roomId, start: momentOf(from), end: momentOf(to) }
  }

  const inTheWay = (slots: readonly Slot[], eventId: string): Conflict[] => {
    const conflicts: Conflict[] = []
    let behind = ''
    for (const slot of slots) {
      const holder = holderOf(slot)
      if (holder === undefined || holder === eventId || momentOf(slot.at) < behind) continue
      const conflict = around(slot, holder)
      conflicts.push(conflict)
      if (conflicts.length === mostNamed) break
      behind = conflict.end
    }
    return conflicts
  }

  return {
    release(booking) {
      for (const slot of slotsOf(booking)) if (holderOf(slot) === booking.eventId) change(slot, undefined)
    },
    look: (booking) => inTheWay(slotsOf(booking), booking.eventId),
    book(booking) {
      const slots = slotsOf(booking)
      const conflicts = inTheWay(slots, booking.eventId)
      if (conflicts.length > 0) return conflicts
      for (const slot of slots) if (holderOf(slot) !== booking.eventId) change(slot, booking.eventId)
      return []
    },
    writes: () =>
      [...sheets.values()]
        .filter(({ changed }) => changed)
        .map(({ day, before, slots }) => dayWrite(day, before, slots)),
  }
}
