import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ImpersonationForbidden } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put, type Write } from '../../lib/table/write.ts'
import { type EventStatus, eventCard, instanceViewOf } from '../events/index.ts'
import { requireAnswers, validateNamedAnswers } from '../form-records/index.ts'
import { type EventChangePlan, planMove } from '../lifecycle/index.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  closeInstance,
  eventOf,
  instanceWrites,
  isOpen,
  notifyStage,
  stageName,
} from '../stakeholders/index.ts'
import {
  type ApprovalCase,
  actorIdOf,
  type DeciderRights,
  hasRight,
  isSelfApprovalBarred,
  readDeciderRights,
  requireApproval,
  roleChecks,
} from './approval.ts'
import { commentWrite } from './comments.ts'
import type { contract } from './contract.ts'
import { rolesOfDomain } from './lists.ts'
import {
  applyApproval,
  applyRejection,
  type DecidedBy,
  type Decision,
  type DecisionKind,
  decisionKinds,
  failDecided,
  isLastStage,
  outcomeNotifications,
} from './progress.ts'
import { type ApprovalDecision, approvalDecision, readOwnDecisions } from './repository.ts'
import { DecidedOtherwise, NotAuthorized, OwnEvent, StepNotFound, StepRequired } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** Finds the roles that a decision is for, in parallel with the event; undefined for any role. */
type Roles = (() => Promise<ReadonlySet<string>>) | undefined
type StepSelection = Decision & { readonly roles: ReadonlySet<string> | undefined }

export type DecisionResult = { readonly status: EventStatus; readonly instance: ApprovalInstance }

/** The stage at the first attempt. Later attempts of the same call decide on this stage only. */
type StagePosition = { readonly submission: string; readonly stage: number }

/** All deciders of a stage may decide at the same time, and each conflict has one winner. No decision may be lost. */
const attempts = 40

/**
 * Returns the steps of any stage on which the caller may decide. 403 comes before 409, so that other callers learn
 * nothing.
 */
const stepsWithRight = (
  { instance }: ApprovalCase,
  rights: DeciderRights,
  way: DecisionKind,
  { stepId, roles }: StepSelection,
): readonly ApprovalElement[] => {
  const { right } = decisionKinds[way]
  const asked = instance.elements.filter(({ kind }) => kind === 'approver')
  const named = asked.filter(
    ({ _id, role }) => (stepId === undefined || _id === stepId) && (!roles || roles.has(role)),
  )
  const own = named.filter((element) => hasRight(rights, element, right))
  if (own.length > 0) return own
  const knows = asked.some((element) => hasRight(rights, element, right))
  return fail(knows && stepId !== undefined && named.length === 0 ? StepNotFound : NotAuthorized)
}

/**
 * Returns those steps of the current stage on which the caller may decide and has not decided. None for a caller whose
 * steps were decided in an earlier stage.
 */
const openSteps = (
  { instance }: ApprovalCase,
  rights: DeciderRights,
  own: readonly ApprovalElement[],
  before: readonly ApprovalDecision[],
  { stage: wanted }: StagePosition,
): readonly ApprovalElement[] => {
  const turn = own.filter(({ stage }) => stage === wanted)
  if (turn.length === 0) return own.some(({ status }) => status !== 'pending') ? [] : fail(NotAuthorized)
  const free = turn.filter((element) => !isSelfApprovalBarred(rights, element))
  if (free.length === 0) fail(OwnEvent)
  return free.filter((element) => isOpen(instance, element) && !hasDecided(before, element))
}

const hasDecided = (before: readonly ApprovalDecision[], { stage, role }: ApprovalElement): boolean =>
  before.some((one) => one.decision !== 'acknowledged' && one.stage === stageName(stage) && one.role === role)

/**
 * A person's decision is final for its stage and for each of its steps. The same decision again changes nothing once
 * nothing is left to decide. A different one is refused (rules/approvals 9).
 */
const isRepeatedDecision = (
  { instance }: ApprovalCase,
  rights: DeciderRights,
  before: readonly ApprovalDecision[],
  own: readonly ApprovalElement[],
  way: DecisionKind,
  { stepId, roles }: StepSelection,
  { stage: wanted }: StagePosition,
): boolean => {
  const named = stepId !== undefined || roles !== undefined
  const turn = own.filter(({ stage }) => stage === wanted)
  const about = turn.length > 0 ? turn : own
  const decided = before.filter(({ decision }) => decision !== 'acknowledged')
  const ofStage = turn.length > 0 ? decided.filter(({ stage }) => stage === stageName(wanted)) : decided
  const same = named ? decided.filter((one) => about.some((step) => hasDecided([one], step))) : ofStage
  if (same.some(({ decision }) => decision !== decisionKinds[way].decision)) fail(DecidedOtherwise)
  const left = turn.some(
    (step) => isOpen(instance, step) && !isSelfApprovalBarred(rights, step) && !hasDecided(before, step),
  )
  return same.length > 0 && !left
}

