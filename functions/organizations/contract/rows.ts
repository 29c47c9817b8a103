import * as z from 'zod/mini'
import { ConcurrentChange, OwnProofRequired } from '../../../lib/contract/failures.ts'
import { described, text } from '../../../lib/contract/fields.ts'
import { FeatureRestricted, OrgFull } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { data, done, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { AnswersTooLarge, InvalidAnswers } from '../../form-records/contract.ts'
import {
  AlreadyApplied,
  AlreadyMember,
  MembershipSuspended,
  MemberView,
  NotAMemberToLeave,
  OwnerCannotLeave,
  TooManyMemberships,
} from '../../members/contract.ts'
import { Joining } from './bodies.ts'
import {
  ApprovalTypeFixed,
  FormResponseRequired,
  NotAnApprovalGroup,
  OrgInactive,
  OrgNotFound,
  OrgPendingApproval,
} from './failures.ts'

const ApprovalType = z.enum(['regular', 'approval_group'])

const settings = {
  type: z.optional(ApprovalType),
  /** In hours. */
  escalationTimeout: z.optional(z.int().check(z.minimum(1), z.maximum(168))),
  autoEscalate: z.optional(z.boolean()),
  /** An existing client takes 10 for the default. */
  maxPendingApprovals: z.optional(z.union([z.literal(50), z.literal(10)])),
  notificationPreferences: z.optional(
    z.strictObject({
      email: z.optional(z.literal(true)),
      sms: z.optional(z.literal(false)),
      push: z.optional(z.literal(true)),
      inApp: z.optional(z.literal(true)),
    }),
  ),
}

/**
 * Clients send the whole object back. Fields that no code reads accept only their default values
 * (rules/organizations 30).
 */
const ApprovalSettingsChange = z
  .looseObject(settings)
  .check(z.refine((given) => Object.keys(given).every((name) => name in settings), 'Unknown setting'))
export type ApprovalSettingsChange = z.infer<typeof ApprovalSettingsChange>

const ApprovalSettings = z.object({
  type: ApprovalType,
  escalationTimeout: z.number(),
  autoEscalate: z.boolean(),
  maxPendingApprovals: z.number(),
  notificationPreferences: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
})
export type ApprovalSettings = z.infer<typeof ApprovalSettings>

/** Approval groups: organizations that decide about events. */
export const approvalRows = {
  updateApprovalSettings: {
    summary:
      'Update how an approval group decides; administrators also turn an organization into one or back',
    method: 'POST',
    path: '/:orgId/approval-settings',
    access: { org: 'manage_members' },
    body: z.object({ approvalSettings: ApprovalSettingsChange }),
    reply: data(ApprovalSettings, 'Approval settings updated successfully'),
    fails: [NotAnApprovalGroup, ApprovalTypeFixed, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 3 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess' },
      body: { approvalSettings: { escalationTimeout: 48, autoEscalate: true } },
    },
  },
} as const satisfies Rows

const chess = { orgId: 'demo-org-chess' }

/** Joining and leaving, following and unfollowing, at root addresses. */
export const membershipRows = {
  applyToOrganization: {
    summary: 'Join an organization, or apply if it requires an application',
    method: 'POST',
    path: '/:orgId/apply-to-org',
    creates: 'once',
    access: 'member',
    consequence: 'none',
    body: Joining,
    reply: done('Application submitted successfully', { status: 201 }),
    fails: [
      OrgNotFound,
      AlreadyMember,
      AlreadyApplied,
      MembershipSuspended,
      OrgPendingApproval,
      OrgInactive,
      FormResponseRequired,
      InvalidAnswers,
      AnswersTooLarge,
      TooManyMemberships,
      FeatureRestricted,
      OrgFull,
      ConcurrentChange,
    ],
    costs: { depth: 2, read: 9, write: 13 },
    example: { as: 'ada', path: chess },
  },
  leaveOrganization: {
    summary: 'Leave an organization',
    method: 'POST',
    path: '/leave-org/:orgId',
    access: 'member',
    consequence: 'none',
    reply: done('You have left the organization successfully'),
    fails: [OrganizationNotFound, OwnerCannotLeave, NotAMemberToLeave, OwnProofRequired, ConcurrentChange],
    costs: { depth: 3, read: 5.5, write: 11 },
    example: { as: 'ada', path: chess },
  },
  deleteOrganization: {
    summary: 'Delete an organization, which disappears from every list at once',
    method: 'DELETE',
    path: '/delete-org/:orgId',
    access: { org: 'ownerOrAdmin' },
    consequence: 'erases',
    body: z.optional(
      z.object({
        reason: z.optional(described(text(1000, 0), 'Reason that the members read, up to 1000 characters')),
      }),
    ),
    reply: done('Org deleted successfully'),
    fails: [ConcurrentChange],
    costs: { depth: 3, read: 5, write: 17 },
    example: { as: 'ada', path: chess },
  },
  listOrganizationMembers: {
    summary: 'List the members of an organization',
    method: 'GET',
    path: '/get-org-members/:orgId',
    access: { org: 'member' },
    query: z.strictObject(PageQuery),
    reply: flat(
      z.object({ members: z.array(MemberView), nextCursor: z.optional(z.string()) }),
      'Members found',
    ),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: chess },
  },
} as const satisfies Rows
