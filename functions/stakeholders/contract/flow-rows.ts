import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { Id, text } from '../../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../../lib/contract/idempotency.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, done, flat } from '../../../lib/contract/reply.ts'
import {
  DomainNotFound,
  InvalidFlow,
  InvalidStepIndex,
  MemberNotFound,
  RoleExists,
  RoleFieldsMissing,
  RoleInFlow,
  RoleInUse,
  RoleNotFound,
  TooManyApprovalRoles,
  TooManyRoles,
  UserNotFound,
} from './failures.ts'
import { closed, conditionFields } from './fields.ts'
import { FlowChange, FlowView, RoleId, RoleView, Step } from './flow-shapes.ts'
import { GroupView, MemberView, RoleDraft, RoleEdit, RoleWithMembers } from './role-shapes.ts'

const condition = {
  conditions: [{ field: 'expectedAttendance', operator: 'greaterThan', value: 100 }],
  conditionLogicalOperators: [],
}
const criteria = { conditionGroups: [condition], groupLogicalOperators: [] }

const saving = [InvalidFlow, ConcurrentChange] as const

/** Operations on a school's approval flow. */
export const flowRows = {
  getApprovalFlow: {
    summary: 'Get the approval flow for events',
    method: 'GET',
    path: '/get-approval-flow',
    aliases: ['/api/event-system-config/get-approval-flow', '/api/event-system-config/approval-flow'],
    access: 'admin',
    reply: data(FlowView),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  saveApprovalFlow: {
    summary: 'Update parts of the approval flow; running approvals keep the steps they started with',
    method: 'PUT',
    path: '/api/event-system-config/approval-flow',
    access: 'admin',
    consequence: 'settings',
    body: FlowChange,
    reply: data(FlowView, 'Approval flow updated successfully'),
    fails: saving,
    costs: { depth: 3, read: 3, write: 8 },
    example: { as: 'root', body: { steps: [{ role: 'safety officer', stage: 0, ...criteria }] } },
  },
  addApproval: {
    summary: 'Add a role and its holders as the last step of the approval flow',
    replacedBy: 'saveApprovalFlow',
    method: 'POST',
    path: '/add-approval',
    creates: createRepeatSeconds,
    access: 'admin',
    consequence: 'settings',
    body: closed({
      role: RoleId,
      usernames: z.optional(z.array(text(64)).check(z.maxLength(20))),
    }),
    reply: data(FlowView, 'Approval added successfully', { status: 201 }),
    fails: [...saving, RoleInFlow, UserNotFound, TooManyRoles, TooManyApprovalRoles],
    costs: { depth: 5, read: 6.5, write: 14 },
    example: { as: 'root', body: { role: 'safety officer', usernames: ['root'] } },
  },
  updateApprovalFlow: {
    summary: 'Update the approval flow, in the format of older clients',
    replacedBy: 'saveApprovalFlow',
    method: 'POST',
    path: '/update-approval-flow',
    access: 'admin',
    consequence: 'settings',
    body: FlowChange,
    reply: data(FlowView, 'Approval flow updated successfully'),
    fails: saving,
    costs: { depth: 3, read: 3, write: 6 },
    example: { as: 'root', body: { steps: [] } },
  },
  updateStepCriteria: {
    summary: 'Update the criteria of one approval step, by its index from 0',
    replacedBy: 'saveApprovalFlow',
    method: 'POST',
    path: '/update-step-criteria',
    access: 'admin',
    consequence: 'settings',
    body: closed({
      stepIndex: z.int().check(z.minimum(0), z.maximum(1000)),
      updates: closed({
        conditionGroups: z.optional(conditionFields.conditionGroups),
        groupLogicalOperators: z.optional(conditionFields.groupLogicalOperators),
        checkItems: z.optional(Step.shape.checkItems),
        formDefinition: z.optional(Step.shape.formDefinition),
      }),
    }),
    reply: data(FlowView, 'Step criteria updated successfully'),
    fails: [...saving, InvalidStepIndex],
    costs: { depth: 3, read: 3, write: 8 },
    example: { as: 'root', body: { stepIndex: 0, updates: criteria } },
  },
  listApprovalSteps: {
    summary:
      "List the steps of the approval flow: all for administrators, otherwise those of the caller's roles",
    method: 'GET',
    path: '/get-approval-steps',
    access: 'member',
    reply: data(z.array(Step)),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada' },
  },
  listApprovalGroups: {
    summary: 'List the organizations that decide on events: approval groups, and those in the approval flow',
    method: 'GET',
    path: '/approval-groups',
    access: 'admin',
    reply: data(z.array(GroupView)),
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'root' },
  },
} as const

