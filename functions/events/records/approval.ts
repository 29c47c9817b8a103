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

/** What became of one step for one event. */
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
  /** Of elements with the same word one is enough. */
  anyOf: z.optional(text),
  checkItems: z.array(text),
  questions: z.array(FrozenQuestion),
  timeoutHours: z.number(),
  muted: z.array(z.enum(mutable)),
  /** Nobody could decide when the step was frozen. */
  isEmpty: z.boolean(),
  /** Members of the role at that time. */
  staff: z.number(),
  /** Who decides: ids of roles, `org:<id>`, `user:<id>`. The first is the step's own; a second one was asked in its place. */
  deciders: z.array(text),
  /** Everybody who was asked, in that order; at most 25. */
  asked: z.array(text),
  /** The school's administrators are asked: an approval of one of them is enough. */
  toAdmins: z.boolean(),
  /** Since when its time has passed without anybody else who could be asked. */
  stuckSince: z.optional(text),
  /** When somebody else is asked; there while the step is the turn. */
  dueAt: z.optional(text),
  approvedByUserId: z.optional(text),
  approvedAt: z.optional(text),
})
export type ApprovalElement = z.infer<typeof ApprovalElement>

/** What lists of approvals show of the event, as it was when it was last asked about. */
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
 * The approval of one submission of an event. Its steps are those of the flow at that time. It
 * changes under its version only, always together with the card of the event.
 */
export const ApprovalInstance = z.object({
  _id: text,
  eventId: text,
  /** Of the event: `card.submission`, as a text of four digits. */
  submission: text,
  status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
  /** The stage whose turn it is. */
  currentStepIndex: z.number(),
  elements: z.array(ApprovalElement),
  flowVersion: z.number(),
  event: ApprovedEvent,
  channels: z.nullable(z.array(EventChannel)),
  /** When the first element of the stage is escalated. */
  dueAt: z.optional(text),
  /** Of the first event of a series: when the last one is over. */
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
 * An event in the list of one decider: it waits for a decision, or for somebody to take note, or the decider's step was
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
  /** In whose list it stands: a role, `org:<id>` or `user:<id>`. */
  via: text,
  kind: StepKind,
  list: z.enum(['waiting', 'approved', 'rejected']),
  since: text,
  /** The order of the list: when it is escalated, or when it was decided. */
  at: text,
  /** From when on it shows as stuck. */
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

/** Everybody whom an approval names: ids of roles, `org:<id>`, `user:<id>`. */
export const deciderIdsIn = ({ elements }: ApprovalInstance): readonly string[] => [
  ...new Set(elements.flatMap(({ asked, deciders }) => [...asked, ...deciders])),
]

export const submissionName = (submission: number): string => String(submission).padStart(4, '0')
export const stageName = (stage: number): string => String(stage).padStart(2, '0')

/** The approval of an event's newest submission, strongly, without knowing its number. */
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
})

/** An approval as everybody who is involved reads it. The reply strips what it does not promise. */
export const instanceViewOf = (instance: ApprovalInstance): InstanceView => ({
  ...instance,
  submission: Number(instance.submission),
  approvals: instance.elements.map(elementViewOf),
})
