import * as z from 'zod/mini'
import { ConcurrentChange, FormatOff } from '../../lib/contract/failures.ts'
import { ByteOrderMark, described } from '../../lib/contract/fields.ts'
import { admissionFails } from '../../lib/contract/org-rules.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { asFile, done, flat } from '../../lib/contract/reply.ts'
import { declare, type Rows } from '../../lib/contract/row.ts'
import { hours } from '../../lib/contract/time.ts'
import {
  AlreadyOwner,
  ApplicantIsMember,
  ApplicationDecided,
  ApplicationNotFound,
  ApplicationProcessed,
  ApplicationWithdrawn,
  CannotAssignRole,
  CannotChangeMember,
  MemberNotFound,
  MembershipRefused,
  MembershipSuspended,
  NewOwnerNotMember,
  NoOwnershipOffer,
  NotAMemberToLeave,
  NotDrafted,
  OwnerByTransferOnly,
  OwnerCannotLeave,
  OwnerKeepsRole,
  OwnerStays,
  OwnTermStays,
  PermissionNotHeld,
  RoleNotFound,
  RoleRequired,
  TooManyMemberships,
  UserNotFound,
} from './contract/failures.ts'
import { roleRows } from './contract/role-rows.ts'
import {
  ApplicationView,
  Approval,
  Assignment,
  HistoryView,
  MemberView,
  OwnApplicationView,
  Rejection,
  Removal,
} from './contract/shapes.ts'

/** Each application notifies the managers. This limit stops a person who applies and withdraws repeatedly. */
export const withdrawalLimits = { person: { max: 20, seconds: hours } } as const

