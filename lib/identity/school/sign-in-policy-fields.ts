import * as z from 'zod/mini'
import { signInMethods } from '../../contract/people.ts'

const text = z.string()
const number = z.optional(z.number())

/** A school's sign-in policy. An absent field means the platform's default. */
export const signInPolicy = {
  /**
   * The accepted sign-in methods, and the break-glass accounts (global ids of administrators) that may use any method
   * if these fail.
   */
  door: z.optional(
    z.object({
      ways: z.array(z.enum(signInMethods)),
      breakGlass: z.array(text),
    }),
  ),
  /**
   * Who may become a member. `domains`: people with a proven address in one of its mail domains. `rostered`: people
   * with a proven address on its roster. `invited`: people invited by an organization by mail. Absent: anybody.
   */
  newMembers: z.optional(z.enum(['domains', 'rostered', 'invited'])),
  /** Who may publish to others. `proven`: people with a proven address (`publishers.ts`). Absent: anybody. */
  publishers: z.optional(z.enum(['proven'])),
  /** Schools whose people may join or come as guests; absent is any. */
  otherSchools: z.optional(z.array(text)),
  /** Networks of the campus in CIDR notation, from which more people may register (`campus-networks.ts`). */
  campusNetworks: z.optional(z.array(text)),
  /** Limits for a session there, in minutes: from its start, and without a refresh (`session-limits.ts`). */
  longestSession: number,
  idleTime: number,
  /**
   * Who must have a second factor. `administrators`: administrators, for privileged operations. `staff`: also people
   * who decide by a role of the school. Absent: nobody.
   */
  secondFactor: z.optional(z.enum(['administrators', 'staff'])),
  /** The roles that `staff` means; absent: all roles. */
  secondFactorRoles: z.optional(z.array(text)),
  /**
   * The authentication context by which its identity provider reports a second factor. Absent: the provider's reports
   * are ignored.
   */
  providerContext: z.optional(text),
}

/** Facts that a session stores for schools' sign-in policies. */
export const openedFields = {
  /** The identity provider that opened it, before a mailed code made it the person's own. */
  came: z.optional(z.object({ school: text, trust: z.number() })),
  /** The school whose administrators were notified of its break-glass use. */
  glass: z.optional(text),
  /** When the identity provider that opened it required a second factor (ISO 8601), and the context it reported. */
  confirmed: z.optional(z.object({ at: text, context: text })),
}
