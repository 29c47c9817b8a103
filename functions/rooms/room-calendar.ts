import { fail } from '../../lib/contract/failure.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import {
  type Booking,
  type Conflict,
  daysOfStay,
  type Hold,
  holdsOf,
  mergeHolds,
  roomKey,
  type Stay,
  spanOf,
  staysOf,
  withHold,
  withoutHold,
} from './bookings.ts'
import { ReservationConflict } from './failures.ts'
import { dayWrite, findDays, type RoomDay, type RoomDayKey } from './repository.ts'

/** Conflicts that one answer names (rules/rooms 19). */
const mostNamed = 50
/** Stays that one day of a room has place for (rules/rooms 18). */
const mostOfDay = 480

type DaySheet = {
  readonly day: RoomDayKey
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

const nameOf = ({ roomId, date }: RoomDayKey): string => `${date} ${roomId}`

/** Days that some stays touch, each once. */
export const daysOf = (stays: readonly Stay[]): readonly RoomDayKey[] => [
  ...new Map(stays.flatMap(daysOfStay).map((day) => [nameOf(day), day])).values(),
]

const isSame = (holds: readonly Hold[], others: readonly Hold[]): boolean =>
  JSON.stringify(staysOf(holds)) === JSON.stringify(staysOf(others))

/** `found` stands in the order of `days`. */
export const calendarOf = (
  days: readonly RoomDayKey[],
  found: readonly (RoomDay | undefined)[],
): Calendar => {
  const sheets = new Map<string, DaySheet>(
    days.map((day, at) => {
      const was = holdsOf(found[at])
      return [nameOf(day), { day, before: found[at], was, holds: was }]
    }),
  )

  const sheetsOf = (stay: Stay): readonly DaySheet[] =>
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
    const met = mergeHolds(others).filter((hold) => hold.from < to && hold.to > from)
    return staysOf(met.slice(0, mostNamed)).map((stay) => ({ ...stay, roomId }))
  }

  /** A day that is full takes nobody any more: who came last is named. */
  const crowd = (booking: Booking): readonly Conflict[] => {
    const full = sheetsOf(booking).find(({ holds }) => holds.length >= mostOfDay)
    return staysOf(full?.holds.slice(-1) ?? []).map((stay) => ({ ...stay, roomId: booking.roomId }))
  }

  return {
    release(booking) {
      for (const sheet of sheetsOf(booking)) sheet.holds = withoutHold(sheet.holds, holdOf(booking))
    },
    look,
    book(booking) {
      const met = look(booking)
      const conflicts = met.length > 0 ? met : crowd(booking)
      if (conflicts.length > 0) return conflicts
      const name = roomKey(booking.roomId)
      for (const sheet of sheetsOf(booking).filter(({ day }) => day.roomId === name))
        sheet.holds = withHold(sheet.holds, sheet.day.date, holdOf(booking))
      return []
    },
    writes: () =>
      [...sheets.values()]
        .filter(({ was, holds }) => !isSame(was, holds))
        .map(({ day, before, holds }) => dayWrite(day, before, staysOf(holds))),
  }
}

/** The writes for somebody else's transaction, or who is in the way. */
export type BookingPlan =
  | { readonly ok: true; readonly writes: readonly Write[] }
  | { readonly ok: false; readonly conflicts: readonly Conflict[] }

/** The calendar of the days of some stays, as they are now. One round trip; none for no stay. */
const readCalendar = async (table: Table, stays: readonly Stay[]): Promise<Calendar> => {
  const days = daysOf([...stays])
  return calendarOf(days, await findDays(table, days))
}

const bookingPlanOf = (conflicts: readonly Conflict[], calendar: Calendar): BookingPlan =>
  conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, writes: calendar.writes() }

/**
 * Gives some bookings back and takes others, of any rooms and events, all or nothing: moving, and whole series, of which
 * no two may meet either. One strong round trip (two side by side beyond a hundred days); one write for each day that
 * changes, under its version. When the transaction fails at one of them somebody was faster: ask again.
 * A stay lasts up to 14 days, 400 otherwise (rules/rooms 12, rules/rooms 13, rules/rooms 16).
 */
export const rebookingWrites = async (
  table: Table,
  released: readonly Booking[],
  booked: readonly Booking[],
): Promise<BookingPlan> => {
  const calendar = await readCalendar(table, [...released, ...booked])
  for (const booking of released) calendar.release(booking)
  return bookingPlanOf(
    booked.flatMap((booking) => calendar.book(booking)),
    calendar,
  )
}

/** Takes several stays, such as those of a series; see `rebookingWrites`. */
export const bookingsWrites = (table: Table, bookings: readonly Booking[]): Promise<BookingPlan> =>
  rebookingWrites(table, [], bookings)

/** Takes a room for an event; see `rebookingWrites`. Times are ISO 8601. */
export const bookingWrites = (
  table: Table,
  roomId: string,
  start: string,
  end: string,
  eventId: string,
): Promise<BookingPlan> => bookingsWrites(table, [{ roomId, start, end, eventId }])

/** Gives several stays back. What is not held by its event any more stays as it is. */
export const releasesWrites = async (
  table: Table,
  bookings: readonly Booking[],
): Promise<readonly Write[]> => {
  const plan = await rebookingWrites(table, bookings, [])
  return plan.ok ? plan.writes : []
}

/** Gives back what an event holds of a room; see `releasesWrites`. */
export const releaseWrites = (
  table: Table,
  roomId: string,
  start: string,
  end: string,
  eventId: string,
): Promise<readonly Write[]> => releasesWrites(table, [{ roomId, start, end, eventId }])

/**
 * Who is in the way of each of some bookings, in their order, as rooms are now; the bookings do not get in each other's
 * way. For showing. One strong round trip (several side by side beyond a hundred days); none for no booking.
 */
export const conflictsOf = async (
  table: Table,
  bookings: readonly Booking[],
): Promise<readonly (readonly Conflict[])[]> => {
  if (bookings.length === 0) return []
  const calendar = await readCalendar(table, bookings)
  return bookings.map((booking) => calendar.look(booking))
}

/** Who has a room at some time, `except` for one event. For showing: nothing is held by looking. One strong round trip. */
export const findConflicts = async (
  table: Table,
  stay: Stay,
  except?: string,
): Promise<readonly Conflict[]> => {
  const calendar = await readCalendar(table, [stay])
  // No event has an empty id, so everybody counts when nobody is excepted.
  return calendar.look({ ...stay, eventId: except ?? '' })
}

/** Ends the operation with 409 `reservation_conflict`, and names who has the room, in `data` and at the top. */
export const failTaken = (conflicts: readonly Conflict[]): never =>
  fail(ReservationConflict, { data: { isAvailable: false, conflicts }, top: { conflicts } })