/** Applicants manage their applications to all organizations of the school with these. */
export const ownApplicationRows = {
  listOwnApplications: {
    summary: "List the caller's applications and their results, newest first; withdrawn ones for 90 days",
    method: 'GET',
    path: '/org-roles/me/applications',
    access: 'member',
    query: z.strictObject(PageQuery),
    reply: flat(z.object({ applications: z.array(OwnApplicationView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 3, read: 4, write: 0 },
    example: { as: 'ada' },
  },
  withdrawApplication: {
    summary: 'Withdraw a pending application of the caller and its answers; they can apply again at once',
    method: 'DELETE',
    path: '/org-roles/:orgId/me/applications/:applicationId',
    access: 'member',
    consequence: 'none',
    reply: done('Application withdrawn'),
    fails: [ApplicationNotFound, ApplicationDecided, ConcurrentChange],
    limits: withdrawalLimits,
    costs: { depth: 3, read: 5, write: 9 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess', applicationId: 'demo-application' } },
  },
} as const satisfies Rows

export * from './contract/failures.ts'
export * from './contract/shapes.ts'

const ofOrg = '/org-roles/:orgId'
const chess = { orgId: 'demo-org-chess' }
const ben = { ...chess, userId: 'demo-user-ben' }

const assigning = [
  RoleRequired,
  RoleNotFound,
  OwnerByTransferOnly,
  CannotAssignRole,
  PermissionNotHeld,
  MembershipSuspended,
  TooManyMemberships,
  MembershipRefused,
  ...admissionFails,
  ConcurrentChange,
] as const

const MemberPage = z.object({
  members: z.array(MemberView),
  count: z.number(),
  nextCursor: z.optional(z.string()),
})

export const contract = declare('members', 'Members of organizations: roles, applications, ownership', {
  ...roleRows,
  ...ownApplicationRows,
  listOrgMembers: {
    summary:
      'List the members of an organization, newest first; managers also get addresses and applications',
    method: 'GET',
    path: `${ofOrg}/members`,
    access: { org: 'member' },
    query: z.strictObject({
      ...PageQuery,
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      role: z.optional(z.string().check(z.maxLength(64))),
    }),
    reply: flat(z.object({ ...MemberPage.shape, applications: z.array(ApplicationView) })),
    fails: [RoleNotFound],
    costs: { depth: 2, read: 5.5, write: 0 },
    example: { as: 'ada', path: chess },
  },
  exportOrgMembers: {
    summary:
      'Export the members of an organization with their addresses as CSV or JSON, at most 5000 at once',
    method: 'GET',
    path: `${ofOrg}/members/export`,
    access: { org: 'manage_members' },
    consequence: 'export',
    query: z.strictObject({
      format: z.optional(z.enum(['json', 'csv'])),
      bom: ByteOrderMark,
      limit: z.optional(
        described(
          z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Expected a number from 1 to 5000')),
          'Members in one response: 1 to 5000, default 5000',
        ),
      ),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: flat(z.object({ members: z.array(MemberView), nextCursor: z.optional(z.string()) }), undefined, {
      ...asFile,
      headers: ['Content-Disposition', 'X-Next-Cursor'],
    }),
    fails: [FormatOff],
    costs: { depth: 3, read: 5.5, write: 4 },
    example: { as: 'ada', path: chess, query: { format: 'json' } },
  },
  listRoleMembers: {
    summary: 'List the members who hold a role',
    method: 'GET',
    path: `${ofOrg}/roles/:roleName/members`,
    access: { org: 'manage_members' },
    query: z.strictObject(PageQuery),
    reply: flat(MemberPage),
    fails: [RoleNotFound],
    costs: { depth: 2, read: 5.5, write: 0 },
    example: { as: 'ada', path: { ...chess, roleName: 'owner' } },
  },
  assignOrgRole: {
    summary: 'Assign roles to a member; a user of the school who is not a member becomes one',
    method: 'POST',
    path: `${ofOrg}/members/:userId/role`,
    access: { org: 'manage_members' },
    consequence: 'grants-role',
    begins: true,
    body: Assignment,
    reply: flat(
      z.object({
        member: z.object({
          userId: z.string(),
          role: z.string(),
          roles: z.array(z.string()),
          assignedAt: z.string(),
        }),
      }),
      'Role assigned successfully',
    ),
    fails: [...assigning, UserNotFound, CannotChangeMember, OwnerKeepsRole, OwnTermStays],
    costs: { depth: 3, read: 9.5, write: 23 },
    example: { as: 'ada', path: ben, body: { role: 'officer' } },
  },
  refuseOrgMembership: {
    summary: 'End a membership that another person created for the caller, and block a new one for 30 days',
    method: 'POST',
    path: `${ofOrg}/me/refuse`,
    access: 'member',
    consequence: 'none',
    reply: done('You are no longer a member of this organization'),
    fails: [OrganizationNotFound, NotAMemberToLeave, NotDrafted, OwnerCannotLeave, ConcurrentChange],
    costs: { depth: 3, read: 5.5, write: 14 },
    example: { as: 'ada', path: chess },
  },
  removeOrgMember: {
    summary: 'Remove a member from an organization',
    method: 'DELETE',
    path: `${ofOrg}/members/:userId`,
    access: { org: 'manage_members' },
    consequence: 'grants-role',
    body: Removal,
    reply: done('Member removed successfully'),
    fails: [MemberNotFound, OwnerStays, CannotChangeMember, ConcurrentChange],
    costs: { depth: 3, read: 7.5, write: 17 },
    example: { as: 'ada', path: ben },
  },
  getMemberHistory: {
    summary: 'List the history of a membership, newest first',
    method: 'GET',
    path: `${ofOrg}/members/:userId/history`,
    access: { org: 'manage_members' },
    reply: flat(HistoryView),
    costs: { depth: 2, read: 5.5, write: 0 },
    example: { as: 'ada', path: { ...chess, userId: 'demo-user-ada' } },
  },
  transferOrgOwnership: {
    summary: 'Transfer ownership of an organization to another active member',
    method: 'POST',
    path: `${ofOrg}/transfer-ownership/:newOwnerUserId`,
    access: { org: 'ownerOrAdmin' },
    consequence: 'ownership',
    reply: flat(
      z.object({
        newOwnerMembership: z.object({ userId: z.string(), role: z.string(), roles: z.array(z.string()) }),
      }),
      'Ownership transferred successfully',
    ),
    fails: [AlreadyOwner, NewOwnerNotMember, ConcurrentChange],
    costs: { depth: 3, read: 6.5, write: 32 },
    example: { as: 'ada', path: { ...chess, newOwnerUserId: 'demo-user-ben' } },
  },
  offerOrgOwnership: {
    summary:
      'Offer ownership of an organization to another active member, who accepts or declines within 14 days',
    method: 'POST',
    path: `${ofOrg}/ownership-offer/:newOwnerUserId`,
    access: { org: 'ownerOrAdmin' },
    consequence: 'ownership',
    reply: flat(
      z.object({ offer: z.object({ userId: z.string(), expiresAt: z.string() }) }),
      'Ownership offered',
    ),
    fails: [AlreadyOwner, NewOwnerNotMember, ConcurrentChange],
    costs: { depth: 3, read: 5.5, write: 8 },
    example: { as: 'ada', path: { ...chess, newOwnerUserId: 'demo-user-ben' } },
  },
  withdrawOrgOwnershipOffer: {
    summary: 'Withdraw the open offer of the ownership',
    method: 'DELETE',
    path: `${ofOrg}/ownership-offer`,
    access: { org: 'ownerOrAdmin' },
    consequence: 'none',
    reply: done('Offer withdrawn'),
    fails: [NoOwnershipOffer, ConcurrentChange],
    costs: { depth: 2, read: 4, write: 6 },
    example: { as: 'ada', path: chess },
  },
  answerOrgOwnershipOffer: {
    summary:
      'Accept or decline the ownership that was offered to the caller; accepting makes them the owner at once',
    method: 'POST',
    path: `${ofOrg}/me/ownership-offer`,
    access: 'member',
    consequence: 'none',
    body: z.strictObject({ accept: z.boolean() }),
    reply: flat(z.object({ isOwner: z.boolean() }), 'Answer saved'),
    fails: [OrganizationNotFound, NoOwnershipOffer, NewOwnerNotMember, ConcurrentChange],
    costs: { depth: 4, read: 6.5, write: 32 },
    example: { as: 'ada', path: chess, body: { accept: true } },
  },
  listApplications: {
    summary: 'List the applications to an organization, newest first',
    method: 'GET',
    path: `${ofOrg}/applications`,
    access: { org: 'manage_members' },
    query: z.strictObject({ ...PageQuery, status: z.optional(z.enum(['pending', 'approved', 'rejected'])) }),
    reply: flat(z.object({ applications: z.array(ApplicationView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: chess, query: { status: 'pending' } },
  },
  approveApplication: {
    summary: 'Approve an application, which makes the applicant a member',
    method: 'POST',
    path: `${ofOrg}/applications/:applicationId/approve`,
    access: { org: 'manage_members' },
    consequence: 'grants-role',
    begins: true,
    body: Approval,
    reply: flat(z.object({ member: MemberView }), 'Application approved successfully'),
    fails: [
      ...assigning,
      ApplicationNotFound,
      ApplicationProcessed,
      ApplicationWithdrawn,
      ApplicantIsMember,
      UserNotFound,
    ],
    costs: { depth: 3, read: 10, write: 21 },
    example: { as: 'ada', path: { ...chess, applicationId: 'demo-application' }, body: { role: 'member' } },
  },
  rejectApplication: {
    summary: 'Reject an application; the person can apply again',
    method: 'POST',
    path: `${ofOrg}/applications/:applicationId/reject`,
    access: { org: 'manage_members' },
    consequence: 'none',
    body: Rejection,
    reply: done('Application rejected successfully'),
    fails: [ApplicationNotFound, ApplicationProcessed, ApplicationWithdrawn, ConcurrentChange],
    costs: { depth: 3, read: 9, write: 10 },
    example: {
      as: 'ada',
      path: { ...chess, applicationId: 'demo-application' },
      body: { reason: 'The club is full' },
    },
  },
})
