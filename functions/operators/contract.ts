import * as z from 'zod/mini'
import { forbidden, invalid, missing } from '../../lib/contract/failure.ts'
import { ConcurrentChange, SessionRevoked } from '../../lib/contract/failures.ts'
import { AdminUser, doorWays } from '../../lib/contract/people.ts'
import { data } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  BreakGlassUnfit,
  Door,
  DoorUnseen,
  LockedOut,
  LocksYouOut,
  SchoolMissing,
  seen,
  turn,
  WantedDoor,
} from './shapes.ts'

export const LastAdmin = invalid('Cannot remove the last admin', 'LAST_ADMIN')
export const OwnAccount = invalid('You cannot suspend your own account', 'OWN_ACCOUNT')
export const Outranked = forbidden(
  'Only somebody of the same rank or above can do this. Ask an administrator of the platform.',
  'OUTRANKED',
)
export const PersonNotFound = missing('User not found', 'USER_NOT_FOUND')

/** Roles at a school that administrators give and take. */
export const SchoolRole = z.enum(['admin', 'root', 'developer', 'beta'])
export type SchoolRole = z.infer<typeof SchoolRole>

/** `administrators` do nothing privileged without one; `nobody` asks those alone who have one. */
export const SecondFactor = z.enum(['nobody', 'administrators'])

/** Contexts of a single step, which most identity providers name by themselves. */
const oneStep =
  /^(?:urn:oasis:names:tc:SAML:2\.0:ac:classes:(?:Password|PasswordProtectedTransport|PreviousSession|InternetProtocol|InternetProtocolPassword|unspecified)|https:\/\/refeds\.org\/profile\/sfa)$/i

/** A URI, written as the identity provider writes it: compared to the letter. */
const ProviderContext = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]*:[\x21\x23-\x7e]{1,240}$/i),
  z.refine((context) => !oneStep.test(context), 'This context stands for a single step'),
)

const SecondFactorPolicy = z.object({
  required: SecondFactor,
  /** By which authentication context the identity provider says that it asked for a second factor; null where its word is not taken. */
  providerContext: z.nullable(z.string()),
  /** Administrators who would have to set one up first. At most a hundred are looked at. */
  administratorsWithout: z.array(AdminUser),
})

const at = '/org-management/root-operator-users'
const ben = { userId: 'demo-user-ben' }
const Id = z.string().check(z.minLength(1), z.maxLength(128))
const Roles = z.object({ roles: z.array(z.string()) })

export const contract = declare('operators', 'People of a school in the hands of its administrators', {
  toggleUserRole: {
    summary: 'Gives somebody a role at the school, or takes it away',
    method: 'POST',
    path: '/manage-roles',
    access: 'admin',
    proof: 'strong',
    inPerson: true,
    body: z.strictObject({ role: SchoolRole, userId: Id }),
    reply: data(Roles, 'Role added successfully'),
    fails: [PersonNotFound, Outranked, LastAdmin, ConcurrentChange],
    example: { as: 'root', body: { role: 'admin', userId: 'demo-user-ben' } },
  },
  getUserStats: {
    summary: 'How many people the school has, and how many administrators',
    method: 'GET',
    counted: true,
    path: '/org-management/root-operator-user-stats',
    access: 'admin',
    reply: data(z.object({ totalUsers: z.number(), adminCount: z.number(), memberCount: z.number() })),
    example: { as: 'root' },
  },
  findSchoolUsers: {
    summary: 'People by words of their names and usernames; two letters at least, administrators without any',
    method: 'GET',
    path: at,
    access: 'admin',
    query: z.strictObject({
      q: z.optional(z.string().check(z.maxLength(100))),
      limit: z.optional(z.string().check(z.maxLength(20))),
      role: z.optional(z.literal('admin')),
    }),
    reply: data(z.object({ users: z.array(AdminUser), total: z.number(), totalIsLowerBound: z.boolean() })),
    example: { as: 'root', query: { q: 'be' } },
  },
  setAdminRole: {
    summary: 'Makes somebody an administrator of the school, or ends it',
    method: 'POST',
    path: `${at}/:userId/role`,
    access: 'admin',
    proof: 'strong',
    inPerson: true,
    body: z.strictObject({ role: z.literal('admin'), assign: z.boolean() }),
    reply: data(Roles),
    fails: [PersonNotFound, Outranked, LastAdmin, ConcurrentChange],
    example: { as: 'root', path: ben, body: { role: 'admin', assign: true } },
  },
  setUserAccess: {
    summary: 'Suspends somebody at the school, or lets them in again; it counts from the next request on',
    method: 'PATCH',
    path: `${at}/:userId/access`,
    access: 'admin',
    proof: 'strong',
    inPerson: true,
    body: z.strictObject({ accessSuspended: z.boolean() }),
    reply: data(z.object({ accessSuspended: z.boolean(), accessSuspendedAt: z.optional(z.string()) })),
    fails: [PersonNotFound, OwnAccount, Outranked, LastAdmin, ConcurrentChange],
    example: { as: 'root', path: ben, body: { accessSuspended: true } },
  },
  getSecondFactorPolicy: {
    summary: 'Who has to have a second factor at the school, and which administrators have none',
    method: 'GET',
    path: '/admin/second-factor',
    access: 'admin',
    reply: data(SecondFactorPolicy),
    fails: [SchoolMissing],
    example: { as: 'root' },
  },
  setSecondFactorPolicy: {
    summary: 'Says who has to have a second factor at the school for what is privileged',
    method: 'PUT',
    path: '/admin/second-factor',
    access: 'admin',
    proof: 'strong',
    inPerson: true,
    body: z.strictObject({
      required: SecondFactor,
      providerContext: z.optional(z.nullable(ProviderContext)),
    }),
    reply: data(SecondFactorPolicy, 'Second factor policy updated'),
    fails: [SchoolMissing, ConcurrentChange],
    example: {
      as: 'root',
      body: { required: 'administrators' },
    },
  },
  getDoor: {
    summary: 'By which ways people come into the school, and who may come in by every way',
    method: 'GET',
    path: '/admin/door',
    access: 'admin',
    reply: data(Door),
    fails: [SchoolMissing],
    example: { as: 'root' },
  },
  previewDoor: {
    summary: 'Whom other ways in would lock out, page by page; nothing is changed',
    method: 'POST',
    path: '/admin/door/preview',
    access: 'admin',
    inPerson: true,
    body: z.strictObject({ ...WantedDoor, ...turn }),
    reply: data(LockedOut),
    fails: [SchoolMissing, BreakGlassUnfit],
    example: { as: 'root', body: { ways: [...doorWays], breakGlass: [] } },
  },
  setDoor: {
    summary: 'Says by which ways people come in, once whoever would be locked out was looked at',
    method: 'PUT',
    path: '/admin/door',
    access: 'admin',
    proof: 'strong',
    inPerson: true,
    body: z.strictObject({ ...WantedDoor, seen }),
    reply: data(Door, 'Door updated'),
    fails: [SchoolMissing, BreakGlassUnfit, DoorUnseen, LocksYouOut, SessionRevoked, ConcurrentChange],
    example: {
      as: 'root',
      body: { ways: [...doorWays], breakGlass: [], seen: 'dCNOmK_nSY-12vHzasLXiswzlGT5UHA7jAGYkvmCuQs' },
    },
  },
})
