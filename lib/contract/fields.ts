import * as z from 'zod/mini'
import { normalForm } from './text/normal-form.ts'
import { visibleLine, visibleText } from './text/plain-text.ts'

/** Opaque identifier. A malformed one is answered like an absent one, so only its length is bounded. */
export const Id = z.string().check(z.minLength(1), z.maxLength(128))

/** ISO 8601, UTC. */
export const Timestamp = z.string().check(z.maxLength(40))

// Other alphabets have letters that fold into these; an address with one of them is another address.
const lowered = (given: string): string => given.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** A domain as it is compared and stored: trimmed, in lower case, without a dot at the end. */
export const normalDomain = (given: string): string => lowered(given).replace(/\.$/, '')

/** An address of mail, in lower case with a domain as `normalDomain` writes it. */
export const normalAddress = (given: string): string => lowered(given).replace(/(?<=@[^@]+)\.$/, '')

const [maxSentLength, maxStoredLength] = [320, 254]
const addressShape =
  /^(?=.{1,64}@)[^\s\p{Cc}@<>"',;:\\()[\]\u0080-\u{10FFFF}]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u

/**
 * An address of mail, as `normalAddress` writes it. Letters beyond ASCII look alike, and our mail provider delivers to no
 * such mailbox; a domain of another script has a form in ASCII (`xn--`).
 */
export const Email = z
  .string()
  .check(
    z.maxLength(maxSentLength),
    z.overwrite(normalAddress),
    z.maxLength(maxStoredLength),
    z.regex(addressShape, 'Invalid e-mail address'),
  )

/** The same for lists of thousands, where a schema would take most of the time to say what is wrong with each. */
export const readAddress = (sent: string): string | undefined => {
  if (sent.length > maxSentLength) return undefined
  const address = normalAddress(sent)
  return address.length <= maxStoredLength && addressShape.test(address) ? address : undefined
}

/** What people write, as it looks: composed, without signs that nobody sees or that turn the direction. */
export const prose = (max: number) => z.string().check(z.overwrite(visibleText), z.maxLength(max))

/** As `prose`, trimmed. */
export const text = (max: number, min = 1) =>
  z.string().check(z.overwrite(visibleText), z.trim(), z.minLength(min), z.maxLength(max))

/** A name, or what else stands on one line: as `text`, with single blanks. Control characters are refused. */
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

/** A name that stands in addresses of the web too, so none of their own signs; and one that every key can hold. */
export const addressable = (max: number, min = 1) =>
  line(max, min).check(
    z.regex(/^[^/?#%\\]*$/, 'No / ? # % or \\'),
    // Some signs take up to twelve bytes in an address, and others come apart when they are compared.
    z.refine(
      (name) => encodeURIComponent(name).length <= 900 && Buffer.byteLength(normalForm(name, 'NFKC')) <= 600,
      'Too long a name',
    ),
  )

/** An operation whose request is "none" or an empty body: no body, `{}` and an empty text are all fine. */
export const EmptyBody = z.optional(z.strictObject({}))

/** Any 64-bit integer. Beyond 2^53 the body parser hands it over as a bigint, so that it stays what was sent. */
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

/** A value that fits into so many kilobytes of JSON. An integer beyond 2^53 fits into none: JSON cannot say it again. */
export const jsonOfAtMost = (kilobytes: number) =>
  z.refine<unknown>((value) => bytesOf(value) <= kilobytes * 1024, `At most ${kilobytes} kB of JSON`)

/** Whether every percent sign of an address stands for a part of a character. */
export const isWellEscaped = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