const answersOf = (steps: readonly ApprovalElement[], { formResponses = [] }: Decision) => {
  const asks = formResponses.length > 0 || steps.some(({ questions }) => questions.length > 0)
  const [step] = steps
  if (!step || !asks) return undefined
  if (steps.length > 1) fail(StepRequired)
  return [...requireAnswers(validateNamedAnswers(step.questions, formResponses))]
}

const decisionRows = (
  { instance: { eventId, submission } }: ApprovalCase,
  steps: readonly ApprovalElement[],
  way: DecisionKind,
  given: Decision,
  { userId, at }: DecidedBy,
): Write[] => {
  const answers = way === 'approve' ? answersOf(steps, given) : undefined
  const reason = given.reason ?? given.comment
  return steps.map(({ stage, role }) => {
    const row = { eventId, submission, userId, stage: stageName(stage), role, at }
    const more = { ...(reason === undefined ? {} : { reason }), ...(answers ? { answers } : {}) }
    return put(approvalDecision, { ...row, ...more, decision: decisionKinds[way].decision }, { absent: true })
  })
}

const decidedInstance = (
  instance: ApprovalInstance,
  steps: readonly ApprovalElement[],
  way: DecisionKind,
  by: DecidedBy,
) => {
  const ids = new Set(steps.map(({ _id }) => _id))
  if (way === 'approve') return applyApproval(instance, ids, by)
  return way === 'reject' ? applyRejection(instance, ids, by) : closeInstance(instance, 'cancelled', by.at)
}

/** Lists of drafts name those that approvers returned. */
const cardChanges = ({ whole: { card } }: ApprovalCase, way: DecisionKind) =>
  way === 'change' ? { card: { changesRequestedFor: card.submission } } : {}

/** Plans the event's status change, before it is known whether the caller may decide. */
const planEventMove = (
  found: ApprovalCase,
  way: DecisionKind,
  context: Context<'caller'>,
): Promise<() => EventChangePlan> | undefined => {
  const { whole, instance } = found
  const ends = way !== 'approve' || isLastStage(instance)
  if (!ends || instance.status !== 'pending' || whole.card.status !== 'pending') return undefined
  return planMove(context, whole, decisionKinds[way].to, cardChanges(found, way)).then(
    (plan) => () => plan,
    (error: unknown) => () => {
      throw error
    },
  )
}

/** The event remains pending; the condition is that it was not withdrawn meanwhile. */
const pendingCheck = ({ whole: { card } }: ApprovalCase): Write =>
  check(
    eventCard,
    { eventId: card.eventId },
    { equals: { status: 'pending', submission: card.submission }, without: ['deletedAt'] },
  )

const auditActions = {
  approve: 'approvals.approve',
  reject: 'approvals.reject',
  change: 'approvals.request_changes',
} as const satisfies Readonly<Record<DecisionKind, string>>

/** The decision in the school's audit log, with the steps that it was for and their roles. */
const auditDecision = (
  context: Context<'caller'>,
  { whole }: ApprovalCase,
  steps: readonly ApprovalElement[],
  way: DecisionKind,
): Write =>
  audit(context, {
    action: auditActions[way],
    actor: context.caller,
    targetType: 'event',
    targetId: whole.card.eventId,
    detail: {
      steps: steps.map(({ _id }) => _id).join(' '),
      role: [...new Set(steps.map(({ role }) => role))].join(', '),
    },
  })

const commentOf = ({ comment, reason }: Decision, way: DecisionKind): string | undefined =>
  way === 'change' ? reason : comment

type PlannedDecision = DecisionResult & { readonly writes: readonly Write[] }

