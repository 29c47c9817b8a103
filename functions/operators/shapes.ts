import * as z from 'zod/mini'
import { conflict, invalid, notFound } from '../../lib/contract/failure.ts'
import { described } from '../../lib/contract/fields.ts'
import { AdminUser, signInMethods } from '../../lib/contract/people.ts'
import { longestSessionSeconds } from '../../lib/contract/session-lifetime.ts'
import { minutes } from '../../lib/contract/time.ts'

export const SchoolMissing = notFound('School not found', 'TENANT_NOT_FOUND')

export const BreakGlassUnfit = invalid(
  'Choose one to five break-glass accounts: administrators of this school, each with a second factor',
  'BREAK_GLASS_UNFIT',
)
export const DoorUnseen = conflict(
  'Preview the people this locks out, to the last page, before you save it. It was not previewed, or the result has changed.',
  'DOOR_UNSEEN',
)
export const LocksYouOut = conflict(
  'This would lock you out. Sign in with a method that stays allowed, or make your account a break-glass account.',
  'LOCKS_YOU_OUT',
)

export const RoleUnknown = invalid('This school has no such role', 'ROLE_UNKNOWN')
export const SecondFactorUnseen = conflict(
  'Preview again who has no second factor before you save it, to the last page. It was not previewed, or the result has changed.',
  'SECOND_FACTOR_UNSEEN',
)

const Id = z.string().check(z.minLength(1), z.maxLength(128))

/**
 * Minutes that stand for no limit: the maximum life of a session. The least is half an hour, in which every client
 * refreshes.
 */
export const unlimited = longestSessionSeconds / minutes
const Minutes = z.optional(z.int().check(z.minimum(30), z.maximum(unlimited)))

/** The operation checks that it is a network, and how large. */
const Network = z.string().check(z.trim(), z.maxLength(60))

const SchoolKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Expected the key of a school'))

/** Sign-in policy as an administrator requests it. Omitted parts stay unchanged. */
export const signInPolicyFields = {
  ways: z.array(z.enum(signInMethods)).check(z.minLength(1), z.maxLength(signInMethods.length)),
  breakGlass: z.array(Id).check(z.maxLength(5)),
  newMembers: z.optional(z.enum(['anybody', 'domains', 'rostered', 'invited'])),
  publishers: z.optional(z.enum(['anybody', 'proven'])),
  otherSchools: z.optional(z.nullable(z.array(SchoolKey).check(z.maxLength(100)))),
  campusNetworks: z.optional(
    described(
      z.array(Network).check(z.maxLength(32)),
      'Networks of the campus in CIDR notation, or single addresses: at most 32; an empty list names none',
    ),
  ),
  longestSession: Minutes,
  idleTime: Minutes,
}

export const Door = z.object({
  ways: z.array(z.enum(signInMethods)),
  /** People who may sign in by every way. All administrators are notified of these accounts. */
  breakGlass: z.array(AdminUser),
  newMembers: z.enum(['anybody', 'domains', 'rostered', 'invited']),
  /** Who publishes content for others: anybody, or only people with a proven address. */
  publishers: z.enum(['anybody', 'proven']),
  /** Keys of the schools whose people may join or visit as guests; null for any. */
  otherSchools: z.nullable(z.array(z.string())),
  campusNetworks: described(
    z.array(z.string()),
    'Networks of the campus in CIDR notation, from which more people may register',
  ),
  longestSession: z.number(),
  idleTime: z.number(),
})

export const LockedOut = z.object({
  people: z.array(AdminUser),
  cursor: z.optional(z.string()),
  /** Covers all pages up to this one. Saving requires the value of the last page. */
  seen: z.string(),
})

export const previewFields = {
  cursor: z.optional(z.string().check(z.maxLength(2048))),
  seen: z.optional(z.string().check(z.maxLength(64))),
}

export const seen = z.string().check(z.maxLength(64))

/**
 * `administrators` need a factor for privileged operations. `staff` are the administrators and people who decide by a
 * role of the school. `nobody` requires it only of people who have one.
 */
export const SecondFactor = z.enum(['nobody', 'administrators', 'staff'])

/** With `staff`, the ids of the roles that need one; null or absent means every role. */
const roles = z.nullable(
  z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(200)),
)

/** Second-factor policy that an administrator requests. */
export const secondFactorFields = { required: SecondFactor, roles: z.optional(roles) }

/** Authentication contexts of a single step, which most identity providers send by default. */
const oneStep =
  /^(?:urn:oasis:names:tc:SAML:2\.0:ac:classes:(?:Password|PasswordProtectedTransport|PreviousSession|InternetProtocol|InternetProtocolPassword|unspecified)|https:\/\/refeds\.org\/profile\/sfa)$/i

/** A URI exactly as the identity provider writes it, compared to the letter. */
export const ProviderContext = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]*:[\x21\x23-\x7e]{1,240}$/i),
  z.refine(
    (context) => !oneStep.test(context),
    'This context does not prove a second factor. Send another context.',
  ),
)

export const WithoutFactor = z.object({
  /** Administrators first, then holders of a role and their stand-ins. A person on several lists may appear twice. */
  people: z.array(AdminUser),
  cursor: z.optional(z.string()),
  /** Covers all pages up to this one. Saving requires the value of the last page. */
  seen: z.string(),
})
