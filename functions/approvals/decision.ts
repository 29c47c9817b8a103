import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ImpersonationForbidden } from '../../lib/contract/failures.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put, type Write } from '../../lib/table/write.ts'
import { judgeNamed, requireAnswers } from '../answers/index.ts'
import { type EventStatus, eventCard } from '../events/index.ts'
import { type Planned, planMove } from '../lifecycle/index.ts'
import {
  type ApprovalElement,
  type ApprovalInstance,
  askStage,
  endedAs,
  eventOf,
  instanceWrites,
  isOpen,
  stageName,
} from '../stakeholders/index.ts'
import {
  actorOf,
  type DeciderRights,
  type Found,
  hasRight,
  isBarred,
  readDeciderRights,
  requireApproval,
  roleChecks,
} from './approval.ts'
import { commentWrite } from './comments.ts'
import {
  approved,
  type DecidedBy,
  type Decision,
  failDecided,
  isLastStage,
  outcomeNotifications,
  rejected,
  type Way,
  ways,
} from './progress.ts'
import { type ApprovalDecision, approvalDecision, readOwnDecisions } from './repository.ts'
import { DecidedOtherwise, NotAuthorized, OwnEvent, StepNotFound, StepRequired } from './shapes.ts'

/** Looks for the roles that a decision is made for, beside the event: undefined for any. */
type Roles = (() => Promise<ReadonlySet<string>>) | undefined
type Narrowed = Decision & { readonly roles: ReadonlySet<string> | undefined }

export type Decided = { readonly status: EventStatus; readonly instance: ApprovalInstance }

/** Where an attempt begins. A later one of the same call decides on nothing else. */
type Place = { readonly submission: string; readonly stage: number }

/** All that a stage asks may decide at the same moment, and one of them wins each race: none is to be sent away. */
const attempts = 40

/** The steps on which the caller has a right to decide, in whatever stage. 403 before 409: strangers learn nothing. */
const rightfulSteps = (
  { instance }: Found,
  rights: DeciderRights,
  way: Way,
  { stepId, roles }: Narrowed,
): readonly ApprovalElement[] => {
  const { right } = ways[way]
  const asked = instance.elements.filter(({ kind }) => kind === 'approver')
  const named = asked.filter(
    ({ _id, role }) => (stepId === undefined || _id === stepId) && (!roles || roles.has(role)),
  )
  const own = named.filter((element) => hasRight(rights, element, right))
  if (own.length > 0) return own
  const knows = asked.some((element) => hasRight(rights, element, right))
  return fail(knows && stepId !== undefined && named.length === 0 ? StepNotFound : NotAuthorized)
}

/** Of these, the steps whose turn it was when the caller decided, as far as the caller may decide and has not. */
const openSteps = (
  { instance }: Found,
  rights: DeciderRights,
  own: readonly ApprovalElement[],
  before: readonly ApprovalDecision[],
  { stage: wanted }: Place,
): readonly ApprovalElement[] => {
  const turn = own.filter(({ stage }) => stage === wanted)
  if (turn.length === 0) fail(NotAuthorized)
  const free = turn.filter((element) => !isBarred(rights, element))
  if (free.length === 0) fail(OwnEvent)
  return free.filter((element) => isOpen(instance, element) && !hasDecided(before, element))
}

const hasDecided = (before: readonly ApprovalDecision[], { stage, role }: ApprovalElement): boolean =>
  before.some((one) => one.decision !== 'acknowledged' && one.stage === stageName(stage) && one.role === role)

/**
 * A decision of one person is final for its stage, and for each step of it: the same again changes nothing once there is
 * nothing left to decide, something else is refused (rules/approvals 9).
 */
const repeats = (
  { instance }: Found,
  rights: DeciderRights,
  before: readonly ApprovalDecision[],
  own: readonly ApprovalElement[],
  way: Way,
  { stepId, roles }: Narrowed,
  { stage: wanted }: Place,
): boolean => {
  const named = stepId !== undefined || roles !== undefined
  const turn = own.filter(({ stage }) => stage === wanted)
  const about = turn.length > 0 ? turn : own
  const decided = before.filter(({ decision }) => decision !== 'acknowledged')
  const ofStage = turn.length > 0 ? decided.filter(({ stage }) => stage === stageName(wanted)) : decided
  const same = named ? decided.filter((one) => about.some((step) => hasDecided([one], step))) : ofStage
  if (same.some(({ decision }) => decision !== ways[way].decision)) fail(DecidedOtherwise)
  const left = turn.some(
    (step) => isOpen(instance, step) && !isBarred(rights, step) && !hasDecided(before, step),
  )
  return same.length > 0 && !left
}

const answersOf = (steps: readonly ApprovalElement[], { formResponses = [] }: Decision) => {
  const asks = formResponses.length > 0 || steps.some(({ questions }) => questions.length > 0)
  const [step] = steps
  if (!step || !asks) return undefined
  if (steps.length > 1) fail(StepRequired)
  return [...requireAnswers(judgeNamed(step.questions, formResponses))]
}

