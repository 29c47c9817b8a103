import * as z from 'zod/mini'
import { conflict, forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { described, jsonOfAtMost } from '../../lib/contract/fields.ts'
import { PublicUser } from '../../lib/contract/people.ts'
import { HostView, plannerFields } from '../events/contract.ts'
import { clientAliases, closed, conditionFieldNames } from '../stakeholders/contract.ts'

/** Clients depend on this message. */
export const NoEvent = notFound('Event not found.', 'EVENT_NOT_FOUND')
export const NoInstance = notFound('Approval instance not found.', 'APPROVAL_NOT_FOUND')
export const NotAuthorized = forbidden('You are not authorized to approve this event.', 'NOT_AN_APPROVER')
export const OwnEvent = forbidden('You cannot decide on your own event.', 'OWN_EVENT')
export const ApprovalDecided = conflict('Approval is already decided', 'APPROVAL_DECIDED')
export const DecidedOtherwise = conflict(
  'You have already made a different decision on this step',
  'DECIDED_OTHERWISE',
)
export const StepNotFound = notFound('Approval step not found.', 'APPROVAL_STEP_NOT_FOUND')
export const StepRequired = invalid(
  'More than one step awaits your decision, and one has questions. Send the stepId.',
  'APPROVAL_STEP_REQUIRED',
)
export const NotABackup = invalid(
  'This person is not an active backup of the role. Choose one of its backups.',
  'NOT_A_BACKUP',
)
export const RoleNotYours = forbidden('You do not hold this role', 'ROLE_NOT_HELD')
export const NoComment = notFound('Comment not found.', 'COMMENT_NOT_FOUND')
export const NoParentComment = notFound('Parent comment not found.', 'PARENT_COMMENT_NOT_FOUND')
export const NotYourComment = forbidden('You are not authorized to delete this comment.', 'FORBIDDEN')
export const NotInvolved = forbidden('You are not involved in this approval.', 'NOT_INVOLVED')

const text = z.string()

/** One person's decision on one step. */
export const DecisionView = z.object({
  userId: text,
  decision: z.enum(['approved', 'rejected', 'changes_requested', 'acknowledged']),
  /** Id of the role of the step. */
  role: text,
  reason: z.optional(text),
  at: text,
})

export const CommentView = z.object({
  _id: text,
  userId: text,
  text,
  createdAt: text,
  parentCommentId: z.nullable(text),
})
export type CommentView = z.infer<typeof CommentView>

/** A comment with its author. An author who has left the school has no name. */
export const SignedCommentView = z.extend(CommentView, { author: PublicUser })

/** An event in an approval list, with the step that put it there. */
export const PendingEvent = z.object({
  _id: text,
  name: text,
  type: text,
  start_time: text,
  end_time: text,
  location: z.optional(text),
  classroom_id: z.nullable(text),
  visibility: text,
  expectedAttendance: z.number(),
  hostingType: text,
  hostingId: HostView,
  hostName: text,
  image: z.optional(text),
  /** Send this id to decide on this step only. */
  stepId: text,
  pendingStepRoleId: text,
  pendingStepRoleName: text,
  stage: z.number(),
  kind: z.enum(['approver', 'acknowledger', 'notifiee']),
  /** Number of the submission that the step belongs to. An event may have been submitted again since. */
  submission: z.number(),
  since: text,
  dueAt: text,
  stuck: z.boolean(),
})
export type PendingEvent = z.infer<typeof PendingEvent>

export const DomainEvent = z.object({
  ...PendingEvent.shape,
  scopeMatchReason: z.enum(['governing_scope', 'concern_scope', 'role']),
  /** Whether another event has the room now. An event that books its room on approval does not hold it before. */
  reservationConflictSummary: z.object({ hasConflict: z.boolean(), reason: z.optional(text) }),
  spaceContext: z.nullable(z.object({ resourceId: text, location: z.optional(text) })),
  crossDomainImpacts: z.array(z.object({ domainId: text, name: text })),
})
export type DomainEvent = z.infer<typeof DomainEvent>

const Outcome = z.object({
  field: text,
  operator: text,
  value: z.unknown(),
  actual: z.optional(z.unknown()),
  holds: z.optional(z.boolean()),
})

/** A step that would apply, and the reason. */
export const PreviewStep = z.object({
  _id: text,
  stakeholderId: text,
  stakeholderName: text,
  kind: z.enum(['approver', 'acknowledger', 'notifiee']),
  stage: z.number(),
  requiredApprovals: z.number(),
  because: z.enum(['always', 'conditions', 'role', 'domain', 'concern', 'requiresApproval']),
  conditions: z.array(Outcome),
})
export type PreviewStep = z.infer<typeof PreviewStep>

export const Preview = z.object({
  approvals: z.array(PreviewStep),
  acknowledgements: z.array(PreviewStep),
  notifications: z.array(PreviewStep),
  total: z.number(),
})
export type Preview = z.infer<typeof Preview>

const Fact = z.optional(
  z.nullable(z.union([z.string().check(z.maxLength(10_000)), z.number(), z.boolean(), z.array(text)])),
)

const wordsOf: Readonly<Record<string, { readonly about: string | undefined }>> = plannerFields

const factOf = (name: string) => {
  const about = wordsOf[name]?.about
  return about === undefined ? Fact : described(Fact, about)
}

/** Fields of a draft under their own names or aliases, for conditions. */
export const DraftFacts = closed({
  ...Object.fromEntries(
    [...conditionFieldNames, ...Object.keys(clientAliases)].map((name) => [name, factOf(name)]),
  ),
  customFields: z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown()).check(jsonOfAtMost(16))),
})
export type DraftFacts = z.infer<typeof DraftFacts>
