import * as z from 'zod/mini'
import { Id, line, prose, Timestamp, text } from '../../../lib/contract/fields.ts'
import { StepKind, stepQuestionTypes } from '../../events/contract.ts'
import { closed, conditionFields, fieldTypes } from './fields.ts'

/** A question that an approver answers with the decision. */
const StepQuestion = closed({
  _id: text(64),
  type: z.enum(stepQuestionTypes),
  question: line(500),
  required: z._default(z.boolean(), false),
  options: z._default(z.array(line(200)).check(z.maxLength(50)), []),
})

const Count = z.int().check(z.minimum(1), z.maximum(20))

/** One step of the flow. Steps of equal stage run in parallel, lower stages first. */
export const Step = closed({
  _id: text(64),
  /** Id of a stakeholder role. */
  role: text(100),
  /** An organization that decides in place of a role. Its members with approve_events decide. */
  orgId: z.optional(Id),
  kind: StepKind,
  stage: z.int().check(z.minimum(0), z.maximum(49)),
  requiredApprovals: z.optional(Count),
  requireAllMembers: z.optional(z.boolean()),
  allowSelfApproval: z.boolean(),
  always: z.boolean(),
  ...conditionFields,
  checkItems: z.array(line(200)).check(z.maxLength(20)),
  formDefinition: z.optional(closed({ questions: z.array(StepQuestion).check(z.maxLength(20)) })),
})
export type Step = z.infer<typeof Step>

/** A step as clients send it. */
export const StepDraft = closed({
  ...Step.shape,
  _id: z.optional(text(64)),
  stakeholderRoleId: z.optional(text(100)),
  role: z.optional(text(100)),
  kind: z._default(StepKind, 'approver'),
  stage: z._default(Step.shape.stage, 0),
  allowSelfApproval: z._default(z.boolean(), false),
  always: z._default(z.boolean(), false),
  conditionGroups: z._default(conditionFields.conditionGroups, []),
  groupLogicalOperators: z._default(conditionFields.groupLogicalOperators, []),
  checkItems: z._default(Step.shape.checkItems, []),
})
export type StepDraft = z.infer<typeof StepDraft>

/** Fields that an existing client sends from its own form. Only their default values are accepted. */
const passedAlong = {
  isActive: z.optional(z.literal(true)),
  validation: z.optional(
    closed({
      required: z.optional(z.literal(false)),
      min: z.optional(z.null()),
      max: z.optional(z.null()),
      pattern: z.optional(z.literal('')),
      options: z.optional(z.array(z.never())),
    }),
  ),
}

export const FieldDefinition = closed({
  name: text(64),
  type: z.enum(fieldTypes),
  label: z.optional(line(100)),
  description: z.optional(text(300, 0)),
  inputType: z.optional(text(40)),
  ...passedAlong,
})

const AllowedOperators = closed({
  type: z.enum(fieldTypes),
  operators: z.array(text(32)).check(z.maxLength(10)),
})

/** Hours until an open step escalates. */
export const Hours = z.int().check(z.minimum(1), z.maximum(168))

const DefaultSettings = closed({
  escalationTimeout: Hours,
  /** Steps without their own setting need every member of the role. */
  requireAllMembers: z.boolean(),
})

const flowFields = {
  steps: z.array(Step),
  /** Fields available to conditions: standard event fields, then the fields of the school's form. */
  fieldDefinitions: z.array(FieldDefinition).check(z.maxLength(150)),
  allowedOperators: z.array(AllowedOperators).check(z.maxLength(4)),
  defaultSettings: DefaultSettings,
}

export const FlowView = z.object({
  _id: z.string(),
  ...flowFields,
  version: z.number(),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})
export type FlowView = z.infer<typeof FlowView>

/** A change of the flow. Missing fields keep their value. Fields without effect must have their default. */
export const FlowChange = closed({
  steps: z.optional(z.array(StepDraft).check(z.maxLength(50))),
  fieldDefinitions: z.optional(flowFields.fieldDefinitions),
  allowedOperators: z.optional(flowFields.allowedOperators),
  defaultSettings: z.optional(
    closed({
      ...z.partial(DefaultSettings).shape,
      maxApprovers: z.optional(z.null()),
      requireAnyMember: z.optional(z.literal(true)),
    }),
  ),
  /** The version that was read. A flow that changed since is not overwritten. */
  version: z.optional(z.int()),
  _id: z.optional(Id),
  createdAt: z.optional(Timestamp),
  updatedAt: z.optional(Timestamp),
})
export type FlowChange = z.infer<typeof FlowChange>

/** Permissions of a role's members on pending events. */
const stakeholderPermissions = [
  'approve_events',
  'reject_events',
  'request_changes',
  'acknowledge_events',
  'view_events',
] as const
export const StakeholderPermission = z.enum(stakeholderPermissions)
export type StakeholderPermission = z.infer<typeof StakeholderPermission>

export const ApprovalConfig = closed({
  requiredApprovals: z.optional(Count),
  allowSelfApproval: z.optional(z.boolean()),
  requireAllMembers: z.optional(z.boolean()),
})

/** The due time in hours, and the next decider. Time alone never approves a step. */
const EscalationRules = closed({
  timeout: z.optional(Hours),
  autoEscalate: z.optional(z.boolean()),
  escalateTo: z.optional(z.nullable(text(100))),
  escalateToUser: z.optional(z.nullable(Id)),
})

/** A person who may decide in place of a role. The name that clients send is not stored. */
export const Backup = closed({
  userId: Id,
  /** 1 is the first. */
  priority: z._default(z.int().check(z.minimum(1), z.maximum(10)), 1),
  name: z.optional(line(200)),
  isActive: z._default(z.boolean(), true),
})
export type Backup = z.infer<typeof Backup>

const NotificationPreferences = closed({
  in_app: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
})

/** Requirements are not supported: the list must be empty. */
const NoRequirements = z.optional(z.array(z.string()).check(z.maxLength(0)))

export const roleFields = {
  stakeholderName: line(100),
  stakeholderType: StepKind,
  description: prose(500),
  domainId: text(100),
  permissions: z.array(StakeholderPermission).check(z.maxLength(5)),
  approvalConfig: ApprovalConfig,
  escalationRules: EscalationRules,
  backupAssignees: z.array(Backup).check(z.maxLength(10)),
  notificationPreferences: NotificationPreferences,
}

export const RoleView = z.object({
  _id: z.string(),
  stakeholderId: z.string(),
  ...roleFields,
  domainId: z.nullable(z.string()),
  ...conditionFields,
  requirements: z.array(z.string()),
  isActive: z.boolean(),
  activeMembers: z.number(),
  version: z.number(),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})
export type RoleView = z.infer<typeof RoleView>

/** Deciders may always view the event, so a role cannot lose that permission. */
const seesEvents = (permissions: readonly StakeholderPermission[]): boolean =>
  permissions.includes('view_events')

export const RoleChange = closed({
  ...z.partial(z.object(roleFields)).shape,
  permissions: z.optional(
    roleFields.permissions.check(z.refine(seesEvents, 'view_events cannot be removed from a role')),
  ),
  ...z.partial(z.object(conditionFields)).shape,
  requirements: NoRequirements,
  isActive: z.optional(z.boolean()),
  /** The version that was read. A role that changed since is not overwritten. */
  version: z.optional(z.int()),
})
export type RoleChange = z.infer<typeof RoleChange>

/** Role ids are used in paths, and beside the deciders `org:` and `user:`. */
export const RoleId = z
  .string()
  .check(z.trim(), z.maxLength(100), z.regex(/^(?!org:|user:)[^/%?#]+$/, 'Not a valid role id'))
