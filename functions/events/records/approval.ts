import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import {
  EventChannel,
  type InstanceView,
  mutable,
  StepKind,
  stepQuestionTypes,
} from '../contract/approval-shapes.ts'

const text = z.string()

/** A question of a step, as it was when the event was submitted. */
const FrozenQuestion = z.object({
  _id: text,
  type: z.enum(stepQuestionTypes),
  question: text,
  required: z.boolean(),
  options: z.array(text),
})

/** The state of one step for one event. */
export const ApprovalElement = z.object({
  _id: text,
  role: text,
  roleName: text,
  orgId: z.optional(text),
  kind: StepKind,
  stage: z.number(),
  status: z.enum(['pending', 'approved', 'rejected', 'acknowledged', 'notified', 'skipped']),
  required: z.number(),
  /** Approvals so far. */
  approvals: z.number(),
  allowSelf: z.boolean(),
  /** Among elements with the same value, one approval is enough. */
  anyOf: z.optional(text),
  checkItems: z.array(text),
  questions: z.array(FrozenQuestion),
  timeoutHours: z.number(),
  muted: z.array(z.enum(mutable)),
  /** The role had no eligible decider at submission. */
  isEmpty: z.boolean(),
  /** Members of the role at submission. */
  staff: z.number(),
  /**
   * Current deciders: ids of roles, `org:<id>`, `user:<id>`. The first is the step's own; a second one is a delegate.
   */
  deciders: z.array(text),
  /** All deciders so far, in order; at most 25. */
  asked: z.array(text),
  /** The school's administrators may decide; one approval of theirs is enough. */
  toAdmins: z.boolean(),
  /** Since when the step is overdue without another decider. */
  stuckSince: z.optional(text),
  /** The time of the next escalation; set while the step is open. */
  dueAt: z.optional(text),
  approvedByUserId: z.optional(text),
  approvedAt: z.optional(text),
})
export type ApprovalElement = z.infer<typeof ApprovalElement>

/** Event fields that approval lists show, as of the last request for a decision. */
export const ApprovedEvent = z.object({
  name: text,
  type: text,
  start_time: text,
  end_time: text,
  location: z.optional(text),
  classroom_id: z.optional(text),
  visibility: text,
  expectedAttendance: z.number(),
  hostingType: text,
  hostingId: text,
  hostName: text,
  hostImage: z.optional(text),
  image: z.optional(text),
})
export type ApprovedEvent = z.infer<typeof ApprovedEvent>

/**
 * The approval of one submission of an event, with the steps of the flow at that time. Every change is conditional on
 * its version and shares a transaction with the event's card.
 */
export const ApprovalInstance = z.object({
  _id: text,
  eventId: text,
  /** The event's `card.submission` as a text of four digits. */
  submission: text,
  status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
  /** The current stage. */
  currentStepIndex: z.number(),
  elements: z.array(ApprovalElement),
  flowVersion: z.number(),
  event: ApprovedEvent,
  channels: z.nullable(z.array(EventChannel)),
  /** When the first element of the stage escalates. */
  dueAt: z.optional(text),
  /** For the first event of a series: the end of the last one. */
  lastEnd: z.optional(text),
  submittedAt: text,
  decidedAt: z.optional(text),
  version: z.number(),
})
export type ApprovalInstance = z.infer<typeof ApprovalInstance>
export const approvalInstance = entity('ApprovalInstance', ApprovalInstance, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'AP#{submission}',
})

/**
 * An event in one decider's list. It waits for a decision or an acknowledgement, or the decider's step has been
 * decided.
 */
export const ApprovalWait = z.object({
  eventId: text,
  submission: text,
  stepId: text,
  /** Two digits. */
  stage: text,
  role: text,
  roleName: text,
  /** The decider whose list it is in: a role, `org:<id>` or `user:<id>`. */
  via: text,
  kind: StepKind,
  list: z.enum(['waiting', 'approved', 'rejected']),
  since: text,
  /** Sort key of the list: the time of escalation, or of the decision. */
  at: text,
  /** The time from which it shows as stuck. */
  stuckAt: z.optional(text),
  event: ApprovedEvent,
})
export type ApprovalWait = z.infer<typeof ApprovalWait>
export const approvalWait = entity('ApprovalWait', ApprovalWait, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'WAIT#{submission}#{stage}#{role}#{via}',
  gsi1: { pk: 'WAIT#{via}#{list}', sk: '{at}#{eventId}#{submission}#{stage}#{role}' },
  gsi2: { pk: 'STUCK', sk: '{stuckAt}#{eventId}#{submission}#{stage}#{role}' },
})

/** All deciders that an approval names: ids of roles, `org:<id>`, `user:<id>`. */
export const deciderIdsIn = ({ elements }: ApprovalInstance): readonly string[] => [
  ...new Set(elements.flatMap(({ asked, deciders }) => [...asked, ...deciders])),
]

export const submissionName = (submission: number): string => String(submission).padStart(4, '0')
export const stageName = (stage: number): string => String(stage).padStart(2, '0')

/** Finds the approval of the newest submission, strongly consistent, without knowing its number. */
export const findNewestApproval = async (
  table: Table,
  eventId: string,
): Promise<ApprovalInstance | undefined> => {
  const keyParams = { eventId }
  return (await table.list(approvalInstance, { keyParams, limit: 1, descending: true, strong: true }))
    .items[0]
}

const elementViewOf = (element: ApprovalElement): InstanceView['approvals'][number] => ({
  ...element,
  escalated: element.toAdmins || element.deciders.length > 1,
  withoutApprover: element.isEmpty,
})

/** An approval for everyone involved. The reply schema removes other fields. */
export const instanceViewOf = (instance: ApprovalInstance): InstanceView => ({
  ...instance,
  submission: Number(instance.submission),
  approvals: instance.elements.map(elementViewOf),
})
