import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { put } from '../../lib/table/write.ts'
import {
  type ApprovalElement,
  dueAfter,
  instanceWrites,
  isOpen,
  notifyDeciders,
  roleOrDefault,
  stageName,
  stakeholderRole,
} from '../stakeholders/index.ts'
import {
  type ApprovalCase,
  type DeciderRights,
  hasDeciderRight,
  hasRight,
  isSelfApprovalBarred,
  readDeciderRights,
  requireApproval,
} from './approval.ts'
import type { contract } from './contract.ts'
import type { DecisionResult } from './decision.ts'
import { decisionView } from './decision.ts'
import { approvalDecision } from './repository.ts'
import { ApprovalDecided, NotABackup, NotAuthorized, OwnEvent, StepRequired } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** All people whom an event asks may acknowledge it at the same time. No acknowledgement may be lost. */
const acknowledgements = 20

/** Acknowledges an event. It blocks nothing, and remains possible after the approval. A repetition changes nothing. */
export const acknowledge = async (eventId: string, context: Context<'caller'>): Promise<DecisionResult> => {
  const { table, caller, now } = context
  return table.retryOnConflict(
    async () => {
      const found = await requireApproval(table, eventId, caller.tenantUserId)
      const { instance: before, whole } = found
      const rights = await readDeciderRights(context, found)
      const { userId } = rights
      const own = before.elements.filter(
        (element) =>
          element.kind === 'acknowledger' && hasDeciderRight(rights, element, 'acknowledge_events'),
      )
      if (own.length === 0) fail(NotAuthorized)
      if (own.every(({ status }) => status === 'acknowledged'))
        return { status: whole.card.status, instance: before }
      const open = own.filter((element) => isOpen(before, element))
      if (open.length === 0) fail(ApprovalDecided)
      const at = now().toISOString()
      const ids = new Set(open.map(({ _id }) => _id))
      const elements = before.elements.map((element) =>
        ids.has(element._id)
          ? { ...element, status: 'acknowledged' as const, approvedByUserId: userId, approvedAt: at }
          : element,
      )
      const { instance, writes } = instanceWrites(context, before, { ...before, elements })
      const { submission } = before
      const rows = open.map(({ stage, role }) => {
        const row = { eventId, submission, userId, stage: stageName(stage), role, at }
        return put(approvalDecision, { ...row, decision: 'acknowledged' })
      })
      return (await table.write([...writes, ...rows])).ok
        ? { status: whole.card.status, instance }
        : conflicted
    },
    { attempts: acknowledgements },
  )
}

type DelegationRequest = {
  readonly event_id: string
  readonly stepId?: string | undefined
  readonly userId: string
}

const stepOf = (
  { instance }: ApprovalCase,
  rights: DeciderRights,
  stepId: string | undefined,
): ApprovalElement => {
  const own = instance.elements.filter(
    (element) =>
      element.kind === 'approver' &&
      (stepId === undefined || element._id === stepId) &&
      hasRight(rights, element, 'approve_events'),
  )
  if (own.length === 0) fail(NotAuthorized)
  const isEarly = instance.status === 'pending' && own.every(({ stage }) => stage > instance.currentStepIndex)
  if (isEarly) fail(NotAuthorized)
  const open = own.filter((element) => isOpen(instance, element))
  const [step, ...more] = open.filter((element) => !isSelfApprovalBarred(rights, element))
  if (!step) return fail(open.length > 0 ? OwnEvent : ApprovalDecided)
  return more.length > 0 ? fail(StepRequired) : step
}

/** Reads the roles of the open steps. Strongly consistent. */
const openRoles = async ({ instance }: ApprovalCase, { table }: Pick<Context, 'table'>) => {
  const ids = instance.elements.filter((element) => isOpen(instance, element)).map(({ role }) => role)
  const once = [...new Set(ids)]
  const refs = once.map((stakeholderId) => key(stakeholderRole, { stakeholderId }))
  const rows = refs.length > 0 ? await table.batchGet(refs, { strong: true }) : []
  return new Map(once.map((id, at) => [id, roleOrDefault(rows[at], id)]))
}

/**
 * Adds a delegate to a step and replaces an earlier delegate. A repeated delegate gets only the remaining time, so that
 * delegation back and forth does not delay the escalation.
 */
export const withDecider = (element: ApprovalElement, decider: string, at: string): ApprovalElement => ({
  ...element,
  deciders: [element.deciders[0] ?? element.role, decider],
  asked: [...element.asked, decider].slice(-25),
  dueAt: element.asked.includes(decider) ? (element.dueAt ?? at) : dueAfter(at, element.timeoutHours),
})

/** Delegates the caller's open step to an active backup of its role. */
export const delegate = async (
  { event_id: eventId, stepId, userId }: DelegationRequest,
  context: Context<'caller'>,
): Promise<DecisionResult> => {
  const { table, caller, now } = context
  return table.retryOnConflict(async () => {
    const found = await requireApproval(table, eventId, caller.tenantUserId)
    const { instance: before, whole } = found
    const [rights, roles] = await Promise.all([readDeciderRights(context, found), openRoles(found, context)])
    const step = stepOf(found, rights, stepId)
    const backups = roles.get(step.role)?.backupAssignees ?? []
    if (!backups.some((backup) => backup.isActive && backup.userId === userId)) fail(NotABackup)
    if (userId === whole.card.createdBy || userId === whole.card.hostingId) fail(OwnEvent)
    const decider = `user:${userId}`
    if (step.deciders.includes(decider)) return { status: whole.card.status, instance: before }
    const at = now().toISOString()
    const elements = before.elements.map((element) =>
      element._id === step._id ? withDecider(element, decider, at) : element,
    )
    const { instance, writes } = instanceWrites(context, before, { ...before, elements })
    const cause = `${eventId}#${before.submission}#${step._id}#${decider}`
    const notifications = notifyDeciders(
      'approval_required',
      cause,
      [{ decider, muted: [] }],
      whole.card,
      before.channels,
      context,
    )
    const audited = {
      action: 'approvals.delegate',
      actor: caller,
      targetType: 'event',
      targetId: eventId,
    } as const
    const written = await table.write([
      ...writes,
      ...notifications,
      audit(context, { ...audited, detail: { step: step._id, userId } }),
    ])
    return written.ok ? { status: whole.card.status, instance } : conflicted
  })
}

export const acknowledgeEvent: Operation<Rows['acknowledgeEvent']> = async ({ event_id }, context) =>
  decisionView(await acknowledge(event_id, context))

export const delegateApproval: Operation<Rows['delegateApproval']> = async (input, context) =>
  decisionView(await delegate(input, context))
