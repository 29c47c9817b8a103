import { fail } from '../../lib/contract/failure.ts'
import type { Operation } from '../../lib/operation.ts'
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
import type { contract } from './contract.ts'
import { ReservationConflict } from './failures.ts'
import { dayWrite, findDays, type RoomDay, type RoomDayKey } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Conflicts listed in one response (rules/rooms 19). */
const maxConflictsListed = 50
/** Bookings that fit into one room day (rules/rooms 18). */
const maxBookingsPerDay = 480

type DaySheet = {
  readonly day: RoomDayKey
  readonly before: RoomDay | undefined
  readonly holdsBefore: readonly Hold[]
  holds: readonly Hold[]
}

/** Room days as read from the table, with their pending changes. */
export type Calendar = {
  /** Releases the times that the event holds. Holds of other events remain. */
  release(booking: Booking): void
  /** Returns the conflicts of a booking, pending changes included. */
  conflictsWith(booking: Booking): readonly Conflict[]
  /** Books the times that are free or already the event's own. Returns the conflicts. */
  book(booking: Booking): readonly Conflict[]
  /** One write for each changed day. */
  writes(): readonly Write[]
}

const nameOf = ({ roomId, date }: RoomDayKey): string => `${date} ${roomId}`

/** Returns the days that the stays touch, each once. */
export const daysOf = (stays: readonly Stay[]): readonly RoomDayKey[] => [
  ...new Map(stays.flatMap(daysOfStay).map((day) => [nameOf(day), day])).values(),
]

const isSame = (holds: readonly Hold[], others: readonly Hold[]): boolean =>
  JSON.stringify(staysOf(holds)) === JSON.stringify(staysOf(others))

/** `found` has the same order as `days`. */
export const calendarOf = (
  days: readonly RoomDayKey[],
  found: readonly (RoomDay | undefined)[],
): Calendar => {
  const sheets = new Map<string, DaySheet>(
    days.map((day, at) => {
      const holdsBefore = holdsOf(found[at])
      return [nameOf(day), { day, before: found[at], holdsBefore, holds: holdsBefore }]
    }),
  )

  const sheetsOf = (stay: Stay): readonly DaySheet[] =>
    daysOfStay(stay).map((day) => {
      const sheet = sheets.get(nameOf(day))
      if (!sheet) throw new Error('a room day was not read before it was written')
      return sheet
    })

  const holdOf = (booking: Booking): Hold => ({ ...spanOf(booking), eventId: booking.eventId })

  const conflictsWith = (booking: Booking): readonly Conflict[] => {
    const { from, to } = spanOf(booking)
    const { roomId, eventId } = booking
    const others = sheetsOf(booking)
      .flatMap(({ holds }) => holds)
      .filter((hold) => hold.eventId !== eventId)
    // A hold that continues past midnight is one conflict.
    const overlapping = mergeHolds(others).filter((hold) => hold.from < to && hold.to > from)
    return staysOf(overlapping.slice(0, maxConflictsListed)).map((stay) => ({ ...stay, roomId }))
  }

  /** A full day rejects more bookings. The conflict names the last one. */
  const fullDayConflict = (booking: Booking): readonly Conflict[] => {
    const full = sheetsOf(booking).find(({ holds }) => holds.length >= maxBookingsPerDay)
    return staysOf(full?.holds.slice(-1) ?? []).map((stay) => ({ ...stay, roomId: booking.roomId }))
  }

  return {
    release(booking) {
      for (const sheet of sheetsOf(booking)) sheet.holds = withoutHold(sheet.holds, holdOf(booking))
    },
    conflictsWith,
    book(booking) {
      const overlapping = conflictsWith(booking)
      const conflicts = overlapping.length > 0 ? overlapping : fullDayConflict(booking)
      if (conflicts.length > 0) return conflicts
      const name = roomKey(booking.roomId)
      for (const sheet of sheetsOf(booking).filter(({ day }) => day.roomId === name))
        sheet.holds = withHold(sheet.holds, sheet.day.date, holdOf(booking))
      return []
    },
    writes: () =>
      [...sheets.values()]
        .filter(({ holdsBefore, holds }) => !isSame(holdsBefore, holds))
        .map(({ day, before, holds }) => dayWrite(day, before, staysOf(holds))),
  }
}