const decisionRows = (
  { instance: { eventId, submission } }: Found,
  steps: readonly ApprovalElement[],
  way: Way,
  given: Decision,
  { userId, at }: DecidedBy,
): Write[] => {
  const answers = way === 'approve' ? answersOf(steps, given) : undefined
  const reason = given.reason ?? given.comment
  return steps.map(({ stage, role }) => {
    const row = { eventId, submission, userId, stage: stageName(stage), role, at }
    const more = { ...(reason === undefined ? {} : { reason }), ...(answers ? { answers } : {}) }
    return put(approvalDecision, { ...row, ...more, decision: ways[way].decision }, { absent: true })
  })
}

const after = (instance: ApprovalInstance, steps: readonly ApprovalElement[], way: Way, by: DecidedBy) => {
  const ids = new Set(steps.map(({ _id }) => _id))
  if (way === 'approve') return approved(instance, ids, by)
  return way === 'reject' ? rejected(instance, ids, by) : endedAs(instance, 'cancelled', by.at)
}

/** What the move of the event would mean, begun before it is known whether the caller may decide. */
const planned = (found: Found, way: Way, context: Context<'caller'>): Promise<() => Planned> | undefined => {
  const { whole, instance } = found
  const ends = way !== 'approve' || isLastStage(instance)
  if (!ends || instance.status !== 'pending' || whole.card.status !== 'pending') return undefined
  return planMove(context, whole, ways[way].to).then(
    (plan) => () => plan,
    (error: unknown) => () => {
      throw error
    },
  )
}

/** An event that goes on waiting is only looked at: it must not have been withdrawn meanwhile. */
const stillWaiting = ({ whole: { card } }: Found): Write =>
  check(
    eventCard,
    { eventId: card.eventId },
    { equals: { status: 'pending', submission: card.submission }, without: ['deletedAt'] },
  )

const commentOf = ({ comment, reason }: Decision, way: Way): string | undefined =>
  way === 'change' ? reason : comment

type Carried = Decided & { readonly writes: readonly Write[] }

const carried = async (
  found: Found,
  steps: readonly ApprovalElement[],
  way: Way,
  given: Decision,
  context: Context<'caller'>,
  rights: DeciderRights,
  plan: (() => Planned) | undefined,
): Promise<Carried> => {
  const { whole, instance: before } = found
  const decidedBy = { userId: rights.userId, isAdmin: rights.isAdmin, at: context.now().toISOString() }
  const rows = decisionRows(found, steps, way, given, decidedBy)
  const changed = { ...after(before, steps, way, decidedBy), event: eventOf(whole.card) }
  const { instance, writes } = instanceWrites(context, before, changed)
  const text = commentOf(given, way)
  const said = text === undefined ? [] : [commentWrite(context, whole.card.eventId, rights.userId, text)]
  const common = [...writes, ...rows, ...said, ...roleChecks(rights, steps, ways[way].right)]
  if (instance.status === 'pending') {
    const moved = instance.currentStepIndex !== before.currentStepIndex
    const asked = moved ? askStage(instance, whole.card, context) : []
    return { status: 'pending', instance, writes: [stillWaiting(found), ...common, ...asked] }
  }
  const { to, tells } = ways[way]
  const move = plan ? plan() : await planMove(context, whole, to)
  const told = outcomeNotifications(tells, instance, whole.card, given.reason, context)
  return { status: to, instance, writes: [...move.writes, ...common, told] }
}

/**
 * Decides on an event that waits. Everything that follows stands in one transaction under the
 * versions of event and instance; three round trips. Who was slower is asked anew: the decision counts where the stage
 * still needs it, otherwise 409 `Approval is already decided`, with who decided. Nobody decides in somebody else's name.
 */
export const decide = async (
  way: Way,
  decision: Decision,
  context: Context<'caller'>,
  among: Roles = undefined,
): Promise<Decided> => {
  // Whichever way in it came: a list of events is changed in somebody's name, decisions on them are not made in it.
  if (context.caller.actor !== undefined) fail(ImpersonationForbidden)
  // Not before: a search that fails while nobody waits for it would end the process.
  const search = among?.()
  let place: Place | undefined
  return context.table.retryOnConflict(
    async () => {
      const [roles, found] = await Promise.all([
        search,
        requireApproval(context.table, decision.event_id, context.caller.tenantUserId),
      ])
      const given = { ...decision, roles }
      const { instance, whole } = found
      place ??= { submission: instance.submission, stage: instance.currentStepIndex }
      const [rights, own, plan] = await Promise.all([
        readDeciderRights(context, found),
        readOwnDecisions(context.table, instance.eventId, place.submission, actorOf(context.caller)),
        planned(found, way, context),
      ])
      const rightful = rightfulSteps(found, rights, way, given)
      const waits = instance.status === 'pending' && whole.card.status === 'pending'
      if (!waits || instance.submission !== place.submission) return failDecided(found, rightful, context)
      if (repeats(found, rights, own, rightful, way, given, place))
        return { status: whole.card.status, instance }
      const open = openSteps(found, rights, rightful, own, place)
      if (open.length === 0) return failDecided(found, rightful, context)
      const { writes, ...decided } = await carried(found, open, way, given, context, rights, plan)
      return (await context.table.write(writes)).ok ? decided : conflicted
    },
    { attempts },
  )
}