const planDecision = async (
  found: ApprovalCase,
  steps: readonly ApprovalElement[],
  way: DecisionKind,
  given: Decision,
  context: Context<'caller'>,
  rights: DeciderRights,
  plan: (() => EventChangePlan) | undefined,
): Promise<PlannedDecision> => {
  const { whole, instance: before } = found
  const decidedBy = { userId: rights.userId, isAdmin: rights.isAdmin, at: context.now().toISOString() }
  const rows = decisionRows(found, steps, way, given, decidedBy)
  const changed = { ...decidedInstance(before, steps, way, decidedBy), event: eventOf(whole.card) }
  const { instance, writes } = instanceWrites(context, before, changed)
  const text = commentOf(given, way)
  const commentWrites =
    text === undefined ? [] : [commentWrite(context, whole.card.eventId, rights.userId, text)]
  const common = [
    ...writes,
    ...rows,
    ...commentWrites,
    auditDecision(context, found, steps, way),
    ...roleChecks(rights, steps, decisionKinds[way].right),
  ]
  if (instance.status === 'pending') {
    const moved = instance.currentStepIndex !== before.currentStepIndex
    const asked = moved ? notifyStage(instance, whole.card, context) : []
    return { status: 'pending', instance, writes: [pendingCheck(found), ...common, ...asked] }
  }
  const { to, tells } = decisionKinds[way]
  const move = plan ? plan() : await planMove(context, whole, to, cardChanges(found, way))
  const notification = outcomeNotifications(tells, instance, whole.card, given.reason, context)
  return { status: to, instance, writes: [...move.writes, ...common, notification] }
}

/**
 * Decides on a pending event. All effects are in one transaction, conditional on the versions of event and approval.
 * Three round trips. After a conflict the decision is checked again. It counts if the stage still needs it. Otherwise
 * fails with 409 `Approval is already decided`, with the earlier decision. Impersonation cannot decide.
 */
export const decide = async (
  way: DecisionKind,
  decision: Decision,
  context: Context<'caller'>,
  among: Roles = undefined,
): Promise<DecisionResult> => {
  // Checked here for every endpoint: impersonation may change a list of events, but not decide on them.
  if (context.caller.actor !== undefined) fail(ImpersonationForbidden)
  // Not earlier: a failed search that no code awaits would end the process.
  const search = among?.()
  let position: StagePosition | undefined
  return context.table.retryOnConflict(
    async () => {
      const [roles, found] = await Promise.all([
        search,
        requireApproval(context.table, decision.event_id, context.caller.tenantUserId),
      ])
      const given = { ...decision, roles }
      const { instance, whole } = found
      position ??= { submission: instance.submission, stage: instance.currentStepIndex }
      const [rights, own, plan] = await Promise.all([
        readDeciderRights(context, found),
        readOwnDecisions(context.table, instance.eventId, position.submission, actorIdOf(context.caller)),
        planEventMove(found, way, context),
      ])
      const rightful = stepsWithRight(found, rights, way, given)
      const waits = instance.status === 'pending' && whole.card.status === 'pending'
      if (!waits || instance.submission !== position.submission) return failDecided(found, rightful, context)
      if (isRepeatedDecision(found, rights, own, rightful, way, given, position))
        return { status: whole.card.status, instance }
      const open = openSteps(found, rights, rightful, own, position)
      if (open.length === 0) return failDecided(found, rightful, context)
      const { writes, ...decided } = await planDecision(found, open, way, given, context, rights, plan)
      return (await context.table.write(writes)).ok ? decided : conflicted
    },
    { attempts },
  )
}

export const decisionView = ({ status, instance }: DecisionResult) => ({
  status,
  data: { instance: instanceViewOf(instance) },
})

export const approveEvent: Operation<Rows['approveEvent']> = async (input, context) =>
  decisionView(await decide('approve', input, context))

export const rejectEvent: Operation<Rows['rejectEvent']> = async (input, context) =>
  decisionView(await decide('reject', input, context))

export const requestEventChanges: Operation<Rows['requestEventChanges']> = async (input, context) =>
  decisionView(await decide('change', input, context))

export const approveDomainEvent: Operation<Rows['approveDomainEvent']> = async (
  { domainId, eventId: event_id, ...given },
  context,
) => {
  const roles = async () => new Set((await rolesOfDomain(domainId, context)).roles)
  return decisionView(await decide('approve', { ...given, event_id }, context, roles))
}

export const rejectDomainEvent: Operation<Rows['rejectDomainEvent']> = async (
  { domainId, eventId: event_id, reason },
  context,
) => {
  const roles = async () => new Set((await rolesOfDomain(domainId, context)).roles)
  return decisionView(await decide('reject', { reason, event_id }, context, roles))
}
