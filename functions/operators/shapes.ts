import * as z from 'zod/mini'
import { conflict, invalid, notFound } from '../../lib/contract/failure.ts'
import { AdminUser, signInMethods } from '../../lib/contract/people.ts'
import { days, minutes } from '../../lib/contract/time.ts'

export const SchoolMissing = notFound('School not found', 'TENANT_NOT_FOUND')

export const BreakGlassUnfit = invalid(
  'Name one to five administrators of the school, each with a second factor, who may come in by every way',
  'BREAK_GLASS_UNFIT',
)
export const DoorUnseen = conflict(
  'Look first at whom this locks out, to the end of the list, and send what the last page says you have seen',
  'DOOR_UNSEEN',
)
export const LocksYouOut = conflict(
  'This would lock you out. Sign in by a way that stays, or name yourself among those who may come in by every way.',
  'LOCKS_YOU_OUT',
)

export const RoleUnknown = invalid('There is no such role at this school', 'ROLE_UNKNOWN')
export const SecondFactorUnseen = conflict(
  'Look first at who has no second factor yet, to the end of the list, and send what the last page says you have seen',
  'SECOND_FACTOR_UNSEEN',
)

const Id = z.string().check(z.minLength(1), z.maxLength(128))

/** Minutes: the life of every session, so that nothing is limited; and half an hour, in which any client refreshes. */
export const unlimited = (30 * days) / minutes
const Minutes = z.optional(z.int().check(z.minimum(30), z.maximum(unlimited)))

const SchoolKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Expected the key of a school'))

/** What an administrator wants of the door. What may be left out stays as it is. */
export const signInPolicyFields = {
  ways: z.array(z.enum(signInMethods)).check(z.minLength(1), z.maxLength(signInMethods.length)),
  breakGlass: z.array(Id).check(z.maxLength(5)),
  newMembers: z.optional(z.enum(['anybody', 'domains', 'rostered', 'invited'])),
  publishers: z.optional(z.enum(['anybody', 'proven'])),
  otherSchools: z.optional(z.nullable(z.array(SchoolKey).check(z.maxLength(100)))),
  longestSession: Minutes,
  idleTime: Minutes,
}

export const Door = z.object({
  ways: z.array(z.enum(signInMethods)),
  /** Those who may come in by every way, of which all administrators are told. */
  breakGlass: z.array(AdminUser),
  newMembers: z.enum(['anybody', 'domains', 'rostered', 'invited']),
  /** Who publishes what others see: anybody, or whose address is proven. */
  publishers: z.enum(['anybody', 'proven']),
  /** Keys of the schools whose people may join or come as guests; null is any. */
  otherSchools: z.nullable(z.array(z.string())),
  longestSession: z.number(),
  idleTime: z.number(),
})

export const LockedOut = z.object({
  people: z.array(AdminUser),
  cursor: z.optional(z.string()),
  /** Of all pages up to this one. Saving wants that of the last. */
  seen: z.string(),
})

export const previewFields = {
  cursor: z.optional(z.string().check(z.maxLength(2048))),
  seen: z.optional(z.string().check(z.maxLength(64))),
}

export const seen = z.string().check(z.maxLength(64))

/**
 * `administrators` do nothing privileged without one; `staff` are they, and with them whoever decides by a role of the
 * school; `nobody` asks those alone who have one.
 */
export const SecondFactor = z.enum(['nobody', 'administrators', 'staff'])

/** With `staff`, the ids of the roles that are asked; null or absent is every role. */
const roles = z.nullable(
  z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(200)),
)

/** Whom an administrator wants to be asked. */
export const secondFactorFields = { required: SecondFactor, roles: z.optional(roles) }

/** Contexts of a single step, which most identity providers name by themselves. */
const oneStep =
  /^(?:urn:oasis:names:tc:SAML:2\.0:ac:classes:(?:Password|PasswordProtectedTransport|PreviousSession|InternetProtocol|InternetProtocolPassword|unspecified)|https:\/\/refeds\.org\/profile\/sfa)$/i

/** A URI, written as the identity provider writes it: compared to the letter. */
export const ProviderContext = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]*:[\x21\x23-\x7e]{1,240}$/i),
  z.refine((context) => !oneStep.test(context), 'This context stands for a single step'),
)

export const WithoutFactor = z.object({
  /** Administrators, then who holds a role or is asked in its place; somebody of several lists may come twice. */
  people: z.array(AdminUser),
  cursor: z.optional(z.string()),
  /** Of all pages up to this one. Saving wants that of the last. */
  seen: z.string(),
})
