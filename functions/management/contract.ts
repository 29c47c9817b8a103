import * as z from 'zod/mini'
import { ConcurrentChange, FormatOff, NotAMember } from '../../lib/contract/failures.ts'
import { ByteOrderMark } from '../../lib/contract/fields.ts'
import { admissionFails } from '../../lib/contract/org-rules.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { asFile, data, done, flat } from '../../lib/contract/reply.ts'
import { declare, type Rows } from '../../lib/contract/row.ts'
import {
  BudgetTemplates,
  FinanceTooLarge,
  KeysNotUnique,
  UnknownPreset,
  WorkflowPresets,
} from '../budgets/contract.ts'
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
} from '../members/contract.ts'
import { ManagementSettings, UserOnboarding } from '../policies/contract.ts'
import { exportFields } from './export-fields.ts'
import { BasicTierStays, ConfigOutdated, CustomTiersOff, NewOwnerRequired, TierInUse } from './failures.ts'
import { orgRows } from './org-rows.ts'
import { renewalRows } from './renewal-rows.ts'

const at = '/org-management/config'

const ConfigView = z.object({
  ...ManagementSettings.shape,
  budgetTemplates: BudgetTemplates,
  workflowPresets: WorkflowPresets,
  _id: z.string(),
  version: z.number(),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})

const { messaging, verificationTiers, orgApproval, atlasPolicy } = ManagementSettings.shape

/** The parts that members' pages need. */
const MemberConfigView = z.object({
  messaging,
  verificationTiers,
  orgApproval,
  atlasPolicy: z.object({ lifecycle: atlasPolicy.shape.lifecycle }),
})

/** Parts of the configuration. A name may be a dotted path, so the service validates the merged result. */
const ConfigChange = z.looseObject({ version: z.optional(z.int()) })

export const configRows = {
  getManagementConfig: {
    summary: "Get the school's configuration for organizations; members get the parts that they need",
    method: 'GET',
    path: at,
    access: 'caller',
    consequence: 'none',
    versioned: true,
    reply: data(z.union([ConfigView, MemberConfigView])),
    fails: [NotAMember],
    costs: { depth: 3, read: 4, write: 1 },
    example: { as: 'root' },
  },
  updateManagementConfig: {
    summary:
      "Update parts of the school's configuration for organizations, value by value; null removes a tier",
    method: 'PUT',
    path: at,
    access: 'admin',
    consequence: 'settings',
    versioned: true,
    body: ConfigChange,
    reply: data(ConfigView, 'Configuration updated successfully'),
    fails: [
      BasicTierStays,
      CustomTiersOff,
      TierInUse,
      KeysNotUnique,
      UnknownPreset,
      FinanceTooLarge,
      ConfigOutdated,
      ConcurrentChange,
    ],
    costs: { depth: 4, read: 4, write: 7 },
    example: { as: 'root', body: { messaging: { maxCharacterLimit: 1000 }, 'orgApproval.mode': 'auto' } },
  },
  getOnboardingConfig: {
    summary:
      'Get the onboarding configuration: the welcome texts and questions for new people; off by default',
    method: 'GET',
    path: '/org-management/onboarding-config',
    access: 'caller',
    reply: data(UserOnboarding),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada' },
  },
} as const satisfies Rows

/** Lists to export. */
export const exportRows = {
  exportOrganizations: {
    summary: 'Export all organizations as JSON or CSV, in parts of a few megabytes with a cursor',
    method: 'GET',
    counted: true,
    path: '/org-management/organizations/export',
    access: 'admin',
    consequence: 'export',
    query: z.strictObject({
      format: z.optional(z.enum(['json', 'csv'])),
      bom: ByteOrderMark,
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: flat(
      z.object({ data: z.array(z.object(exportFields)), nextCursor: z.optional(z.string()) }),
      undefined,
      {
        ...asFile,
        headers: ['Content-Disposition', 'X-Next-Cursor'],
      },
    ),
    fails: [FormatOff],
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'root', query: { format: 'json' } },
  },
} as const satisfies Rows

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

/** School administrators manage an organization's members with these (rules/management 24). */
export const memberRows = {
  transferManagedOrganization: {
    summary: 'Transfer ownership of an organization to another active member',
    method: 'PUT',
    path: '/org-management/organizations/:orgId/owner',
    access: 'admin',
    consequence: 'ownership',
    body: z.object({ newOwnerId: z.optional(z.string().check(z.maxLength(128))) }),
    reply: Member,
    fails: [OrganizationNotFound, NewOwnerRequired, AlreadyOwner, NewOwnerNotMember, ConcurrentChange],
    costs: { depth: 4, read: 6.5, write: 34 },
    example: { as: 'root', path: chess, body: { newOwnerId: 'demo-user-ben' } },
  },
  listManagedMembers: {
    summary: 'List the members of an organization, newest first, and its pending applications',
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
    costs: { depth: 3, read: 6, write: 0 },
    example: { as: 'root', path: chess },
  },
  addManagedMember: {
    summary: 'Add a user of the school to an organization',
    method: 'POST',
    path: members,
    creates: 'once',
    access: 'admin',
    consequence: 'grants-role',
    body: z.object({ userId: Id, role: z.optional(z.string().check(z.maxLength(50))) }),
    reply: flat(z.object({ member: MemberView }), 'Member added successfully', { status: 201 }),
    fails: assigning,
    costs: { depth: 4, read: 9.5, write: 23 },
    example: { as: 'root', path: chess, body: { userId: 'demo-user-ben', role: 'officer' } },
  },
  assignManagedRole: {
    summary: 'Replace the roles of a member',
    method: 'PUT',
    path: `${members}/:userId/role`,
    access: 'admin',
    consequence: 'grants-role',
    body: Assignment,
    reply: Member,
    fails: assigning,
    costs: { depth: 4, read: 9.5, write: 18 },
    example: { as: 'root', path: ben, body: { role: 'officer' } },
  },
  removeManagedMember: {
    summary: 'Remove a member; the owner cannot be removed',
    method: 'DELETE',
    path: `${members}/:userId`,
    access: 'admin',
    consequence: 'grants-role',
    body: Removal,
    reply: done('Member removed successfully'),
    fails: [OrganizationNotFound, MemberNotFound, OwnerStays, ConcurrentChange],
    costs: { depth: 4, read: 7.5, write: 17 },
    example: { as: 'root', path: ben },
  },
} as const satisfies Rows

export * from '../policies/contract.ts'
export * from './failures.ts'

export const contract = declare(
  'management',
  "Administration of a school's organizations and their configuration",
  {
    ...configRows,
    ...orgRows,
    ...exportRows,
    ...memberRows,
    ...renewalRows,
  },
)
