import * as z from 'zod/mini'

/** How many letters and digits a username has (rules/identity 32). */
export const usernameLength = { least: 3, most: 20 } as const

/** Ways in that a school may allow or not; `saml` is its own identity provider and no other school's. */
export const signInMethods = ['password', 'google', 'apple', 'passkey', 'saml'] as const

/** What everybody at a school may know of a person. */
export const PublicUser = z.object({
  _id: z.string(),
  username: z.string(),
  name: z.string(),
  picture: z.optional(z.string()),
})
export type PublicUser = z.infer<typeof PublicUser>

/** Somebody where existing clients look for a person under the key of an id. The address is for those who may read it. */
export const NamedPerson = z.object({ ...PublicUser.shape, email: z.optional(z.string()) })
export type NamedPerson = z.infer<typeof NamedPerson>

/** What people read of themselves. Never a hash, a token or an attribute of the identity provider. */
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
  tags: z.array(z.string()),
  onboarded: z.boolean(),
  onboardingResponses: z.record(z.string(), z.unknown()),
  onboardingCompletedSteps: z.array(z.string()),
  approvalRoles: z.array(z.string()),
  affiliatedEmail: z.optional(z.string()),
  affiliatedEmailVerified: z.boolean(),
  darkModePreference: z.boolean(),
  samlProvider: z.optional(z.string()),
  /** Whether a provider is linked; its ids stay inside. */
  googleId: z.boolean(),
  appleId: z.boolean(),
  createdAt: z.string(),
})
export type SelfUser = z.infer<typeof SelfUser>

/** What administrators read of others. */
export const AdminUser = z.object({
  ...PublicUser.shape,
  email: z.string(),
  roles: z.array(z.string()),
  accessSuspended: z.boolean(),
  accessSuspendedAt: z.optional(z.string()),
  createdAt: z.string(),
})
export type AdminUser = z.infer<typeof AdminUser>

/**
 * What a sign-in answers. On the platform host nobody is a user of a school. With `requiresMfa` nobody is signed in yet: the
 * second step is `methods` of the operations of `mfa`, by the cookie that came along or, in an app, by `mfaToken`.
 */
export const SignedIn = z.object({
  user: z.nullable(SelfUser),
  adminMfaSetupRequired: z.boolean(),
  requiresMfa: z.optional(z.literal(true)),
  methods: z.optional(z.array(z.enum(['passkey', 'totp']))),
  school: z.optional(z.string()),
  mfaToken: z.optional(z.string()),
})
