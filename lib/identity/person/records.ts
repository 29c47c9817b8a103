import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'
import { branding } from '../school/branding.ts'
import { openedFields, signInPolicy } from '../school/sign-in-policy-fields.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** A person, known to every school (global store). */
export const GlobalUser = z.object({
  id: text,
  email: text,
  emailVerified: z.boolean(),
  name: text,
  picture: maybe(text),
  googleId: maybe(text),
  appleId: maybe(text),
  samlId: maybe(text),
  samlProvider: maybe(text),
  /** The last sign-in from a known device (ISO 8601), to the day. */
  knownSignInAt: maybe(text),
  createdAt: text,
  updatedAt: text,
})
export type GlobalUser = z.infer<typeof GlobalUser>
export const globalUser = entity('GlobalUser', GlobalUser, { scope: 'global', pk: 'U#{id}', sk: 'USER' })

/** One school of a person. `tenantUserId` is there while the membership is active. */
export const Membership = z.object({
  status: z.enum(['active', 'invited', 'left']),
  tenantUserId: maybe(text),
  roles: z.array(text),
  suspended: maybe(z.boolean()),
  since: text,
  /** Since when they administer the school, where that is not since they are its member. */
  adminSince: maybe(text),
  /**
   * When a suspension, or a session by the school's provider, last ended what it may end: calendar links and legacy tokens of
   * the school from before are over.
   */
  endedAt: maybe(text),
  /** The version of the access item that last suspended them: sessions of an earlier one count for nothing at the school. */
  suspendedVersion: maybe(z.number()),
})
export type Membership = z.infer<typeof Membership>

/** What a person may do, over all schools: read strongly with every request, so that a change counts from the next one on. */
export const Access = z.object({
  globalUserId: text,
  memberships: z.record(text, Membership),
  platformRoles: z.array(text),
  /** Counts the times that all sessions ended at once. A session of an earlier epoch is over, whenever it was written. */
  epoch: z.number(),
  /** When that was last: codes that were mailed before open nothing. */
  endedAt: maybe(text),
  /** The kinds of second factors that the person has. */
  factors: maybe(z.array(z.enum(['passkey', 'totp']))),
  version: z.number(),
})
export type Access = z.infer<typeof Access>
export const access = entity('Access', Access, { scope: 'global', pk: 'U#{globalUserId}', sk: 'ACCESS' })

/** One signed-in device (rules/identity 1). Its refresh token follows from it and a secret, and is not kept. */
export const Session = z.object({
  id: text,
  globalUserId: text,
  /** Counts the exchanges of the refresh token. */
  generation: z.number(),
  rotatedAt: text,
  /** Issues of a generation (refresh-reuse.ts): those after issue 0, the exchanged ones of the two before, the used one. */
  again: maybe(z.number()),
  exchanged: maybe(z.number()),
  exchangedBefore: maybe(z.number()),
  seen: maybe(z.number()),
  /** Refreshes within the minute of the last one. */
  refreshes: z.number(),
  deviceInfo: text,
  userAgent: text,
  ipAddress: text,
  clientType: z.enum(['web', 'mobile', 'ios', 'android']),
  authMethod: z.enum(['password', 'google', 'apple', 'saml', 'email', 'passkey', 'impersonation']),
  tenantKey: text,
  /** Whose identity provider opened it, and that school's trust number then: with another one it is over. Absent after an own proof. */
  proof: maybe(z.object({ school: text, trust: z.number() })),
  /** When a second factor was last shown in it, which, and since when the person has had that one. */
  strong: maybe(
    z.object({
      at: text,
      since: maybe(text),
      by: z.enum(['passkey', 'totp', 'recovery_code']),
      /** Shown after the sign-in, in a session that already existed. */
      afterSignIn: maybe(z.literal(true)),
    }),
  ),
  ...openedFields,
  /** An administrator acts for the person in this session, which counts only while that one's own session does. */
  impersonatorGlobalUserId: maybe(text),
  impersonatorSid: maybe(text),
  epoch: z.number(),
  /** The version of the access item that it began under. */
  accessVersion: maybe(z.number()),
  lastUsed: text,
  createdAt: text,
  expiresAt: text,
})
export type Session = z.infer<typeof Session>
export const session = entity('Session', Session, {
  scope: 'global',
  pk: 'U#{globalUserId}',
  sk: 'S#{id}',
  ttl: 'expiresAt',
})

/** The password of a person: one for all schools. The hash names its algorithm. */
export const Credential = z.object({
  globalUserId: text,
  hash: text,
  /** That of the access item it was written with: a password that was replaced meanwhile opens nothing. */
  epoch: z.number(),
  updatedAt: text,
})
export type Credential = z.infer<typeof Credential>
export const credential = entity('Credential', Credential, {
  scope: 'global',
  pk: 'CRED#{globalUserId}',
  sk: 'CRED',
})

/** An address (lower case) belongs to one person. `homes` guesses the user id at each school; rights decide. */
export const EmailPointer = z.object({
  email: text,
  globalUserId: text,
  homes: z.optional(z.record(text, text)),
})
export const emailPointer = entity('EmailPointer', EmailPointer, {
  scope: 'global',
  pk: 'EMAIL#{email}',
  sk: 'PTR',
})

