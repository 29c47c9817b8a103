import type { Audience } from '../../lib/audience.ts'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import type { EventCard } from '../events/index.ts'
import type { validateNamedAnswers } from '../form-records/index.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  aboutEvent,
  closeInstance,
  enterStage,
  stageFrom,
  stageName,
} from '../stakeholders/index.ts'
import type { ApprovalCase } from './approval.ts'
import { type ApprovalDecision, listDecisions } from './repository.ts'
import { ApprovalDecided } from './shapes.ts'

type Answers = Parameters<typeof validateNamedAnswers>[1]

/** A decision. Without `stepId` it applies to all open steps of the caller in the stage. */
export type Decision = {
  readonly event_id: string
  readonly stepId?: string | undefined
  readonly reason?: string | undefined
  readonly comment?: string | undefined
  readonly formResponses?: Answers | undefined
}

/**
 * For each kind of decision: the right it needs, its name, the event's new status, and the notification to the
 * submitter.
 */
export const decisionKinds = {
  approve: { right: 'approve_events', decision: 'approved', to: 'approved', tells: 'event_approved' },
  reject: { right: 'reject_events', decision: 'rejected', to: 'rejected', tells: 'event_rejected' },
  change: {
    right: 'request_changes',
    decision: 'changes_requested',
    to: 'draft',
    tells: 'event_changes_requested',
  },
} as const
export type DecisionKind = keyof typeof decisionKinds

/** The author and time of a decision. `isAdmin` matters when the step has escalated to the administrators. */
export type DecidedBy = { readonly userId: string; readonly isAdmin: boolean; readonly at: string }

const withApproval = (element: ApprovalElement, { userId, isAdmin, at }: DecidedBy): ApprovalElement => {
  const approvals = element.approvals + 1
  if (approvals < element.required && !(isAdmin && element.toAdmins)) return { ...element, approvals }
  const { dueAt: _, ...rest } = element
  return { ...rest, approvals, status: 'approved', approvedByUserId: userId, approvedAt: at }
}

/** Among alternative steps, one approval makes the others unnecessary. */
const skipSatisfied = (elements: readonly ApprovalElement[]): ApprovalElement[] => {
  const enough = new Set(
    elements.flatMap(({ anyOf, status }) => (anyOf && status === 'approved' ? anyOf : [])),
  )
  return elements.map((element) =>
    element.status === 'pending' && element.anyOf !== undefined && enough.has(element.anyOf)
      ? { ...element, status: 'skipped' as const }
      : element,
  )
}

/** Applies one person's approval to some steps. The stage ends when all of its approver steps are done. */
export const applyApproval = (
  instance: ApprovalInstance,
  ids: ReadonlySet<string>,
  decidedBy: DecidedBy,
): ApprovalInstance => {
  const elements = skipSatisfied(
    instance.elements.map((element) => (ids.has(element._id) ? withApproval(element, decidedBy) : element)),
  )
  const changed = { ...instance, elements }
  const next = stageFrom(elements, instance.currentStepIndex)
  if (next === undefined) return closeInstance(changed, 'approved', decidedBy.at)
  return next === instance.currentStepIndex ? changed : enterStage(changed, next, decidedBy.at)
}

/** One rejection ends the approval (rules/approvals 2). */
export const applyRejection = (
  instance: ApprovalInstance,
  ids: ReadonlySet<string>,
  { at }: DecidedBy,
): ApprovalInstance => {
  const elements = instance.elements.map((element) =>
    ids.has(element._id) ? { ...element, status: 'rejected' as const } : element,
  )
  return closeInstance({ ...instance, elements }, 'rejected', at)
}

/** Whether the current stage is the last one. */
export const isLastStage = ({ elements, currentStepIndex }: ApprovalInstance): boolean =>
  stageFrom(elements, currentStepIndex + 1) === undefined

type ProgressContext = {
  readonly table: { readonly tenant: string | undefined }
  now(): Date
  newId(): string
}

/** The event's creator, and the event managers of its host. */
const organizersOf = ({ createdBy, hostingType, hostingId }: EventCard): Audience[] => [
  { kind: 'users', ids: [createdBy] },
  ...(hostingType === 'Org'
    ? [{ kind: 'permission' as const, orgId: hostingId, permission: 'manage_events' }]
    : []),
]

/** Notifies the organizers of the outcome of a submission, once for any decider. */
export const outcomeNotifications = (
  template: 'event_approved' | 'event_rejected' | 'event_changes_requested' | 'approval_expired',
  { _id, submission, channels }: ApprovalInstance,
  card: EventCard,
  reason: string | undefined,
  context: ProgressContext,
): Write => {
  const about = aboutEvent(card, context)
  return notificationDue(context, {
    template,
    to: organizersOf(card),
    cause: `${_id}#${submission}`,
    ...about,
    params: { ...about.params, ...(reason === undefined ? {} : { reason }) },
    ...(channels ? { channels } : {}),
  })
}

/** The last decision on one of these steps, otherwise the last on any step. */
const lastOf = (
  decisions: readonly ApprovalDecision[],
  steps: readonly ApprovalElement[],
): ApprovalDecision | undefined => {
  const made = decisions.filter(({ decision }) => decision !== 'acknowledged')
  const own = made.filter((one) =>
    steps.some(({ stage, role }) => one.stage === stageName(stage) && one.role === role),
  )
  return (own.length > 0 ? own : made).toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
}

/**
 * Fails with 409 `Approval is already decided`. `data` has the decision, its author and its time, if a person decided.
 * Call it only for callers who may decide on one of `steps`.
 */
export const failDecided = async (
  { instance }: ApprovalCase,
  steps: readonly ApprovalElement[],
  { table }: Pick<Context<'caller'>, 'table'>,
): Promise<never> => {
  const { eventId, submission, status } = instance
  const last = lastOf(await listDecisions(table, eventId, submission), steps)
  if (!last)
    return fail(ApprovalDecided, { data: { status, decision: null, decidedBy: null, decidedAt: null } })
  const { userId, decision, at: decidedAt } = last
  const user = await table.get(tenantUser, { id: userId })
  const decidedBy = { _id: userId, name: user?.name ?? 'Somebody who left' }
  return fail(ApprovalDecided, { data: { status, decision, decidedBy, decidedAt } })
}
