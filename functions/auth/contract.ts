import * as z from 'zod/mini'
import { forbidden, invalid, limited, notFound, unauthenticated } from '../../lib/contract/failure.ts'
import {
  AccountSuspended,
  ConcurrentChange,
  NoRefreshToken,
  PasswordWeak,
  SchoolNotFound,
  SchoolRequired,
} from '../../lib/contract/failures.ts'
import { described, EmptyBody, line, text } from '../../lib/contract/fields.ts'
import { guesses } from '../../lib/contract/limit.ts'
import { SelfUser, SignedIn, usernameLength } from '../../lib/contract/people.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { admissionRefusals, signInPolicyRefusals } from '../../lib/contract/sign-in-policy.ts'
import { days, hours, minutes } from '../../lib/contract/time.ts'
import { InviteEmailMismatch, PendingInvite } from '../invites/contract.ts'
import { InvalidCode } from '../passwords/contract.ts'

export const AccountExists = invalid('Email is taken', 'ACCOUNT_EXISTS')
export const UsernameTaken = invalid('Username is taken', 'USERNAME_TAKEN')
export const BothTaken = invalid('Email and username are taken', 'ACCOUNT_EXISTS')
export const UsernameInvalid = invalid(
  `A username must have ${usernameLength.least} to ${usernameLength.most} letters and digits`,
  'USERNAME_INVALID',
)
export const UsernameProfane = invalid('Username does not abide by community standards', 'USERNAME_PROFANE')
export const EmailInvalid = invalid('Invalid e-mail address', 'EMAIL_INVALID')
export const InvalidCredentials = unauthenticated('Invalid credentials', 'INVALID_CREDENTIALS')
export const SignInCodeRequired = limited(
  'Too many wrong passwords for this account. Request a password reset code by mail, then sign in with your password and the code.',
  'SIGN_IN_CODE_REQUIRED',
)
export const RegistrationCodeRequired = forbidden(
  'Verify your e-mail address first. We sent you a mail: open its link, or repeat this request with its code.',
  'REGISTRATION_CODE_REQUIRED',
)
export const GlobalUserNotFound = invalid('Global user not found.', 'USER_NOT_FOUND')
export const RefreshTokenExpired = unauthenticated('Refresh token expired', 'REFRESH_TOKEN_EXPIRED')
export const InvalidRefreshToken = unauthenticated('Invalid refresh token', 'INVALID_REFRESH_TOKEN')
export const UserNotFound = notFound('User not found', 'USER_NOT_FOUND')

/** On the platform host the body names the school; on a school's host, the host does. */
const school = z.optional(text(64))

const Guest = z.object({
  name: described(z.string(), 'Name of the guest'),
  school: z.optional(described(z.string(), "Name of the guest's own school")),
  schoolKey: z.optional(described(z.string(), "Key of the guest's own school, as in `communities`")),
  registrations: described(
    z.array(
      z.object({
        eventId: z.string(),
        status: described(z.enum(['attending', 'waiting']), '`waiting`: on the waitlist'),
        guestCount: described(z.number(), 'Seats, with the guest'),
        startTime: described(z.string(), 'Start of the event (ISO 8601)'),
      }),
    ),
    'Registrations at this school: at most 50, those that start last first',
  ),
})

const Registration = z.strictObject({
  email: text(254),
  password: z.string().check(z.maxLength(1024)),
  username: z.optional(text(64)),
  name: z.optional(line(120)),
  /** Token from the mail of an organization invitation, or from the mail with a registration code. */
  invite_token: z.optional(z.string().check(z.maxLength(256))),
  /**
   * Code from the mail that a school sends when its members must prove their address. `invite_token` takes the token of
   * that mail's link.
   */
  code: z.optional(text(64)),
  school,
})

/** `email` takes an address or a username, in any casing. `code` is the code that `forgotPassword` mails. */
const Credentials = z.strictObject({
  email: text(254),
  password: z.string().check(z.maxLength(1024)),
  code: z.optional(text(64)),
  school,
})

/**
 * Limits on wrong passwords: per known device of an account, per account for all other devices, per network source, and
 * overall. After a limit is reached, people sign in with a mailed code.
 */
export const loginLimits = {
  device: { max: 20, seconds: days, count: 'failures' },
  account: { max: 10, seconds: days, count: 'failures' },
  // A whole campus may share one address.
  address: { max: 100, seconds: hours, count: 'failures' },
  all: guesses.password.limit,
} as const

/** Registrations from one address, and from one address of the campus that the school names as its own. */
export const registerLimits = {
  address: { max: 300, seconds: hours },
  'address of the campus': { max: 3_000, seconds: hours },
} as const
/** Mails to one address. Codes of earlier mails stay valid after the limit. */
export const registrationCodeLimits = { mailbox: { max: 5, seconds: hours } } as const
export const refreshLimits = { session: { max: 60, seconds: minutes } } as const

