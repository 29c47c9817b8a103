import * as z from 'zod/mini'
import { signInMethods } from '../../contract/people.ts'

const text = z.string()
const number = z.optional(z.number())

/** What a school says of its door. What is absent is as the platform has it for everybody. */
export const signInPolicy = {
  /** The ways in that it takes, and who may come in by every way when these fail (global ids of administrators). */
  door: z.optional(
    z.object({
      ways: z.array(z.enum(signInMethods)),
      breakGlass: z.array(text),
    }),
  ),
  /**
   * Who may become a member: `domains` are those with a proven address in one of its mail domains, `rostered` those with a
   * proven address of its roster, `invited` those whom an organization has invited by mail. Absent is anybody.
   */
  newMembers: z.optional(z.enum(['domains', 'rostered', 'invited'])),
  /** Who publishes what others see: `proven` are those whose address is proven (`publishers.ts`). Absent is anybody. */
  publishers: z.optional(z.enum(['proven'])),
  /** Schools whose people may join or come as guests; absent is any. */
  otherSchools: z.optional(z.array(text)),
  /** Minutes from its beginning, and without a refresh, for which a session counts there (`session-limits.ts`). */
  longestSession: number,
  idleTime: number,
  /**
   * Who has to have a second factor: `administrators` for what is privileged, `staff` beside them who decides by a role of
   * the school; absent is nobody.
   */
  secondFactor: z.optional(z.enum(['administrators', 'staff'])),
  /** The roles that `staff` stands for; absent is every one. */
  secondFactorRoles: z.optional(z.array(text)),
  /**
   * The authentication context by which its identity provider says that it asked for a second factor. Absent: what the
   * provider says of it is not looked at.
   */
  providerContext: z.optional(text),
}

/** What a session remembers for the doors of schools. */
export const openedFields = {
  /** Whose identity provider opened it before a code by mail made it the person's own. */
  came: z.optional(z.object({ school: text, trust: z.number() })),
  /** The school whose administrators were told that it came in by the right to come in by every way. */
  glass: z.optional(text),
  /** When the identity provider that opened it asked for a second factor (ISO 8601), and the context that it named. */
  confirmed: z.optional(z.object({ at: text, context: text })),
}
