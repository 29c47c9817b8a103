import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { Id, text } from '../../../lib/contract/fields.ts'
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
import {
  FlowChange,
  FlowView,
  MemberView,
  RoleChange,
  RoleDraft,
  RoleId,
  RoleView,
  Step,
} from './flow-shapes.ts'

const condition = {
  conditions: [{ field: 'expectedAttendance', operator: 'greaterThan', value: 100 }],
  conditionLogicalOperators: [],
}
const criteria = { conditionGroups: [condition], groupLogicalOperators: [] }

const saving = [InvalidFlow, ConcurrentChange] as const

/** The flow of a school. */
export const flowRows = {
  getApprovalFlow: {
    summary: 'Who has to approve which events',
    method: 'GET',
    path: '/get-approval-flow',
    aliases: ['/api/event-system-config/get-approval-flow', '/api/event-system-config/approval-flow'],
    access: 'admin',
    reply: data(FlowView),
    example: { as: 'root' },
  },
  saveApprovalFlow: {
    summary:
      'Changes the parts of the flow that are given; approvals that run keep the steps they began with',
    method: 'PUT',
    path: '/api/event-system-config/approval-flow',
    access: 'admin',
    body: FlowChange,
    reply: data(FlowView, 'Approval flow updated successfully'),
    fails: saving,
    example: { as: 'root', body: { steps: [{ role: 'safety officer', stage: 0, ...criteria }] } },
  },
  addApproval: {
    summary: 'Adds a role, and people who hold it, as the last step of the flow',
    method: 'POST',
    path: '/add-approval',
    access: 'admin',
    body: closed({
      role: RoleId,
      usernames: z.optional(z.array(text(64)).check(z.maxLength(20))),
    }),
    reply: data(FlowView, 'Approval added successfully', { status: 201 }),
    fails: [...saving, RoleInFlow, UserNotFound, TooManyRoles, TooManyApprovalRoles],
    example: { as: 'root', body: { role: 'safety officer', usernames: ['root'] } },
  },
  updateApprovalFlow: {
    summary: 'Changes the flow, as older clients send it',
    method: 'POST',
    path: '/update-approval-flow',
    access: 'admin',
    body: FlowChange,
    reply: data(FlowView, 'Approval flow updated successfully'),
    fails: saving,
    example: { as: 'root', body: { steps: [] } },
  },
  updateStepCriteria: {
    summary: 'Changes what one step of the flow asks for; steps count from 0',
    method: 'POST',
    path: '/update-step-criteria',
    access: 'admin',
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
    example: { as: 'root', body: { stepIndex: 0, updates: criteria } },
  },
  listApprovalSteps: {
    summary: 'The steps of the flow: all for administrators, those of their own roles for others',
    method: 'GET',
    path: '/get-approval-steps',
    access: 'member',
    reply: data(z.array(Step)),
    example: { as: 'ada' },
  },
  listApprovalGroups: {
    summary: 'Organizations that decide in a step of the flow',
    method: 'GET',
    path: '/approval-groups',
    access: 'admin',
    reply: data(z.array(z.object({ _id: z.string(), org_name: z.string() }))),
    example: { as: 'root' },
  },
} as const

const one = '/api/stakeholder-role/:id'
const safety = { id: 'safety-officer-demo' }
const roleSaving = [InvalidFlow, RoleNotFound, DomainNotFound, UserNotFound, ConcurrentChange] as const

/** Stakeholder roles and who holds them. */
export const roleRows = {
  listStakeholderRoles: {
    summary: 'Every stakeholder role of the school',
    method: 'GET',
    path: '/api/stakeholder-roles',
    aliases: ['/api/stakeholder-role'],
    access: 'admin',
    reply: data(z.array(RoleView)),
    example: { as: 'root' },
  },
  listDomainRoles: {
    summary: 'Stakeholder roles of one domain',
    method: 'GET',
    path: '/api/stakeholder-role/domain/:domainId',
    aliases: ['/api/stakeholder-roles/domain/:domainId'],
    access: 'admin',
    reply: data(z.array(z.object({ ...RoleView.shape, members: z.array(MemberView) }))),
    fails: [DomainNotFound],
    example: { as: 'root', path: { domainId: 'demo-domain' } },
  },
  createStakeholderRole: {
    summary: 'Makes a stakeholder role in a domain',
    method: 'POST',
    path: '/api/stakeholder-role',
    aliases: ['/api/stakeholder-roles'],
    access: 'admin',
    body: RoleDraft,
    reply: data(RoleView, 'Stakeholder role created successfully', { status: 201 }),
    fails: [...roleSaving, RoleFieldsMissing, RoleExists, TooManyRoles, TooManyApprovalRoles],
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
  updateStakeholderRole: {
    summary: 'Changes a stakeholder role; what is absent stays',
    method: 'PUT',
    path: one,
    access: 'admin',
    body: RoleChange,
    reply: data(RoleView, 'Stakeholder role updated successfully'),
    fails: [...roleSaving, RoleInUse],
    example: { as: 'root', path: safety, body: { approvalConfig: { requiredApprovals: 2 } } },
  },
  deactivateStakeholderRole: {
    summary: 'Puts a stakeholder role out of use',
    method: 'POST',
    path: `${one}/deactivate`,
    access: 'admin',
    reply: data(RoleView, 'Stakeholder role deactivated successfully'),
    fails: [RoleNotFound, RoleInUse, ConcurrentChange],
    example: { as: 'root', path: safety },
  },
  listStakeholderMembers: {
    summary: 'Who holds a stakeholder role',
    method: 'GET',
    path: `${one}/members`,
    access: 'admin',
    query: closed({ limit: PageQuery.limit, cursor: PageQuery.cursor }),
    reply: flat(z.object({ members: z.array(MemberView), nextCursor: z.optional(z.string()) })),
    example: { as: 'root', path: safety },
  },
  assignStakeholderRole: {
    summary: 'Gives somebody of the school a stakeholder role',
    method: 'POST',
    path: `${one}/assign`,
    access: 'admin',
    body: closed({ userId: Id }),
    reply: data(MemberView, 'Stakeholder role assigned successfully'),
    fails: [RoleNotFound, UserNotFound, TooManyApprovalRoles, ConcurrentChange],
    example: { as: 'root', path: safety, body: { userId: 'demo-user-ada' } },
  },
  unassignStakeholderRole: {
    summary: 'Takes a stakeholder role away from somebody',
    method: 'DELETE',
    path: `${one}/members/:userId`,
    access: 'admin',
    reply: done('Stakeholder role taken away successfully'),
    fails: [RoleNotFound, MemberNotFound, ConcurrentChange],
    example: { as: 'root', path: { ...safety, userId: 'demo-user-ada' } },
  },
} as const
