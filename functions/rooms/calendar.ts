import type { Write } from '../../lib/table/write.ts'
import { type Hold, holdsOf, joined, leaving, staysOf, taking } from './holds.ts'
import { roomKey } from './names.ts'
import { type DayName, dayWrite, type RoomDay } from './repository.ts'
import { type Booking, type Conflict, daysOfStay, type Stay, spanOf } from './stays.ts'

/** Conflicts that one answer names (rules/rooms 19). */
const mostNamed = 50
/** Stays that one day of a room has place for (rules/rooms 18). */
const mostOfDay = 480

type Sheet = {
  readonly day: DayName
  readonly before: RoomDay | undefined
  readonly was: readonly Hold[]
  holds: readonly Hold[]
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
export const daysOf = (stays: readonly Stay[]): readonly DayName[] => [
  ...new Map(stays.flatMap(daysOfStay).map((day) => [nameOf(day), day])).values(),
]

const isSame = (holds: readonly Hold[], others: readonly Hold[]): boolean =>
  JSON.stringify(staysOf(holds)) === JSON.stringify(staysOf(others))

/** `found` stands in the order of `days`. */
export const calendarOf = (days: readonly DayName[], found: readonly (RoomDay | undefined)[]): Calendar => {
  const sheets = new Map<string, Sheet>(
    days.map((day, at) => {
      const was = holdsOf(found[at])
      return [nameOf(day), { day, before: found[at], was, holds: was }]
    }),
  )

  const sheetsOf = (stay: Stay): readonly Sheet[] =>
    daysOfStay(stay).map((day) => {
      const sheet = sheets.get(nameOf(day))
      if (!sheet) throw new Error('a day of the calendar was not read')
      return sheet
    })

  const holdOf = (booking: Booking): Hold => ({ ...spanOf(booking), eventId: booking.eventId })

  const look = (booking: Booking): readonly Conflict[] => {
    const { from, to } = spanOf(booking)
    const { roomId, eventId } = booking
    const others = sheetsOf(booking)
      .flatMap(({ holds }) => holds)
      .filter((hold) => hold.eventId !== eventId)
    // What somebody has over midnight is one.
    const met = joined(others).filter((hold) => hold.from < to && hold.to > from)
    return staysOf(met.slice(0, mostNamed)).map((stay) => ({ ...stay, roomId }))
  }

  /** A day that is full takes nobody any more: who came last is named. */
  const crowd = (booking: Booking): readonly Conflict[] => {
    const full = sheetsOf(booking).find(({ holds }) => holds.length >= mostOfDay)
    return staysOf(full?.holds.slice(-1) ?? []).map((stay) => ({ ...stay, roomId: booking.roomId }))
  }

  return {
    release(booking) {
      for (const sheet of sheetsOf(booking)) sheet.holds = leaving(sheet.holds, holdOf(booking))
    },
    look,
    book(booking) {
      const met = look(booking)
      const conflicts = met.length > 0 ? met : crowd(booking)
      if (conflicts.length > 0) return conflicts
      const name = roomKey(booking.roomId)
      for (const sheet of sheetsOf(booking).filter(({ day }) => day.roomId === name))
        sheet.holds = taking(sheet.holds, sheet.day.date, holdOf(booking))
      return []
    },
    writes: () =>
      [...sheets.values()]
        .filter(({ was, holds }) => !isSame(was, holds))
        .map(({ day, before, holds }) => dayWrite(day, before, staysOf(holds))),
  }
}
