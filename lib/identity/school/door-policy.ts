import * as z from 'zod/mini'

/**
 * What a school says of its door: the ways in that it takes, and who may come in by every way when these fail (global ids of
 * administrators). Absent for a door that is open to every way.
 */
export const doorPolicy = {
  door: z.optional(
    z.object({
      ways: z.array(z.enum(['password', 'google', 'apple', 'passkey', 'saml'])),
      breakGlass: z.array(z.string()),
    }),
  ),
}

/** What a session remembers for the doors of schools. */
export const opening = {
  /** Whose identity provider opened it before a code by mail made it the person's own. */
  came: z.optional(z.object({ school: z.string(), trust: z.number() })),
  /** The school whose administrators were told that it came in by the right to come in by every way. */
  glass: z.optional(z.string()),
}