const joined = z.object({ tenantKey: z.string(), status: z.literal('active') })

export const contract = declare('auth', 'Registration, sign-in, session renewal and joining a school', {
  register: {
    summary: 'Create an account, or sign in to an existing account if its password matches',
    method: 'POST',
    path: '/register',
    creates: 'once',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: Registration,
    reply: data(SignedIn, 'User registered successfully', { status: 201, tokens: 'data' }),
    fails: [
      AccountExists,
      UsernameTaken,
      BothTaken,
      UsernameInvalid,
      UsernameProfane,
      EmailInvalid,
      PasswordWeak,
      SchoolRequired,
      SchoolNotFound,
      InviteEmailMismatch,
      SignInCodeRequired,
      AccountSuspended,
      ...signInPolicyRefusals,
      UserNotFound,
      RegistrationCodeRequired,
      InvalidCode,
      ...admissionRefusals,
      ConcurrentChange,
    ],
    limits: { ...registerLimits, ...registrationCodeLimits },
    costs: { depth: 2, read: 2, write: 26 },
    example: {
      body: {
        email: 'new.student@students.example.edu',
        password: 'correct horse battery',
        username: 'newstudent',
      },
    },
  },
  login: {
    summary: 'Sign in with email address or username, and password',
    method: 'POST',
    path: '/login',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: Credentials,
    reply: data(SignedIn, 'Logged in successfully', { tokens: 'data' }),
    fails: [
      InvalidCredentials,
      SignInCodeRequired,
      InvalidCode,
      AccountSuspended,
      ...signInPolicyRefusals,
      SchoolRequired,
      SchoolNotFound,
      UserNotFound,
      ...admissionRefusals,
      ConcurrentChange,
    ],
    limits: loginLimits,
    costs: { depth: 3, read: 7.5, write: 6 },
    example: { body: { email: 'ada@demo.example.edu', password: 'demo password' } },
  },
  refreshToken: {
    summary: 'Exchange the refresh token for new access and refresh tokens',
    method: 'POST',
    path: '/refresh-token',
    access: 'anyone',
    siblings: true,
    host: 'both',
    duringMaintenance: true,
    refreshToken: true,
    crossSite: 'platform',
    body: EmptyBody,
    reply: done('Token refreshed successfully', { tokens: 'top' }),
    fails: [
      NoRefreshToken,
      RefreshTokenExpired,
      InvalidRefreshToken,
      AccountSuspended,
      ...signInPolicyRefusals,
    ],
    limits: refreshLimits,
    costs: { depth: 1, read: 1, write: 1 },
    example: { cookies: ['refreshToken=demo:ada'] },
  },
  logout: {
    summary: "Sign out on this device, and get the address of the identity provider's logout",
    method: 'POST',
    path: '/logout',
    access: 'optional',
    takesAnyCookies: true,
    host: 'both',
    duringMaintenance: true,
    refreshToken: true,
    body: EmptyBody,
    /** `redirectUrl`: logout address of the school's identity provider. */
    reply: flat(z.object({ redirectUrl: z.optional(z.string()) }), 'Logged out successfully'),
    costs: { depth: 2, read: 2, write: 1 },
    example: { as: 'ada' },
  },
  validateToken: {
    summary: 'Get the signed-in person and the schools they belong to',
    method: 'GET',
    path: '/validate-token',
    access: 'caller',
    siblings: true,
    host: 'both',
    duringMaintenance: true,
    reply: data(
      z.object({
        user: z.nullable(SelfUser),
        guest: z.optional(described(Guest, 'Guest of another school, without a `user` here')),
        platformRoles: z.array(z.string()),
        communities: z.array(z.string()),
        pendingOrgInvites: z.array(PendingInvite),
        friendRequests: z.object({ received: z.array(z.string()), sent: z.array(z.string()) }),
      }),
      'Token is valid',
    ),
    fails: [UserNotFound],
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'ada' },
  },
  joinTenant: {
    summary: 'Add the caller as a member of this school',
    method: 'POST',
    path: '/auth/join-tenant',
    aliases: ['/join-tenant'],
    access: 'caller',
    siblings: true,
    duringMaintenance: true,
    crossSite: 'platform',
    goesOnWithout: 'tokens',
    body: EmptyBody,
    reply: data(
      z.object({ user: SelfUser, alreadyMember: z.boolean(), membership: joined }),
      'Joined tenant',
      {
        tokens: 'data',
      },
    ),
    fails: [...admissionRefusals, GlobalUserNotFound, ConcurrentChange],
    costs: { depth: 3, read: 4, write: 17 },
    example: { as: 'ada' },
  },
})
