import { fail } from './failure.ts'
import { ValidationError } from './failures.ts'

/** Keys that every object inherits. As data they would be lost, or would change the object for its readers. */
export const reservedKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * JSON numbers beyond 2^53 would change silently; integers stay exact (rules/http 21). Values that the table cannot
 * return unchanged (more than 38 digits, huge or tiny fractions, half of a surrogate pair) count as malformed.
 */
const exact = (name: string, value: unknown, context?: { source?: string }): unknown => {
  if (reservedKeys.includes(name))
    fail(ValidationError, {
      field: name,
      details: [{ field: name, message: 'This name is reserved. Choose another.' }],
    })
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new RangeError('a lone surrogate')
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  if (/^-?\d{1,38}$/.test(source)) return BigInt(source)
  const size = Math.abs(value)
  if (size > Number.MAX_SAFE_INTEGER || size < 1e-100) throw new RangeError('a number out of range')
  return value
}

// Out-of-range numbers need sixteen digits in a row or an exponent. Half a surrogate pair needs an escaped surrogate.
// Reserved keys need their letters, plain or escaped.
const mayBeInexact = /\d{16}|\d[eE]|\\u[dD][89a-fA-F]|\\u00|"(?:__proto__|constructor|prototype)"/

/** Whether `readJson` may read a JSON text differently from other parsers. */
export const needsReading = (text: string): boolean => mayBeInexact.test(text)

/**
 * Reads a JSON text without loss. Throws a `ValidationError` for a reserved key, and any error for invalid JSON or
 * values that cannot be stored.
 */
export const readJson = (text: string): unknown => JSON.parse(text, exact)