const one = '/api/stakeholder-role/:id'
const spelledOtherwise = '/api/stakeholder-roles/:id'
const safety = { id: 'safety-officer-demo' }
const roleSaving = [InvalidFlow, RoleNotFound, DomainNotFound, UserNotFound, ConcurrentChange] as const

/** Operations on stakeholder roles and their holders. */
export const roleRows = {
  listStakeholderRoles: {
    summary: 'List the stakeholder roles of the school',
    method: 'GET',
    path: '/api/stakeholder-roles',
    aliases: ['/api/stakeholder-role'],
    access: 'admin',
    reply: data(z.array(RoleView)),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  listDomainRoles: {
    summary: 'List the stakeholder roles of an approval domain',
    method: 'GET',
    path: '/api/stakeholder-role/domain/:domainId',
    aliases: [
      '/api/stakeholder-roles/domain/:domainId',
      '/api/event-system-config/stakeholder-roles/:domainId',
    ],
    access: 'admin',
    reply: data(z.array(RoleWithMembers)),
    fails: [DomainNotFound],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root', path: { domainId: 'demo-domain' } },
  },
  createStakeholderRole: {
    summary: 'Create a stakeholder role in an approval domain',
    method: 'POST',
    path: '/api/stakeholder-role',
    creates: createRepeatSeconds,
    aliases: ['/api/stakeholder-roles'],
    access: 'admin',
    consequence: 'grants-role',
    body: RoleDraft,
    reply: data(RoleView, 'Stakeholder role created successfully', { status: 201 }),
    fails: [...roleSaving, RoleFieldsMissing, RoleExists, TooManyRoles, TooManyApprovalRoles],
    costs: { depth: 3, read: 3, write: 11 },
    example: {
      as: 'root',
      body: {
        stakeholderId: 'lab-safety',
        stakeholderName: 'Lab safety',
        stakeholderType: 'approver',
        domainId: 'demo-domain',
      },
    },
  },
  getStakeholderRole: {
    summary: 'Get a stakeholder role with its first 20 holders',
    method: 'GET',
    path: one,
    aliases: [spelledOtherwise],
    access: 'admin',
    reply: data(RoleWithMembers),
    fails: [RoleNotFound],
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'root', path: safety },
  },
  updateStakeholderRole: {
    summary:
      'Update a stakeholder role; omitted fields keep their values, and `members` replaces all holders',
    method: 'PUT',
    path: one,
    aliases: [spelledOtherwise],
    access: 'admin',
    consequence: 'grants-role',
    body: RoleEdit,
    reply: data(RoleView, 'Stakeholder role updated successfully'),
    fails: [...roleSaving, RoleInUse, TooManyApprovalRoles],
    costs: { depth: 3, read: 3, write: 6 },
    example: { as: 'root', path: safety, body: { approvalConfig: { requiredApprovals: 2 } } },
  },
  deactivateStakeholderRole: {
    summary: 'Deactivate a stakeholder role',
    method: 'POST',
    path: `${one}/deactivate`,
    aliases: [`${spelledOtherwise}/deactivate`],
    access: 'admin',
    consequence: 'grants-role',
    reply: data(RoleView, 'Stakeholder role deactivated successfully'),
    fails: [RoleNotFound, RoleInUse, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 8 },
    example: { as: 'root', path: safety },
  },
  listStakeholderMembers: {
    summary: 'List the holders of a stakeholder role',
    method: 'GET',
    path: `${one}/members`,
    aliases: [`${spelledOtherwise}/members`],
    access: 'admin',
    query: closed({ limit: PageQuery.limit, cursor: PageQuery.cursor }),
    reply: flat(z.object({ members: z.array(MemberView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'root', path: safety },
  },
  assignStakeholderRole: {
    summary: 'Assign a stakeholder role to a user of the school',
    method: 'POST',
    path: `${one}/assign`,
    aliases: [`${spelledOtherwise}/assign`],
    access: 'admin',
    consequence: 'grants-role',
    body: closed({ userId: Id }),
    reply: data(MemberView, 'Stakeholder role assigned successfully'),
    fails: [RoleNotFound, UserNotFound, TooManyApprovalRoles, ConcurrentChange],
    costs: { depth: 4, read: 6, write: 11 },
    example: { as: 'root', path: safety, body: { userId: 'demo-user-ada' } },
  },
  unassignStakeholderRole: {
    summary: 'Unassign a stakeholder role from a person',
    method: 'DELETE',
    path: `${one}/members/:userId`,
    aliases: [`${spelledOtherwise}/members/:userId`],
    access: 'admin',
    consequence: 'grants-role',
    reply: done('Stakeholder role removed successfully'),
    fails: [RoleNotFound, MemberNotFound, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 11 },
    example: { as: 'root', path: { ...safety, userId: 'demo-user-ada' } },
  },
} as const
