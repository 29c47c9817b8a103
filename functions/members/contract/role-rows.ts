import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { described } from '../../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../../lib/contract/idempotency.ts'
import { done, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import {
  CannotCreateRole,
  CannotEditRole,
  DuplicateRoles,
  PermissionNotHeld,
  RoleExists,
  RoleImmutable,
  RoleIncomplete,
  RoleInUse,
  RoleNameReserved,
  RoleNotFound,
  SystemRolesMissing,
  TooManyRoles,
  UnknownPermission,
} from './failures.ts'
import { NewRole, OwnershipOffer, RoleChange, RoleDrafts, RoleManagement, RoleView } from './shapes.ts'

const ofOrg = '/org-roles/:orgId'
const chess = { orgId: 'demo-org-chess' }
const officer = { ...chess, roleName: 'officer' }

/** Failures of any request that sends a whole list of roles. */
export const rolesRefused = [
  UnknownPermission,
  DuplicateRoles,
  RoleNameReserved,
  SystemRolesMissing,
  TooManyRoles,
  RoleInUse,
  RoleIncomplete,
] as const

export const roleRows = {
  checkRoleManagement: {
    summary: 'Check whether the caller can manage roles',
    method: 'GET',
    path: `${ofOrg}/can-manage-roles`,
    access: { org: 'manage_roles' },
    reply: flat(z.object({ canManageRoles: z.literal(true) })),
    costs: { depth: 1, read: 4, write: 0 },
    example: { as: 'ada', path: chess },
  },
  getMyPermissions: {
    summary: "Get the caller's permissions in an organization; the owner and administrators have all",
    method: 'GET',
    path: `${ofOrg}/me/permissions`,
    access: { org: 'member' },
    reply: flat(
      z.object({
        role: z.nullable(z.string()),
        roles: z.array(z.string()),
        permissions: z.array(z.string()),
        addedByOthers: z.optional(
          described(z.literal(true), 'Set if another person made the caller a member, who can still refuse'),
        ),
        ownershipOffer: z.optional(
          described(OwnershipOffer, 'Open offer of the ownership, if the caller is one of its two sides'),
        ),
      }),
    ),
    costs: { depth: 1, read: 4, write: 0 },
    example: { as: 'ada', path: chess },
  },
  listRoles: {
    summary: 'List the roles of an organization, highest first',
    method: 'GET',
    path: `${ofOrg}/roles`,
    access: { org: 'view_roles' },
    reply: flat(z.object({ roles: z.array(RoleView), roleManagement: RoleManagement, version: z.number() })),
    costs: { depth: 1, read: 4, write: 0 },
    example: { as: 'ada', path: chess },
  },
  createRole: {
    summary: "Create a role below the caller's own",
    publishes: true,
    method: 'POST',
    path: `${ofOrg}/roles`,
    creates: createRepeatSeconds,
    access: { org: 'manage_roles' },
    consequence: 'grants-role',
    begins: true,
    body: NewRole,
    reply: flat(z.object({ role: RoleView }), 'Role created successfully', { status: 201 }),
    fails: [
      UnknownPermission,
      RoleNameReserved,
      RoleExists,
      TooManyRoles,
      CannotCreateRole,
      PermissionNotHeld,
      ConcurrentChange,
    ],
    costs: { depth: 3, read: 4, write: 5 },
    example: {
      as: 'ada',
      path: chess,
      body: { name: 'treasurer', displayName: 'Treasurer', permissions: ['manage_finances'] },
    },
  },
  replaceRoles: {
    summary: 'Replace all roles: change their order, add new ones, drop those without holders',
    publishes: true,
    method: 'PUT',
    path: `${ofOrg}/roles`,
    access: { org: 'manage_roles' },
    consequence: 'grants-role',
    begins: true,
    body: z.object({
      positions: RoleDrafts,
      /** The version that was read. Roles that changed since are not overwritten. */
      version: z.optional(z.int()),
    }),
    reply: flat(z.object({ roles: z.array(RoleView) }), 'Roles updated successfully'),
    fails: [...rolesRefused, CannotEditRole, PermissionNotHeld, ConcurrentChange],
    costs: { depth: 2, read: 4, write: 2 },
    example: {
      as: 'ada',
      path: chess,
      body: {
        positions: [
          { _id: 'owner' },
          { _id: 'officer' },
          { _id: 'admin', displayName: 'Deputy' },
          { _id: 'member' },
        ],
      },
    },
  },
  updateRole: {
    summary: "Update a role below the caller's own; its holders keep it",
    publishes: true,
    method: 'PUT',
    path: `${ofOrg}/roles/:roleName`,
    access: { org: 'manage_roles' },
    consequence: 'grants-role',
    begins: true,
    body: RoleChange,
    reply: flat(z.object({ role: RoleView }), 'Role updated successfully'),
    fails: [
      RoleNotFound,
      RoleImmutable,
      UnknownPermission,
      RoleNameReserved,
      RoleExists,
      CannotEditRole,
      PermissionNotHeld,
      ConcurrentChange,
    ],
    costs: { depth: 2, read: 4, write: 2 },
    example: { as: 'ada', path: officer, body: { displayName: 'Board' } },
  },
  deleteRole: {
    summary: 'Delete a role that nobody holds',
    method: 'DELETE',
    path: `${ofOrg}/roles/:roleName`,
    access: { org: 'manage_roles' },
    consequence: 'grants-role',
    reply: done('Role deleted successfully'),
    fails: [RoleNotFound, RoleImmutable, CannotEditRole, RoleInUse, ConcurrentChange],
    costs: { depth: 3, read: 6, write: 4 },
    example: { as: 'ada', path: officer },
  },
  getRolePermissions: {
    summary: 'Get the permissions of a role',
    method: 'GET',
    path: `${ofOrg}/roles/:roleName/permissions`,
    access: { org: 'view_roles' },
    reply: flat(z.object({ role: RoleView })),
    fails: [RoleNotFound],
    costs: { depth: 1, read: 4, write: 0 },
    example: { as: 'ada', path: officer },
  },
} as const satisfies Rows
