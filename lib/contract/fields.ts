import * as z from 'zod/mini'
import { isLocale } from './text/locale.ts'
import { normalForm } from './text/normal-form.ts'
import { visibleLine, visibleText } from './text/plain-text.ts'

/** Opaque identifier. A malformed one gets the same response as an absent one, so only its length is limited. */
export const Id = z.string().check(z.minLength(1), z.maxLength(128))

/** BCP 47 tag of a language and region. */
export const LanguageTag = z
  .string()
  .check(z.maxLength(35), z.refine(isLocale, 'Expected a language tag such as en-US'))

/**
 * Marks a query text that holds another kind of value. Requests stay as they are; the typed client takes that kind and
 * writes the text.
 */
export const holds = (kind: 'number' | 'date' | 'object' | 'list') => z.meta({ 'x-holds': kind })

/** ISO 8601, UTC. */
export const Timestamp = z.string().check(z.maxLength(40))

// Letters of other alphabets fold into these; an address with such a letter is another address.
const lowered = (given: string): string => given.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** A domain in its compared and stored form: trimmed, lower case, without a trailing dot. */
export const normalDomain = (given: string): string => lowered(given).replace(/\.$/, '')

/** An email address in lower case, with its domain in the form of `normalDomain`. */
export const normalAddress = (given: string): string => lowered(given).replace(/(?<=@[^@]+)\.$/, '')

const [maxSentLength, maxStoredLength] = [320, 254]
// An apostrophe inside belongs to a name such as O'Neil; one at an end is a quote, or hides a formula in a spreadsheet.
const addressShape =
  /^(?=.{1,64}@)(?!')[^\s\p{Cc}@<>",;:\\()[\]\u0080-\u{10FFFF}]+(?<!')@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u

/**
 * An email address in the form of `normalAddress`. Letters beyond ASCII look alike, and our mail provider does not
 * deliver to such mailboxes. A domain in another script has an ASCII form (`xn--`).
 */
export const Email = z
  .string()
  .check(
    z.maxLength(maxSentLength),
    z.overwrite(normalAddress),
    z.maxLength(maxStoredLength),
    z.regex(addressShape, 'Invalid e-mail address'),
  )

/** As `Email`, for lists of thousands, where a schema would spend most of its time on error details. */
export const readAddress = (sent: string): string | undefined => {
  if (sent.length > maxSentLength) return undefined
  const address = normalAddress(sent)
  return address.length <= maxStoredLength && addressShape.test(address) ? address : undefined
}

const listSeparators = ' \t\n\r,;'

/** A regular expression with `+$` would take quadratic time on a long run of separators. */
const withoutSeparators = (text: string): string => {
  let end = text.length
  while (end > 0 && listSeparators.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The address in a line pasted from a mail program or a spreadsheet, as in `"Doe, Jo" <jo@example.edu>;`. */
export const readPastedAddress = (sent: string): string | undefined => {
  const text = withoutSeparators(sent)
  const address = text.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text
  return readAddress(address.trim().replace(/^mailto:/i, ''))
}

/** A person's text as it appears: composed, without invisible characters or direction marks. */
export const prose = (max: number) => z.string().check(z.overwrite(visibleText), z.maxLength(max))

/** As `prose`, trimmed. */
export const text = (max: number, min = 1) =>
  z.string().check(z.overwrite(visibleText), z.trim(), z.minLength(min), z.maxLength(max))

/** A single line, such as a name: as `text`, with single spaces. Control characters are refused. */
export const line = (max: number, min = 1) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^\P{Cc}*$/u, 'No control characters'),
      z.overwrite(visibleLine),
      z.minLength(min),
      z.maxLength(max),
    )

/** A name that also appears in URLs, so it has no URL delimiters and fits into every key. */
export const addressable = (max: number, min = 1) =>
  line(max, min).check(
    z.regex(/^[^/?#%\\]*$/, 'No / ? # % or \\'),
    // Some characters take up to twelve bytes in a URL, and others expand when they are normalized for comparison.
    z.refine(
      (name) => encodeURIComponent(name).length <= 900 && Buffer.byteLength(normalForm(name, 'NFKC')) <= 600,
      'This name is too long',
    ),
  )

/**
 * Adds a field's description, and an example of its value. The API reference, the typed client and the tests read both
 * from the schema, wherever it is picked, extended or spread.
 */
export const described = <S extends z.ZodMiniType>(schema: S, description: string, example?: string): S =>
  schema.check(
    z.meta({ description, ...(example === undefined ? {} : { examples: [example] }) }),
  ) as unknown as S

/** An operation without a request body: no body, `{}` and an empty text are accepted. */
export const EmptyBody = z.optional(z.strictObject({}))

/** Any 64-bit integer. Beyond 2^53 the body parser passes a bigint, so that the value stays exact. */
export const Integer64 = z
  .union([z.int(), z.bigint().check(z.minimum(-(2n ** 63n)), z.maximum(2n ** 63n - 1n))])
  .check(z.meta({ type: 'integer', format: 'int64' }))

const bytesOf = (value: unknown): number => {
  try {
    return Buffer.byteLength(JSON.stringify(value))
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** A value of at most this many kilobytes of JSON. An integer beyond 2^53 is refused: JSON cannot represent it. */
export const jsonOfAtMost = (kilobytes: number) =>
  z.refine<unknown>((value) => bytesOf(value) <= kilobytes * 1024, `At most ${kilobytes} kB of JSON`)

/** Whether every percent sign of an address is part of an escaped character. */
export const isWellEscaped = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Query of an export: whether a CSV file begins with a byte order mark, which spreadsheets need. Default true. */
export const ByteOrderMark = z.optional(z.enum(['true', 'false']))
