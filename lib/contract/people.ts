import * as z from 'zod/mini'
import { described, line } from './fields.ts'
import { settable } from './settable.ts'

/** Letters and digits in a username (rules/identity 32). */
export const usernameLength = { least: 3, most: 20 } as const

/** Sign-in methods that a school may allow. `saml` is only its own identity provider. */
export const signInMethods = ['password', 'google', 'apple', 'passkey', 'saml'] as const

/** What everybody at a school may see of a person. */
export const PublicUser = z.object({
  _id: z.string(),
  username: z.string(),
  name: z.string(),
  picture: z.optional(z.string()),
})
export type PublicUser = z.infer<typeof PublicUser>

/** A person in a field that existing clients read as an id. The address is only for readers with that right. */
export const NamedPerson = z.object({ ...PublicUser.shape, email: z.optional(z.string()) })
export type NamedPerson = z.infer<typeof NamedPerson>

/** What people set in their own record. They read it themselves, and their data export contains it. */
export const ownProfile = settable({
  tags: described(
    z.array(line(50)).check(z.maxLength(30)),
    'Interests of the person, which searches can filter by',
    'chess',
  ),
  onboarded: described(z.boolean(), 'Whether the person has completed onboarding'),
  onboardingCompletedSteps: described(
    z.array(line(100)).check(z.maxLength(300)),
    'Names of the onboarding steps that the person has completed',
    'interests',
  ),
  darkModePreference: described(z.boolean(), 'Whether the person prefers dark mode'),
})

/** A person's own record. Never a hash, a token or an attribute of the identity provider. */
export const SelfUser = z.object({
  ...PublicUser.shape,
  id: z.string(),
  globalUserId: z.string(),
  email: z.string(),
  emailVerified: z.optional(z.boolean()),
  roles: z.array(z.string()),
  clubAssociations: z.array(
    z.object({ _id: z.string(), org_name: z.string(), org_profile_image: z.optional(z.string()) }),
  ),
  ...ownProfile.stored,
  onboardingResponses: z.record(z.string(), z.unknown()),
  approvalRoles: z.array(z.string()),
  affiliatedEmail: z.optional(z.string()),
  affiliatedEmailVerified: z.boolean(),
  samlProvider: z.optional(z.string()),
  /** Whether a provider is linked; its ids are not shown. */
  googleId: z.boolean(),
  appleId: z.boolean(),
  createdAt: z.string(),
})
export type SelfUser = z.infer<typeof SelfUser>

/** Another person's record for administrators. */
export const AdminUser = z.object({
  ...PublicUser.shape,
  email: z.string(),
  /** Whether the person has confirmed the address. Only in answers to `addresses=true`. */
  emailVerified: z.optional(z.boolean()),
  roles: z.array(z.string()),
  accessSuspended: z.boolean(),
  accessSuspendedAt: z.optional(z.string()),
  createdAt: z.string(),
})
export type AdminUser = z.infer<typeof AdminUser>

/**
 * The result of a sign-in. On the platform host `user` is null. With `requiresMfa` the sign-in is incomplete. The
 * second step is one of the `methods` in the operations of `mfa`. It uses the cookie of this response or, in an app,
 * `mfaToken`.
 */
export const SignedIn = z.union([
  z.object({ user: SelfUser, adminMfaSetupRequired: z.boolean(), school: z.optional(z.string()) }),
  z.object({
    user: z.null(),
    adminMfaSetupRequired: z.boolean(),
    requiresMfa: z.literal(true),
    methods: z.array(z.enum(['passkey', 'totp'])),
    school: z.optional(z.string()),
    mfaToken: z.optional(z.string()),
  }),
  z
    .object({ user: z.null(), adminMfaSetupRequired: z.boolean(), school: z.optional(z.string()) })
    .check(z.meta({ 'x-host': 'platform' })),
])
