import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { text } from '../../../lib/contract/fields.ts'
import { data } from '../../../lib/contract/reply.ts'
import { closed } from './closed-shape.ts'
import { conditionFields } from './condition-shapes.ts'
import {
  InvalidFlow,
  InvalidStepIndex,
  RoleInFlow,
  TooManyApprovalRoles,
  TooManyRoles,
  UserNotFound,
} from './failures.ts'
import { FlowChange, FlowView, Step } from './flow-shapes.ts'
import { RoleId } from './role-shapes.ts'

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