/** The identity that a provider, or a school's identity provider, knows a person by. */
export const ProviderPointer = z.object({ issuer: text, subject: text, globalUserId: text })
export const providerPointer = entity('ProviderPointer', ProviderPointer, {
  scope: 'global',
  pk: 'IDP#{issuer}#{subject}',
  sk: 'PTR',
})

/** The same link as its owner sees it, so that a person's ways to sign in are read with the person. */
export const ProviderLink = z.object({
  globalUserId: text,
  issuer: text,
  subject: text,
  linkedAt: text,
  /** The device it was linked on, by a name that a person recognises. */
  device: maybe(text),
  /** Of a school's identity provider: the school's trust number then. Under another one the link signs nobody in. */
  trust: maybe(z.number()),
})
export type ProviderLink = z.infer<typeof ProviderLink>
export const providerLink = entity('ProviderLink', ProviderLink, {
  scope: 'global',
  pk: 'U#{globalUserId}',
  sk: 'L#{issuer}#{subject}',
})

/** The public half of a signing key. Access and refresh tokens have keys of their own. */
export const SigningKey = z.object({
  kid: text,
  use: z.enum(['access', 'refresh']),
  x: text,
  createdAt: text,
})
export type SigningKey = z.infer<typeof SigningKey>
export const signingKey = entity('SigningKey', SigningKey, { scope: 'global', pk: 'KEYS', sk: '{kid}' })

/** A person at one school. */
export const TenantUser = z.object({
  id: text,
  globalUserId: text,
  email: text,
  username: text,
  usernameKey: text,
  name: text,
  picture: maybe(text),
  googleId: maybe(text),
  appleId: maybe(text),
  samlId: maybe(text),
  samlProvider: maybe(text),
  samlAttributes: maybe(z.record(text, text)),
  roles: z.array(text),
  clubAssociations: z.array(text),
  tags: z.array(text),
  onboarded: z.boolean(),
  onboardingResponses: z.record(text, z.unknown()),
  onboardingCompletedSteps: z.array(text),
  approvalRoles: z.array(text),
  darkModePreference: z.boolean(),
  affiliatedEmail: maybe(text),
  affiliatedEmailVerified: z.boolean(),
  /** When the school address was linked. */
  affiliatedEmailAt: maybe(text),
  pushToken: maybe(text),
  pushAppEdition: maybe(text),
  /** The session that registered the phone: push messages go there while it lives. */
  pushSession: maybe(text),
  accessSuspended: z.boolean(),
  accessSuspendedAt: maybe(text),
  /** Kept for records of the time before sessions; never read as a credential. */
  refreshToken: maybe(text),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type TenantUser = z.infer<typeof TenantUser>
export const tenantUser = entity('TenantUser', TenantUser, {
  expected: true,
  scope: 'tenant',
  pk: 'U#{id}',
  sk: 'USER',
  gsi1: { pk: 'USERS', sk: '{usernameKey}#{id}' },
  gsi2: {
    pk: 'ADMINUSERS',
    sk: '{id}',
    when: ({ roles }: { roles: readonly string[] }) => roles.includes('admin') || roles.includes('root'),
  },
})

/** A username is taken once per school, in any casing. */
export const UsernameGuard = z.object({ usernameKey: text, tenantUserId: text, globalUserId: text })
const named = { scope: 'tenant', pk: 'UNAME#{usernameKey}', sk: 'GUARD' } as const
export const usernameGuard = entity('UsernameGuard', UsernameGuard, named)

/** A linked school address belongs to one user of a school. The address is in lower case. */
export const AffiliatedGuard = z.object({ email: text, tenantUserId: text })
const affiliated = { scope: 'tenant', pk: 'AFFILIATED#{email}', sk: 'GUARD' } as const
export const affiliatedGuard = entity('AffiliatedGuard', AffiliatedGuard, affiliated)

/** A school as the registry knows it. `school-zone.ts` and `school-days.ts` alone read its zones. */
export const TenantRecord = z.object({
  tenantKey: text,
  name: text,
  location: text,
  subdomain: text,
  status: z.enum(['active', 'coming_soon', 'maintenance', 'hidden']),
  statusMessage: text,
  tenantType: text,
  timezone: text,
  pastZones: maybe(z.record(text, text)),
  emailDomains: z.array(text),
  ...branding,
  ...signInPolicy,
  /** Counts how often the sessions that its identity provider opened ended at once; absent is 0. */
  trust: maybe(z.number()),
  /** The version of the SAML configuration that last changed the number: an older one is out of date beside it. */
  samlVersion: maybe(z.number()),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type TenantRecord = z.infer<typeof TenantRecord>
export const tenantRecord = entity('TenantRecord', TenantRecord, {
  scope: 'tenant',
  pk: 'TENANT',
  sk: 'TENANT',
})
export const tenantListing = entity('TenantListing', TenantRecord, {
  scope: 'global',
  pk: 'TENANTS',
  sk: '{tenantKey}',
})
