import * as z from 'zod/mini'
import { conflict, forbidden, invalid, notFound, unsupported } from '../../lib/contract/failure.ts'
import { described, holds, jsonOfAtMost, line } from '../../lib/contract/fields.ts'
import { Count } from '../../lib/contract/paging.ts'
import { ownProfile, usernameLength } from '../../lib/contract/people.ts'
import { unsupportedPicture } from '../../lib/contract/picture.ts'

// Refuses numbers that the table cannot store exactly as sent.
const ordinary = z.refine<number>(
  (number) => number === 0 || (Math.abs(number) < 1e15 && Math.abs(number) > 1e-9),
  'This number is out of range',
)

const Plain = z.union([
  z.string().check(z.maxLength(2048)),
  z.number().check(ordinary),
  z.boolean(),
  z.null(),
])

const answerKey = z.string().check(z.minLength(1), z.maxLength(100))

/** Response to one onboarding step: at most 2 kB as JSON. */
const Answer = z
  .union([Plain, z.array(Plain).check(z.maxLength(100)), z.record(answerKey, Plain)])
  .check(jsonOfAtMost(2))

const Answers = z
  .record(answerKey, Answer)
  .check(z.refine((answers) => Object.keys(answers).length <= 100, 'At most 100 answers'))

// Bounds of name and username have failure codes of their own, so the rule checks them.
const loose = z.string().check(z.maxLength(1000))

/** Fields that people may change of themselves (rules/users 1). All others are refused. */
export const UserChange = z.strictObject({
  name: z.optional(line(1000, 0)),
  username: z.optional(loose),
  /** Existing clients send the address back; only the current one is accepted. */
  email: z.optional(z.string().check(z.maxLength(254))),
  ...ownProfile.sent,
  onboardingResponses: z.optional(Answers),
  /** Preferences of an earlier product that existing clients still send; they are not stored. */
  classroom: z.optional(z.unknown()),
  recommendation: z.optional(z.unknown()),
})
export type UserChange = z.infer<typeof UserChange>

export const UsernameQuestion = z.strictObject({ username: z.optional(loose) })

export const PushRegistration = z.strictObject({
  pushToken: z.optional(z.string().check(z.trim(), z.maxLength(512))),
  appEdition: z.optional(z.enum(['campus', 'pivot'])),
})

/** A JSON array of strings, a comma list, or the parameter repeated. */
const list = () => z.string().check(z.maxLength(16_384), holds('list'))

export const UserIds = z.strictObject({
  userIds: z.optional(described(list(), 'Ids of up to 100 people, as a JSON array or separated by commas')),
  'userIds[]': z.optional(described(list(), 'Ids of people, for clients that repeat the parameter')),
})

export const UserSearch = z.strictObject({
  query: z.optional(z.string().check(z.maxLength(254))),
  roles: z.optional(list()),
  tags: z.optional(list()),
  excludeIds: z.optional(
    described(list(), 'Ids of up to 100 people to leave out, as a JSON array or separated by commas'),
  ),
  limit: z.optional(Count),
  skip: z.optional(Count),
  sortBy: z.optional(z.enum(['username', 'name', 'createdAt'])),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  cursor: z.optional(z.string().check(z.maxLength(2048))),
})
export type UserSearch = z.infer<typeof UserSearch>

/**
 * A search examines at most 500 people, so `total` is exact up to that number. When more match, `cursor` continues
 * after them. An order other than by username covers only these 500.
 */
export const SearchPagination = z.object({
  total: z.number(),
  limit: z.number(),
  skip: z.number(),
  totalIsLowerBound: z.boolean(),
  orderIsPartial: z.boolean(),
  cursor: z.optional(z.string()),
})

export const UserNotFound = notFound('User not found', 'USER_NOT_FOUND')

export const NameRequired = invalid('Name is required', 'NAME_REQUIRED')
export const NameTooLong = invalid('A name must have at most 120 characters', 'NAME_TOO_LONG')

export const UsernameRequired = invalid('Username is required', 'USERNAME_REQUIRED')
export const UsernameTooShort = invalid(
  `A username must have at least ${usernameLength.least} characters`,
  'USERNAME_TOO_SHORT',
)
export const UsernameTooLong = invalid(
  `A username must have at most ${usernameLength.most} characters`,
  'USERNAME_TOO_LONG',
)
export const UsernameInvalid = invalid('A username can contain only letters and digits', 'USERNAME_INVALID')
export const UsernameProfane = invalid('Username does not abide by community standards', 'USERNAME_PROFANE')
export const UsernameTaken = invalid('Username is taken', 'USERNAME_TAKEN')

export const EmailChangeNotSupported = invalid(
  "You cannot change the account's e-mail address here",
  'EMAIL_CHANGE_NOT_SUPPORTED',
)

export const NoFile = invalid('No file uploaded', 'FILE_REQUIRED', 'header')
export const UnsupportedImage = unsupported(unsupportedPicture, 'UNSUPPORTED_IMAGE')
export const PushTokenRequired = invalid('Push token is required', 'PUSH_TOKEN_REQUIRED', 'header')

export const RecentLoginRequired = forbidden(
  'To delete this account, sign in again or send its password',
  'RECENT_LOGIN_REQUIRED',
)
export const LastPlatformAdmin = conflict(
  'The last platform administrator cannot be removed. Add another first.',
  'LAST_PLATFORM_ADMIN',
)
