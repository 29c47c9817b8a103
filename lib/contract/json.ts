import { fail } from './failure.ts'
import { ValidationError } from './failures.ts'

/** Every object has these already: kept as data they would be lost, or change what the object is to whoever reads it. */
export const reservedKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * JSON numbers beyond 2^53 would change silently; as integers they stay what was sent (rules/http 21).
 * What the table could not give back as it came (more than 38 digits, huge or tiny fractions, half of a surrogate pair)
 * counts as malformed.
 */
const exact = (name: string, value: unknown, context?: { source?: string }): unknown => {
  if (reservedKeys.includes(name))
    fail(ValidationError, { field: name, details: [{ field: name, message: 'This name cannot be a key' }] })
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new RangeError('half a character')
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  if (/^-?\d{1,38}$/.test(source)) return BigInt(source)
  const size = Math.abs(value)
  if (size > Number.MAX_SAFE_INTEGER || size < 1e-100) throw new RangeError('a number out of range')
  return value
}

// Without sixteen digits in a row and without an exponent no number can leave the range of safe integers; without an
// escaped surrogate no text can hold half of a character, which is none; without its letters, plain or escaped, no key
// is reserved.
const mayBeInexact = /\d{16}|\d[eE]|\\u[dD][89a-fA-F]|\\u00|"(?:__proto__|constructor|prototype)"/

/** Whether `readJson` would see more in a JSON text than any other parser. */
export const needsReading = (text: string): boolean => mayBeInexact.test(text)

/**
 * Reads a JSON text as it was sent. Throws a `ValidationError` for a key that no object can have of its own, and any
 * error for what is no JSON or cannot be kept.
 */
export const readJson = (text: string): unknown => JSON.parse(text, exact)