/** Writes for the caller's transaction, or the conflicts. */
export type BookingPlan =
  | { readonly ok: true; readonly writes: readonly Write[] }
  | { readonly ok: false; readonly conflicts: readonly Conflict[] }

/** Reads the calendar for the days of some stays. One strongly consistent round trip; none without stays. */
const readCalendar = async (table: Table, stays: readonly Stay[]): Promise<Calendar> => {
  const days = daysOf([...stays])
  return calendarOf(days, await findDays(table, days))
}

const bookingPlanOf = (conflicts: readonly Conflict[], calendar: Calendar): BookingPlan =>
  conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, writes: calendar.writes() }

/**
 * Releases some bookings and takes others, of any rooms and events, all or nothing. It serves moves and whole series;
 * bookings of one series must not overlap either. One strongly consistent round trip, two in parallel beyond a hundred
 * days. One write for each changed day, conditional on its version. When the transaction fails on such a write, another
 * booking won: plan again. Fails with 400 when a stay is longer than 14 days (rules/rooms 12, rules/rooms 13,
 * rules/rooms 16).
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

/** Plans several bookings, such as those of a series; see `rebookingWrites`. */
export const bookingsWrites = (table: Table, bookings: readonly Booking[]): Promise<BookingPlan> =>
  rebookingWrites(table, [], bookings)

/** Plans the booking of one room for an event; see `rebookingWrites`. Times are ISO 8601. */
export const bookingWrites = (
  table: Table,
  roomId: string,
  start: string,
  end: string,
  eventId: string,
): Promise<BookingPlan> => bookingsWrites(table, [{ roomId, start, end, eventId }])

/** Releases several stays. A stay that its event no longer holds is skipped. */
export const releasesWrites = async (
  table: Table,
  bookings: readonly Booking[],
): Promise<readonly Write[]> => {
  const plan = await rebookingWrites(table, bookings, [])
  return plan.ok ? plan.writes : []
}

/** Releases an event's booking of a room; see `releasesWrites`. */
export const releaseWrites = (
  table: Table,
  roomId: string,
  start: string,
  end: string,
  eventId: string,
): Promise<readonly Write[]> => releasesWrites(table, [{ roomId, start, end, eventId }])

/**
 * Returns the conflicts of each booking, in order. The bookings do not conflict with each other. For display only. One
 * strongly consistent round trip, several in parallel beyond a hundred days; none without bookings.
 */
export const conflictsOf = async (
  table: Table,
  bookings: readonly Booking[],
): Promise<readonly (readonly Conflict[])[]> => {
  if (bookings.length === 0) return []
  const calendar = await readCalendar(table, bookings)
  return bookings.map((booking) => calendar.conflictsWith(booking))
}

/**
 * Returns the conflicts in a room at a time, without those of the event `except`. For display only: it reserves
 * nothing. One strongly consistent round trip.
 */
export const findConflicts = async (
  table: Table,
  stay: Stay,
  except?: string,
): Promise<readonly Conflict[]> => {
  const calendar = await readCalendar(table, [stay])
  // No event has an empty id, so without `except` every event counts.
  return calendar.conflictsWith({ ...stay, eventId: except ?? '' })
}

/** Fails with 409 `reservation_conflict`. The reply lists the conflicts in `data` and at the top level. */
export const failRoomTaken = (conflicts: readonly Conflict[]): never =>
  fail(ReservationConflict, { data: { isAvailable: false, conflicts }, top: { conflicts } })

/** Tells whether a room is free at a time. Fails with 409 when it is not. */
export const checkResource: Operation<Rows['checkResource']> = async (
  { resourceId, start_time, end_time, excludeEventId },
  { table },
) => {
  const stay = { roomId: resourceId, start: start_time, end: end_time }
  const conflicts = await findConflicts(table, stay, excludeEventId)
  return conflicts.length > 0 ? failRoomTaken(conflicts) : { isAvailable: true }
}
