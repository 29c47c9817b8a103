import * as z from 'zod/mini'
import { ownProfile } from '../../contract/people.ts'
import { clientTypes } from '../../contract/session-lifetime.ts'
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

/** A person's relation to one school. `tenantUserId` is present while the membership is active. */
export const Membership = z.object({
  status: z.enum(['active', 'invited', 'left']),
  tenantUserId: maybe(text),
  roles: z.array(text),
  suspended: maybe(z.boolean()),
  since: text,
  /** When they became an administrator of the school, if later than the membership. */
  adminSince: maybe(text),
  /**
   * When a suspension, or a session by the school's provider, last ended the person's calendar links and legacy tokens
   * of the school. Earlier ones are invalid.
   */
  endedAt: maybe(text),
  /**
   * The version of the access item that last suspended them: sessions of an earlier version do not count at the
   * school.
   */
  suspendedVersion: maybe(z.number()),
})
export type Membership = z.infer<typeof Membership>

/**
 * A person's rights at all schools. Read with strong consistency for every request, so that a change applies from the
 * next request on.
 */
export const Access = z.object({
  globalUserId: text,
  memberships: z.record(text, Membership),
  platformRoles: z.array(text),
  /**
   * Counts how often all sessions were ended at once. A session of an earlier epoch is over, whenever it was written.
   */
  epoch: z.number(),
  /** The time of the last such end: codes mailed earlier are invalid. */
  endedAt: maybe(text),
  /** Kinds of the person's second factors. */
  factors: maybe(z.array(z.enum(['passkey', 'totp']))),
  version: z.number(),
})
export type Access = z.infer<typeof Access>
export const access = entity('Access', Access, { scope: 'global', pk: 'U#{globalUserId}', sk: 'ACCESS' })

