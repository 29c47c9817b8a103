import * as z from 'zod/mini'
import { ConcurrentChange, OwnProofRequired } from '../../../lib/contract/failures.ts'
import { FeatureRestricted, OrgFull } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { done, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { AnswersTooLarge, InvalidAnswers } from '../../forms/contract.ts'
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
import { FormResponseRequired, OrgInactive, OrgNotFound, OrgPendingApproval } from './failures.ts'

const chess = { orgId: 'demo-org-chess' }

/** Coming and going, at the addresses of the root. */
export const membershipRows = {
  applyToOrganization: {
    summary: 'Joins an organization, or applies where it wants to be asked',
    method: 'POST',
    path: '/:orgId/apply-to-org',
    access: 'member',
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
    example: { as: 'ada', path: chess },
  },
  leaveOrganization: {
    summary: 'Ends the own membership',
    method: 'POST',
    path: '/leave-org/:orgId',
    access: 'member',
    reply: done('You have left the organization successfully'),
    fails: [OrganizationNotFound, OwnerCannotLeave, NotAMemberToLeave, OwnProofRequired, ConcurrentChange],
    example: { as: 'ada', path: chess },
  },
  deleteOrganization: {
    summary: 'Deletes an organization: gone from every list at once',
    method: 'DELETE',
    path: '/delete-org/:orgId',
    access: { org: 'ownerOrAdmin' },
    reply: done('Org deleted successfully'),
    fails: [ConcurrentChange],
    example: { as: 'ada', path: chess },
  },
  listOrganizationMembers: {
    summary: 'Members of an organization, for members',
    method: 'GET',
    path: '/get-org-members/:orgId',
    access: { org: 'member' },
    query: z.strictObject(PageQuery),
    reply: flat(
      z.object({ members: z.array(MemberView), nextCursor: z.optional(z.string()) }),
      'Members found',
    ),
    example: { as: 'ada', path: chess },
  },
} as const satisfies Rows
