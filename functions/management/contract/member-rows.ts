import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { admissionFails } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { done, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import {
  AlreadyOwner,
  ApplicationView,
  Assignment,
  MemberNotFound,
  MembershipRefused,
  MemberView,
  NewOwnerNotMember,
  OwnerByTransferOnly,
  OwnerKeepsRole,
  OwnerStays,
  Removal,
  RoleNotFound,
  RoleRequired,
  TooManyMemberships,
  UserNotFound,
} from '../../members/contract.ts'
import { NewOwnerRequired } from './failures.ts'

const members = '/org-management/organizations/:orgId/members'
const chess = { orgId: 'demo-org-chess' }
const ben = { ...chess, userId: 'demo-user-ben' }
const Id = z.string().check(z.minLength(1), z.maxLength(128))

const Member = flat(z.object({ member: MemberView }), 'Role assigned successfully')
const assigning = [
  OrganizationNotFound,
  RoleNotFound,
  RoleRequired,
  OwnerByTransferOnly,
  OwnerKeepsRole,
  UserNotFound,
  TooManyMemberships,
  MembershipRefused,
  ...admissionFails,
  ConcurrentChange,
]

/** Members of an organization, in the hands of the administrators of the school (rules/management 24). */
export const memberRows = {
  transferManagedOrganization: {
    summary: 'Makes another active member the owner',
    method: 'PUT',
    path: '/org-management/organizations/:orgId/owner',
    access: 'admin',
    body: z.object({ newOwnerId: z.optional(z.string().check(z.maxLength(128))) }),
    reply: Member,
    fails: [OrganizationNotFound, NewOwnerRequired, AlreadyOwner, NewOwnerNotMember, ConcurrentChange],
    example: { as: 'root', path: chess, body: { newOwnerId: 'demo-user-ben' } },
  },
  listManagedMembers: {
    summary: 'Members, newest first, and who wants to become one',
    method: 'GET',
    path: members,
    access: 'admin',
    query: z.strictObject({
      ...PageQuery,
      search: z.optional(z.string().check(z.maxLength(100))),
      role: z.optional(z.string().check(z.maxLength(50))),
    }),
    reply: flat(
      z.object({
        members: z.array(MemberView),
        count: z.number(),
        applications: z.array(ApplicationView),
        nextCursor: z.optional(z.string()),
      }),
    ),
    fails: [OrganizationNotFound, RoleNotFound],
    example: { as: 'root', path: chess },
  },
  addManagedMember: {
    summary: 'Makes somebody of the school a member',
    method: 'POST',
    path: members,
    access: 'admin',
    body: z.object({ userId: Id, role: z.optional(z.string().check(z.maxLength(50))) }),
    reply: flat(z.object({ member: MemberView }), 'Member added successfully', { status: 201 }),
    fails: assigning,
    example: { as: 'root', path: chess, body: { userId: 'demo-user-ben', role: 'officer' } },
  },
  assignManagedRole: {
    summary: 'Gives a member other roles',
    method: 'PUT',
    path: `${members}/:userId/role`,
    access: 'admin',
    body: Assignment,
    reply: Member,
    fails: assigning,
    example: { as: 'root', path: ben, body: { role: 'officer' } },
  },
  removeManagedMember: {
    summary: 'Removes a member; the owner stays',
    method: 'DELETE',
    path: `${members}/:userId`,
    access: 'admin',
    body: Removal,
    reply: done('Member removed successfully'),
    fails: [OrganizationNotFound, MemberNotFound, OwnerStays, ConcurrentChange],
    example: { as: 'root', path: ben },
  },
} as const satisfies Rows
