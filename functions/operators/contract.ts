import * as z from 'zod/mini'
import { forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { BadCursor, ConcurrentChange, SessionRevoked } from '../../lib/contract/failures.ts'
import { Count, PageQuery } from '../../lib/contract/paging.ts'
import { AdminUser, signInMethods } from '../../lib/contract/people.ts'
import { data } from '../../lib/contract/reply.ts'
import { declare, form } from '../../lib/contract/row.ts'
import {
  maxRosterBytes,
  RosterEntries,
  RosterFull,
  RosterPreview,
  RosterSaved,
  RosterTooLong,
  RosterUnreadable,
  RosterUnseen,
  rosterFields,
} from './roster-shapes.ts'
import {
  BreakGlassUnfit,
  Door,
  DoorUnseen,
  LockedOut,
  LocksYouOut,
  ProviderContext,
  previewFields,
  RoleUnknown,
  SchoolMissing,
  SecondFactor,
  SecondFactorUnseen,
  secondFactorFields,
  seen,
  signInPolicyFields,
  WithoutFactor,
} from './shapes.ts'

export const LastAdmin = invalid('Cannot remove the last admin', 'LAST_ADMIN')
export const OwnAccount = invalid('You cannot suspend your own account', 'OWN_ACCOUNT')
export const Outranked = forbidden('This person ranks above you. Ask a platform administrator.', 'OUTRANKED')
export const PersonNotFound = notFound('User not found', 'USER_NOT_FOUND')

/** Roles at a school that administrators assign and remove. */
export const SchoolRole = z.enum(['admin', 'root', 'developer', 'beta'])
export type SchoolRole = z.infer<typeof SchoolRole>

const SecondFactorPolicy = z.object({
  required: SecondFactor,
  /** Ids of the roles that `staff` covers; null for all roles. */
  roles: z.nullable(z.array(z.string())),
  /**
   * Authentication context by which the identity provider states that it required a second factor; null where that
   * statement is not accepted.
   */
  providerContext: z.nullable(z.string()),
  /** Administrators who would have to set up a second factor first. At most a hundred people are examined. */
  administratorsWithout: z.array(AdminUser),
})

const at = '/org-management/root-operator-users'
const ben = { userId: 'demo-user-ben' }
const Id = z.string().check(z.minLength(1), z.maxLength(128))
const roster = { mode: 'add' as const, emails: ['new.student@students.example.org'] }
const asJson = { 'content-type': 'application/json' }
const rosterFails = [RosterUnreadable, RosterTooLong, RosterFull] as const
const Cursor = { limit: PageQuery.limit, cursor: PageQuery.cursor }
const Roles = z.object({ roles: z.array(z.string()) })

export const contract = declare('operators', 'School administration: roles, access, sign-in rules, roster', {
  toggleUserRole: {
    summary: 'Assign a school role to a user, or remove it',
    method: 'POST',
    path: '/manage-roles',
    access: 'admin',
    consequence: 'grants-role',
    inPerson: true,
    body: z.strictObject({ role: SchoolRole, userId: Id }),
    reply: data(Roles, 'Role added successfully'),
    fails: [PersonNotFound, Outranked, LastAdmin, ConcurrentChange],
    costs: { depth: 5, read: 5, write: 12 },
    example: { as: 'root', body: { role: 'admin', userId: 'demo-user-ben' } },
  },
  getUserStats: {
    summary: "Count the school's users and administrators",
    method: 'GET',
    counted: true,
    path: '/org-management/root-operator-user-stats',
    access: 'admin',
    consequence: 'none',
    reply: data(z.object({ totalUsers: z.number(), adminCount: z.number(), memberCount: z.number() })),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  findSchoolUsers: {
    summary: 'Find users by words of their names and usernames, two letters or more, or list administrators',
    method: 'GET',
    path: at,
    access: 'admin',
    consequence: 'roster',
    query: z.strictObject({
      q: z.optional(z.string().check(z.maxLength(100))),
      limit: z.optional(Count),
      role: z.optional(z.literal('admin')),
      /** With `emailVerified` of each user. */
      addresses: z.optional(z.enum(['true', 'false'])),
    }),
    reply: data(z.object({ users: z.array(AdminUser), total: z.number(), totalIsLowerBound: z.boolean() })),
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'root', query: { q: 'be' } },
  },
  setAdminRole: {
    summary: 'Make a user an administrator of the school, or remove them as one',
    method: 'POST',
    path: `${at}/:userId/role`,
    access: 'admin',
    consequence: 'grants-role',
    inPerson: true,
    body: z.strictObject({ role: z.literal('admin'), assign: z.boolean() }),
    reply: data(Roles),
    fails: [PersonNotFound, Outranked, LastAdmin, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 12 },
    example: { as: 'root', path: ben, body: { role: 'admin', assign: true } },
  },
  setUserAccess: {
    summary: "Suspend a user's access to the school or restore it, effective with their next request",
    method: 'PATCH',
    path: `${at}/:userId/access`,
    access: 'admin',
    consequence: 'grants-role',
    inPerson: true,
    body: z.strictObject({ accessSuspended: z.boolean() }),
    reply: data(z.object({ accessSuspended: z.boolean(), accessSuspendedAt: z.optional(z.string()) })),
    fails: [PersonNotFound, OwnAccount, Outranked, LastAdmin, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 9 },
    example: { as: 'root', path: ben, body: { accessSuspended: true } },
  },
  getSecondFactorPolicy: {
    summary: "Get the school's second-factor policy and its administrators without a factor",
    method: 'GET',
    path: '/admin/second-factor',
    access: 'admin',
    reply: data(SecondFactorPolicy),
    fails: [SchoolMissing],
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'root' },
  },
  previewSecondFactorPolicy: {
    summary:
      'Preview a second-factor policy: list the people it affects who have no factor; nothing is changed',
    method: 'POST',
    path: '/admin/second-factor/preview',
    access: 'admin',
    inPerson: true,
    body: z.strictObject({ ...secondFactorFields, ...previewFields }),
    reply: data(WithoutFactor),
    fails: [RoleUnknown, BadCursor],
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'root', body: { required: 'staff' } },
  },
  setSecondFactorPolicy: {
    summary: 'Set who needs a second factor at the school, for privileged operations and event decisions',
    method: 'PUT',
    path: '/admin/second-factor',
    access: 'admin',
    consequence: 'settings',
    inPerson: true,
    body: z.strictObject({
      ...secondFactorFields,
      providerContext: z.optional(z.nullable(ProviderContext)),
      seen: z.optional(seen),
    }),
    reply: data(SecondFactorPolicy, 'Second factor policy updated'),
    fails: [SchoolMissing, RoleUnknown, SecondFactorUnseen, ConcurrentChange],
    costs: { depth: 4, read: 4.5, write: 8 },
    example: {
      as: 'root',
      body: { required: 'administrators' },
    },
  },
  getDoor: {
    summary: "Get the school's sign-in policy and the administrators exempt from it",
    method: 'GET',
    path: '/admin/door',
    access: 'admin',
    reply: data(Door),
    fails: [SchoolMissing],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  previewDoor: {
    summary: 'Preview a sign-in policy: list the people it would lock out; nothing is changed',
    method: 'POST',
    path: '/admin/door/preview',
    access: 'admin',
    inPerson: true,
    body: z.strictObject({ ...signInPolicyFields, ...previewFields }),
    reply: data(LockedOut),
    fails: [SchoolMissing, BreakGlassUnfit],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root', body: { ways: [...signInMethods], breakGlass: [] } },
  },
  setDoor: {
    summary: "Set the school's sign-in policy, after a preview of the people it would lock out",
    method: 'PUT',
    path: '/admin/door',
    access: 'admin',
    consequence: 'settings',
    inPerson: true,
    body: z.strictObject({ ...signInPolicyFields, seen }),
    reply: data(Door, 'Sign-in policy updated'),
    fails: [SchoolMissing, BreakGlassUnfit, DoorUnseen, LocksYouOut, SessionRevoked, ConcurrentChange],
    costs: { depth: 5, read: 5, write: 10 },
    example: {
      as: 'root',
      body: { ways: [...signInMethods], breakGlass: [], seen: 'dCNOmK_nSY-12vHzasLXiswzlGT5UHA7jAGYkvmCuQs' },
    },
  },
  listRoster: {
    summary: 'List the addresses of the roster, or check one address',
    method: 'GET',
    path: '/admin/roster',
    access: 'admin',
    consequence: 'roster',
    inPerson: true,
    query: z.strictObject({ ...Cursor, email: z.optional(z.string().check(z.maxLength(320))) }),
    reply: data(RosterEntries),
    fails: [BadCursor],
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root' },
  },
  previewRoster: {
    summary: 'Preview a roster change: count the addresses it would add and remove; nothing is changed',
    method: 'POST',
    path: '/admin/roster/preview',
    access: 'admin',
    consequence: 'roster',
    inPerson: true,
    body: form(z.strictObject(rosterFields), 'file', maxRosterBytes),
    reply: data(RosterPreview),
    fails: rosterFails,
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root', headers: asJson, body: roster },
  },
  saveRoster: {
    summary: 'Add addresses to the roster, remove them or replace it, after a preview',
    method: 'PUT',
    path: '/admin/roster',
    access: 'admin',
    consequence: 'roster',
    inPerson: true,
    body: form(z.strictObject({ ...rosterFields, seen }), 'file', maxRosterBytes),
    reply: data(RosterSaved, 'Roster updated'),
    fails: [...rosterFails, RosterUnseen, ConcurrentChange],
    costs: { depth: 3, read: 4, write: 10 },
    example: {
      as: 'root',
      headers: asJson,
      body: { ...roster, seen: 'XUmdKFCYU0-f2GdmiYBkHVhq1uqXU5KCyvjfDBF1PU4' },
    },
  },
})
