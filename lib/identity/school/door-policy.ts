import * as z from 'zod/mini'
import { doorWays } from '../../contract/people.ts'

/** What a school says of its door. What is absent is as the platform has it for everybody. */
export const doorPolicy = {
  /** The ways in that it takes, and who may come in by every way when these fail (global ids of administrators). */
  door: z.optional(
    z.object({
      ways: z.array(z.enum(doorWays)),
      breakGlass: z.array(z.string()),
    }),
  ),
  /**
   * Who may become a member: `domains` are those with a proven address in one of its mail domains, `invited` those whom an
   * organization has invited by mail. Absent is anybody.
   */
  newMembers: z.optional(z.enum(['domains', 'invited'])),
  /** Minutes from its beginning, and without a refresh, for which a session counts there (`session-limits.ts`). */
  longestSession: z.optional(z.number()),
  idleTime: z.optional(z.number()),
}

/** What a session remembers for the doors of schools. */
export const opening = {
  /** Whose identity provider opened it before a code by mail made it the person's own. */
  came: z.optional(z.object({ school: z.string(), trust: z.number() })),
  /** The school whose administrators were told that it came in by the right to come in by every way. */
  glass: z.optional(z.string()),
}
