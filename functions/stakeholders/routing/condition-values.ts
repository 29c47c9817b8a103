import { dayAfter, momentAt } from '../../../lib/zones.ts'
import type { FieldType } from '../contract/fields.ts'

/** A time, or a whole day, in milliseconds; both ends are inclusive. */
export type Span = { readonly from: number; readonly to: number }

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A whole day, of any length when the clocks change. Undefined for a date that does not exist. */
const dayIn = (date: string, zone: string): Span | undefined => {
  const from = momentAt({ date, time: '00:00:00' }, zone)
  const next = dayAfter(date, { days: 1 })
  const to = next && momentAt({ date: next, time: '00:00:00' }, zone)
  return from && to ? { from: Date.parse(from), to: Date.parse(to) - 1 } : undefined
}

/** A day means the whole day in a time zone. Undefined for an invalid date. */
const spanOf = (value: unknown, zone = 'UTC'): Span | undefined => {
  if (typeof value !== 'string') return undefined
  const given = value.trim()
  if (!day.test(given) && !moment.test(given)) return undefined
  if (day.test(given)) return dayIn(given, zone)
  const from = Date.parse(given)
  return Number.isNaN(from) ? undefined : { from, to: from }
}

const numberOf = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false }
const flagOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' ? flags[value.trim().toLowerCase()] : undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim().toLowerCase() : undefined

export type FieldValues = { string: string; number: number; boolean: boolean; date: Span }

/**
 * Parses a value by the field's type: texts trimmed and in lower case, days in a time zone. Undefined for another type
 * of value.
 */
export const readers: {
  readonly [T in FieldType]: (value: unknown, zone?: string) => FieldValues[T] | undefined
} = {
  string: textOf,
  number: numberOf,
  boolean: flagOf,
  date: spanOf,
}

/** Parses several values: a list, a text with commas, or one value, because editors have a single input. */
export const listed = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return value === undefined || value === null ? undefined : [value]
  return value.split(',').filter((part) => part.trim() !== '')
}
