import * as z from 'zod/mini'

/** Opaque identifier. A malformed one is answered like an absent one, so only its length is bounded. */
export const Id = z.string().check(z.minLength(1), z.maxLength(128))

/** ISO 8601, UTC. */
export const Timestamp = z.string().check(z.maxLength(40))

/** Trimmed, at most 254 characters. Compared and stored in lower case by the services. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(/^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+\.[^\s@<>"',;:\\()[\]]+$/, 'Invalid e-mail address'),
  )

export const text = (max: number, min = 1) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max))

/** An operation whose request is "none" or an empty body: no body, `{}` and an empty text are all fine. */
export const Nothing = z.optional(z.strictObject({}))

/** Any 64-bit integer. Beyond 2^53 the body parser hands it over as a bigint, so that it stays what was sent. */
export const Integer64 = z
  .union([z.int(), z.bigint().check(z.minimum(-(2n ** 63n)), z.maximum(2n ** 63n - 1n))])
  .check(z.meta({ type: 'integer', format: 'int64' }))
