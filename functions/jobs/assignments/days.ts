import { type FailureKind, fail, withText } from '../../../lib/contract/failure.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put } from '../../../lib/table/write.ts'
import { type EventCard, type EventJob, eventCard } from '../../events/index.ts'
import { BadShift, TooManyShifts } from '../contract/failures.ts'
import type { WriteStep } from '../membership.ts'
import { jobAssignment, type Shift, type ShiftDay, shiftDay, volunteerSignup } from '../repository.ts'

/** The maximum length of a shift. */
export const maxShiftDays = 14

export type ShiftTimes = { readonly start: string; readonly end: string }

export const overlap = (a: ShiftTimes, b: ShiftTimes): boolean => a.start < b.end && b.start < a.end

/** Days (UTC, `YYYY-MM-DD`) that a shift touches. */
export const daysOf = ({ start, end }: ShiftTimes): readonly string[] => {
  const from = Date.parse(start.slice(0, 10))
  const count = Math.ceil((Date.parse(end) - from) / dayMs)
  return Array.from({ length: count }, (_, at) => new Date(from + at * dayMs).toISOString().slice(0, 10))
}

const refuse = (message: string): never => fail(withText(BadShift, message))

const moment = (given: string, field: string): string => {
  // A time without a zone is taken as UTC, on any machine.
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(given) ? given : `${given}Z`
  const at = /^\d{4}-\d{2}-\d{2}T/.test(given) ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(at) ? refuse(`invalid ${field} format`) : new Date(at).toISOString()
}

type ShiftFields = {
  readonly shiftStart?: string | null | undefined
  readonly shiftEnd?: string | null | undefined
}

/** Parses a requested shift to UTC. Undefined without one; the two times belong together. At most 14 days. */
export const readShift = ({ shiftStart, shiftEnd }: ShiftFields): ShiftTimes | undefined => {
  if (!shiftStart && !shiftEnd) return undefined
  if (!shiftStart || !shiftEnd) return refuse('Send shiftStart and shiftEnd together')
  const [start, end] = [moment(shiftStart, 'shiftStart'), moment(shiftEnd, 'shiftEnd')]
  if (end <= start) fail(BadShift)
  if (Date.parse(end) - Date.parse(start) > maxShiftDays * dayMs) refuse('A shift can last at most 14 days')
  return { start, end }
}

/** The times of a job; a job without times uses those of its event. */
export const shiftOf = (
  { shiftStart, shiftEnd }: EventJob,
  { start_time, end_time }: EventCard,
): ShiftTimes => ({
  start: new Date(shiftStart ?? start_time).toISOString(),
  end: new Date(shiftEnd ?? end_time).toISOString(),
})

/** Shifts of one person on one day (rules/jobs 17). */
const maxShiftsPerDay = 50
const keptMs = 32 * dayMs

/** A person's days as far as known. An unread day counts as empty until a write is refused; most days are empty. */
export type Days = Map<string, ShiftDay>

/** Reads the days that a shift touches, for a person who has worked before. */
export const readDays = async (table: Table, memberId: string, times: ShiftTimes): Promise<Days> => {
  const refs = daysOf(times).map((day) => key(shiftDay, { memberId, day }))
  const found = await table.batchGet(refs, { strong: true })
  return new Map(found.flatMap((row) => (row ? [[row.day, row] as const] : [])))
}

const isSame = (a: Shift, b: Shift): boolean =>
  a.kind === b.kind && a.eventId === b.eventId && a.jobId === b.jobId

const rowOf = ({ kind, eventId, jobId }: Shift, memberId: string) =>
  key(kind === 'assignment' ? jobAssignment : volunteerSignup, { eventId, jobId, memberId })

const holding: readonly string[] = ['assigned', 'confirmed', 'pending']

/** Shifts that still have an assignment or sign-up, at the times of those rows. A day may contain outdated shifts. */
const activeShiftsOf = async (table: Table, memberId: string, shifts: readonly Shift[]): Promise<Shift[]> => {
  if (shifts.length === 0) return []
  const strong = { strong: true }
  const [cards, rows] = await Promise.all([
    table.batchGet(
      shifts.map(({ eventId }) => key(eventCard, { eventId })),
      strong,
    ),
    table.batchGet(
      shifts.map((shift) => rowOf(shift, memberId)),
      strong,
    ),
  ])
  return shifts.flatMap((shift, at) => {
    const [row, card] = [rows[at], cards[at]]
    const isOff = !card || card.deletedAt !== undefined || card.status === 'cancelled'
    if (!row || isOff || !holding.includes(row.status)) return []
    return [{ ...shift, start: row.shiftStart, end: row.shiftEnd }]
  })
}

const distinct = (shifts: readonly Shift[]): Shift[] =>
  shifts.filter((shift, at) => shifts.findIndex((other) => isSame(shift, other)) === at)

/** A sign-up must not overlap with anything, an assignment only not with assignments (rules/jobs 27, rules/jobs 28). */
const isConflicting = (shift: Shift, other: Shift): boolean =>
  shift.kind === 'signup' || other.kind === 'assignment'

/** Finds known shifts that are outdated. Fails with `taken` when another one overlaps. */
const findStale = async (
  table: Table,
  memberId: string,
  shift: Shift,
  days: Days,
  taken: FailureKind,
): Promise<readonly Shift[]> => {
  const known = distinct([...days.values()].flatMap(({ shifts }) => shifts)).filter(
    (other) => !isSame(other, shift),
  )
  const isCrowded = [...days.values()].some(({ shifts }) => shifts.length >= maxShiftsPerDay)
  const suspects = known.filter(
    (other) => isCrowded || (isConflicting(shift, other) && overlap(other, shift)),
  )
  const held = await activeShiftsOf(table, memberId, suspects.slice(0, 100))
  if (held.some((other) => isConflicting(shift, other) && overlap(other, shift))) fail(taken)
  return suspects.filter((one) => !held.some((other) => isSame(one, other)))
}

/** A day with a shift on it, which replaces an earlier entry of the same job. */
export const dayWith = (
  memberId: string,
  day: string,
  shift: Shift,
  before: ShiftDay | undefined,
  stale: readonly Shift[] = [],
): ShiftDay => ({
  memberId,
  day,
  shifts: [
    ...(before?.shifts ?? []).filter((one) => ![shift, ...stale].some((gone) => isSame(gone, one))),
    shift,
  ],
  expiresAt: new Date(Date.parse(day) + keptMs).toISOString(),
  version: (before?.version ?? 0) + 1,
})

const dayStep = (
  memberId: string,
  day: string,
  shift: Shift,
  days: Days,
  stale: readonly Shift[],
): WriteStep => {
  const before = days.get(day)
  const after = dayWith(memberId, day, shift, before, stale)
  if (after.shifts.length > maxShiftsPerDay) fail(TooManyShifts)
  return {
    write: put(shiftDay, after, unchanged(before)),
    refused: (found) => {
      if (found) days.set(day, found as ShiftDay)
      else days.delete(day)
    },
  }
}

/**
 * Plans the steps that reserve a person's time for a job, in the transaction of the assignment or sign-up. Fails with
 * `taken` when another shift of theirs overlaps. A refused step stores its finding in `days` for the next attempt, so
 * that the first needs no read.
 */
export const shiftSteps = async (
  table: Table,
  memberId: string,
  shift: Shift,
  days: Days,
  taken: FailureKind,
): Promise<readonly WriteStep[]> => {
  const stale = await findStale(table, memberId, shift, days, taken)
  return daysOf(shift).map((day) => dayStep(memberId, day, shift, days, stale))
}
