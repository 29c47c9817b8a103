import * as z from 'zod/mini'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** The task of a step's people: decide, acknowledge, or only be notified. */
export const StepKind = z.enum(['approver', 'acknowledger', 'notifiee'])
export type StepKind = z.infer<typeof StepKind>

/** Types of questions that an approver answers with a decision. */
export const stepQuestionTypes = [
  'short',
  'long',
  'multiple_choice',
  'select_multiple',
  'rating_scale',
] as const

/** Channels of a school's notifications about events. */
export const EventChannel = z.enum(['in_app', 'email', 'push', 'organization'])

/** Channels that the people of a role may turn off. */
export const mutable = ['in_app', 'email', 'push'] as const
export type Muted = (typeof mutable)[number]

const QuestionView = z.object({
  _id: text,
  type: text,
  question: text,
  required: z.boolean(),
  options: z.array(text),
})

/** One step in the approval of an event. */
export const ElementView = z.object({
  _id: text,
  role: text,
  roleName: text,
  kind: StepKind,
  stage: z.number(),
  status: z.enum(['pending', 'approved', 'rejected', 'acknowledged', 'notified', 'skipped']),
  required: z.number(),
  approvals: z.number(),
  checkItems: z.array(text),
  questions: z.array(QuestionView),
  deciders: z.array(text),
  escalated: z.boolean(),
  toAdmins: z.boolean(),
  withoutApprover: z.boolean(),
  dueAt: maybe(text),
  approvedByUserId: maybe(text),
  approvedAt: maybe(text),
})

/** The approval of a submission, for everyone involved in it. */
export const InstanceView = z.object({
  _id: text,
  eventId: text,
  submission: z.number(),
  status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
  currentStepIndex: z.number(),
  approvals: z.array(ElementView),
  flowVersion: z.number(),
  submittedAt: text,
  decidedAt: maybe(text),
})
export type InstanceView = z.infer<typeof InstanceView>
