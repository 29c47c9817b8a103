import * as z from 'zod/mini'

/** Way to reach an account: a factor, a link, a device that receives push messages, or a calendar address. */
export const WayIn = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'totp', 'recovery_codes', 'google', 'apple', 'saml', 'push', 'calendar']),
  /** Name that the person chose for a passkey. */
  name: z.nullable(z.string()),
  /** School of the identity provider, push messages or calendar. */
  school: z.nullable(z.string()),
  /** Moment when it was added (ISO 8601). */
  addedAt: z.string(),
  /** Device it was added on; null where none was recorded. */
  device: z.nullable(z.string()),
  /**
   * Whether it was added after the last sign-in from a known device, or within 14 days. Recent ones are removed by
   * default.
   */
  isRecent: z.boolean(),
})
export type WayIn = z.infer<typeof WayIn>

/** Ways in after a recovery: removed ones, and those that still work. */
export const WaysAfter = z.object({ removed: z.array(WayIn), kept: z.array(WayIn) })

/** Ids of ways in, as `listWaysIn` returns them. */
export const WayIds = z
  .array(z.string().check(z.regex(/^[\w-]{1,64}$/, 'Expected ids of sign-in methods')))
  .check(z.maxLength(60))
