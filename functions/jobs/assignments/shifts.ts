import { fail } from '../../../lib/contract/failure.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import type { EventCard, EventJob } from '../../events/index.ts'
import { BadShift } from '../contract/failures.ts'

/** The longest shift that can be asked for. */
export const mostDays = 14

export type Times = { readonly start: string; readonly end: string }

export const overlap = (a: Times, b: Times): boolean => a.start < b.end && b.start < a.end

/** Days (UTC, `YYYY-MM-DD`) that a shift touches. */
export const daysOf = ({ start, end }: Times): readonly string[] => {
  const from = Date.parse(start.slice(0, 10))
  const count = Math.ceil((Date.parse(end) - from) / dayMs)
  return Array.from({ length: count }, (_, at) => new Date(from + at * dayMs).toISOString().slice(0, 10))
}

const refuse = (message: string): never => fail({ ...BadShift, message })

const moment = (given: string, field: string): string => {
  // A moment without a zone is one in UTC, wherever this runs.
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(given) ? given : `${given}Z`
  const at = /^\d{4}-\d{2}-\d{2}T/.test(given) ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(at) ? refuse(`invalid ${field} format`) : new Date(at).toISOString()
}

type Given = {
  readonly shiftStart?: string | null | undefined
  readonly shiftEnd?: string | null | undefined
}

/** A shift as it was asked for, in UTC. Undefined when none was; both times belong together. At most 14 days. */
export const askedShift = ({ shiftStart, shiftEnd }: Given): Times | undefined => {
  if (!shiftStart && !shiftEnd) return undefined
  if (!shiftStart || !shiftEnd) return refuse('shiftStart and shiftEnd belong together')
  const [start, end] = [moment(shiftStart, 'shiftStart'), moment(shiftEnd, 'shiftEnd')]
  if (end <= start) fail(BadShift)
  if (Date.parse(end) - Date.parse(start) > mostDays * dayMs) refuse('A shift lasts at most 14 days')
  return { start, end }
}

/** The times of a job; one without any takes those of its event. */
export const shiftOf = ({ shiftStart, shiftEnd }: EventJob, { start_time, end_time }: EventCard): Times => ({
  start: new Date(shiftStart ?? start_time).toISOString(),
  end: new Date(shiftEnd ?? end_time).toISOString(),
})