/** One signed-in device (rules/identity 1). Its refresh token is derived from it and a secret, and is not stored. */
export const Session = z.object({
  id: text,
  globalUserId: text,
  /** Counts the exchanges of the refresh token. */
  generation: z.number(),
  rotatedAt: text,
  /**
   * Issues of a generation (refresh-reuse.ts): the number after issue 0, the exchanged ones of the two generations
   * before, and the used one.
   */
  again: maybe(z.number()),
  exchanged: maybe(z.number()),
  exchangedBefore: maybe(z.number()),
  seen: maybe(z.number()),
  /** Refreshes within the minute of the last one. */
  refreshes: z.number(),
  deviceInfo: text,
  userAgent: text,
  ipAddress: text,
  clientType: z.enum(clientTypes),
  authMethod: z.enum(['password', 'google', 'apple', 'saml', 'email', 'passkey', 'impersonation']),
  tenantKey: text,
  /**
   * The school whose identity provider opened it, with the school's trust number at that time. A changed number ends
   * the session. Absent after an own proof.
   */
  proof: maybe(z.object({ school: text, trust: z.number() })),
  /** The last second factor shown in the session: its kind, the time, and since when the person has had it. */
  strong: maybe(
    z.object({
      at: text,
      since: maybe(text),
      by: z.enum(['passkey', 'totp', 'recovery_code']),
      /** Shown after the sign-in, in an existing session. */
      afterSignIn: maybe(z.literal(true)),
    }),
  ),
  ...openedFields,
  /**
   * The administrator who impersonates the person in this session. It counts only while the administrator's own
   * session does.
   */
  impersonatorGlobalUserId: maybe(text),
  impersonatorSid: maybe(text),
  /** Names of the administrator and of the person, for the banner of the pages. */
  impersonation: maybe(z.object({ by: text, as: text })),
  epoch: z.number(),
  /** The version of the access item at the session's start. */
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

/** A person's password, one for all schools. The hash names its algorithm. */
export const Credential = z.object({
  globalUserId: text,
  hash: text,
  /** The epoch of the access item it was written with: a password replaced meanwhile is invalid. */
  epoch: z.number(),
  updatedAt: text,
})
export type Credential = z.infer<typeof Credential>
export const credential = entity('Credential', Credential, {
  scope: 'global',
  pk: 'CRED#{globalUserId}',
  sk: 'CRED',
})

/**
 * An address (lower case) belongs to one person. `homes` guesses the user id at each school; the access item decides.
 */
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

/** The subject by which a provider, or a school's identity provider, identifies a person. */
export const ProviderPointer = z.object({ issuer: text, subject: text, globalUserId: text })
export const providerPointer = entity('ProviderPointer', ProviderPointer, {
  scope: 'global',
  pk: 'IDP#{issuer}#{subject}',
  sk: 'PTR',
})

/** The same link in the person's own partition, so that sign-in methods are read with the person. */
export const ProviderLink = z.object({
  globalUserId: text,
  issuer: text,
  subject: text,
  linkedAt: text,
  /** The device it was linked on, with a name that a person recognises. */
  device: maybe(text),
  /**
   * For a school's identity provider: the school's trust number when the link was made. With another number the link
   * signs nobody in.
   */
  trust: maybe(z.number()),
})
export type ProviderLink = z.infer<typeof ProviderLink>
export const providerLink = entity('ProviderLink', ProviderLink, {
  scope: 'global',
  pk: 'U#{globalUserId}',
  sk: 'L#{issuer}#{subject}',
})

/** The public half of a signing key. Access and refresh tokens have separate keys. */
export const SigningKey = z.object({
  kid: text,
  use: z.enum(['access', 'refresh']),
  x: text,
  createdAt: text,
})
export type SigningKey = z.infer<typeof SigningKey>
export const signingKey = entity('SigningKey', SigningKey, { scope: 'global', pk: 'KEYS', sk: '{kid}' })

/** Keys, versions and credentials of a person's record. The person's data export leaves them out. */
export const tenantUserSecrets = {
  usernameKey: text,
  googleId: maybe(text),
  appleId: maybe(text),
  samlId: maybe(text),
  pushToken: maybe(text),
  /** The session that registered the phone: push messages are sent while it is live. */
  pushSession: maybe(text),
  /** From records before sessions; never read as a credential. */
  refreshToken: maybe(text),
  version: z.number(),
}

/** A person at one school. The person's data export contains all other fields than `tenantUserSecrets`. */
export const TenantUser = z.object({
  ...tenantUserSecrets,
  id: text,
  globalUserId: text,
  email: text,
  username: text,
  name: text,
  picture: maybe(text),
  samlProvider: maybe(text),
  samlAttributes: maybe(z.record(text, text)),
  roles: z.array(text),
  clubAssociations: z.array(text),
  ...ownProfile.stored,
  onboardingResponses: z.record(text, z.unknown()),
  approvalRoles: z.array(text),
  affiliatedEmail: maybe(text),
  affiliatedEmailVerified: z.boolean(),
  /** When the school address was linked. */
  affiliatedEmailAt: maybe(text),
  pushAppEdition: maybe(text),
  accessSuspended: z.boolean(),
  accessSuspendedAt: maybe(text),
  createdAt: text,
  updatedAt: text,
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

/** A username is unique per school, in any casing. */
export const UsernameGuard = z.object({ usernameKey: text, tenantUserId: text, globalUserId: text })
const named = { scope: 'tenant', pk: 'UNAME#{usernameKey}', sk: 'GUARD' } as const
export const usernameGuard = entity('UsernameGuard', UsernameGuard, named)

/** A linked school address belongs to one user of a school. The address is in lower case. */
export const AffiliatedGuard = z.object({ email: text, tenantUserId: text })
const affiliated = { scope: 'tenant', pk: 'AFFILIATED#{email}', sk: 'GUARD' } as const
export const affiliatedGuard = entity('AffiliatedGuard', AffiliatedGuard, affiliated)

/** A school in the registry. Only `zone.ts` and `days.ts` read its zones. */
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
  /** BCP 47 tag; absent is `en-US`. */
  locale: maybe(text),
  /** ISO 4217 code of the amounts on pages; absent is `USD`. */
  currency: maybe(text),
  emailDomains: z.array(text),
  ...branding,
  ...signInPolicy,
  /** Counts how often the sessions of its identity provider were ended at once; absent is 0. */
  trust: maybe(z.number()),
  /** The version of the SAML configuration that last changed `trust`: an earlier version is outdated. */
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
