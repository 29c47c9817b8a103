import { fail } from '../../../lib/contract/failure.ts'
import { type Muted, mutable, type StepKind } from '../../events/contract.ts'
import { ApprovalRoutingUnavailable } from '../contract/failures.ts'
import type { Conditions } from '../contract/fields.ts'
import type { Step } from '../contract/flow-shapes.ts'
import { defaultStepRole } from '../defaults.ts'
import { concerns, governs } from '../event-rules.ts'
import type { Domain, Setup, StakeholderRole, ZonedSetup } from '../repository.ts'
import { type EvaluatedCondition, type EventFacts, evaluateConditions } from './conditions.ts'

/** Why a step applies. */
export type StepReason = 'always' | 'conditions' | 'role' | 'domain' | 'concern' | 'requiresApproval'

/** A step that applies to an event, as the submission stores it. */
export type RouteStep = {
  readonly _id: string
  /** Id of the stakeholder role, or `org:<id>`. */
  readonly role: string
  readonly roleName: string
  readonly orgId?: string
  readonly kind: StepKind
  readonly stage: number
  /** Approvals needed, each from another person. */
  readonly required: number
  readonly allowSelf: boolean
  /** Among steps with the same value, one approval is enough. */
  readonly anyOf?: string
  readonly checkItems: readonly string[]
  readonly questions: NonNullable<Step['formDefinition']>['questions']
  readonly timeoutHours: number
  /** Channels that the role's holders have turned off. */
  readonly muted: readonly Muted[]
  /** The role has no holder who may decide, so the step escalates at once. */
  readonly isEmpty: boolean
  /** Members of the role at submission. */
  readonly staff: number
  readonly because: StepReason
  readonly conditions: readonly EvaluatedCondition[]
}

/** The steps of one event. `asks` when a decision is needed. */
export type Route = {
  readonly flowVersion: number
  readonly steps: readonly RouteStep[]
  readonly asks: boolean
  /** The school's channels for event notifications; null: the channels of each template. */
  readonly channels: Setup['config']['notificationSettings']['defaultChannels']
}

/** The event's owners, who may not decide on it. */
export type Organizer = { readonly approvalRoles: readonly string[] }

/** A transaction allows 100 writes. At the end of a stage it contains the rows of two stages. */
export const maxStageSteps = 12
const maxNotifiees = 20

const unavailable = (reason: string): never => fail(ApprovalRoutingUnavailable, { details: { reason } })

const evaluate = (conditions: Conditions, facts: EventFacts, { flow, zone }: ZonedSetup) => {
  const { holds, conditions: all } = evaluateConditions(conditions, facts, flow.fieldDefinitions, zone)
  return { holds: holds ?? unavailable('a condition cannot be evaluated'), conditions: all }
}

type Reason = { readonly because: StepReason; readonly conditions: readonly EvaluatedCondition[] }

const reasonOf = (step: Step, facts: EventFacts, setup: ZonedSetup): Reason | undefined => {
  const conditions = step.conditionGroups.length > 0 ? evaluate(step, facts, setup) : undefined
  if (step.always) return { because: 'always', conditions: conditions?.conditions ?? [] }
  return conditions?.holds ? { because: 'conditions', conditions: conditions.conditions } : undefined
}

const timeoutOf = (role: StakeholderRole | undefined, domain: Domain | undefined, { flow }: Setup): number =>
  role?.escalationRules.timeout ??
  domain?.domainSettings.approvalWorkflow.escalationTimeout ??
  flow.defaultSettings.escalationTimeout

/** Number of people who can decide for a role on this organizer's event. */
const countDeciders = (role: StakeholderRole, organizer: Organizer, allowSelf: boolean): number => {
  if (!role.permissions.includes('approve_events')) return 0
  const own = !allowSelf && organizer.approvalRoles.includes(role.stakeholderId) ? 1 : 0
  return Math.max(0, role.activeMembers - own)
}

const hasBackup = ({ escalationRules, backupAssignees }: StakeholderRole): boolean =>
  escalationRules.autoEscalate !== false ||
  Boolean(escalationRules.escalateTo || escalationRules.escalateToUser) ||
  backupAssignees.some(({ isActive }) => isActive)

type ApprovalDemand = Partial<Pick<Step, 'requiredApprovals' | 'requireAllMembers' | 'allowSelfApproval'>>

/** Number of required approvals. Fails with 503 when that many can never be reached and no escalation is possible. */
const demandOf = (role: StakeholderRole, input: ApprovalDemand, organizer: Organizer, setup: Setup) => {
  const { approvalConfig } = role
  const allowSelf = input.allowSelfApproval || approvalConfig.allowSelfApproval === true
  const available = countDeciders(role, organizer, allowSelf)
  const given = input.requiredApprovals ?? approvalConfig.requiredApprovals
  const all =
    input.requireAllMembers ??
    approvalConfig.requireAllMembers ??
    (given === undefined && setup.flow.defaultSettings.requireAllMembers)
  const required = all ? Math.max(1, available) : (given ?? 1)
  if (available < required && !hasBackup(role))
    unavailable(`no member of role ${role.stakeholderId} can decide`)
  return { required, allowSelf, isEmpty: available === 0, staff: role.activeMembers }
}

type RoleStep = Pick<RouteStep, '_id' | 'kind' | 'stage' | 'checkItems' | 'questions'> & {
  readonly asked: ApprovalDemand
  readonly reason: Reason
  readonly anyOf?: string | undefined
}

type RoutingInput = { readonly facts: EventFacts; readonly organizer: Organizer; readonly setup: ZonedSetup }

/** The domain of a role. Without the domain it is unknown whether it governs the event, so routing fails. */
const domainOf = ({ domainId, stakeholderId }: StakeholderRole, { domains }: Setup): Domain | undefined =>
  domainId === null
    ? undefined
    : (domains.find(({ _id }) => _id === domainId) ??
      unavailable(`the domain of role ${stakeholderId} no longer exists`))

const routeStepOf = (
  role: StakeholderRole,
  { asked: input, reason, anyOf, ...rest }: RoleStep,
  q: RoutingInput,
): RouteStep => {
  const domain = domainOf(role, q.setup)
  const demand =
    rest.kind === 'approver'
      ? demandOf(role, input, q.organizer, q.setup)
      : { required: 1, allowSelf: false, isEmpty: false, staff: role.activeMembers }
  return {
    ...rest,
    ...reason,
    ...demand,
    role: role.stakeholderId,
    roleName: role.stakeholderName,
    timeoutHours: timeoutOf(role, domain, q.setup),
    muted: mutable.filter((channel) => role.notificationPreferences[channel] === false),
    ...(anyOf === undefined ? {} : { anyOf }),
  }
}

const flowStepOf = (step: Step, q: RoutingInput): RouteStep[] => {
  const reason = reasonOf(step, q.facts, q.setup)
  if (!reason) return []
  const { _id, kind, stage, checkItems, formDefinition, orgId } = step
  const rest = { _id, kind, stage, checkItems, questions: formDefinition?.questions ?? [] }
  if (orgId !== undefined) {
    const demand = {
      required: step.requiredApprovals ?? 1,
      allowSelf: step.allowSelfApproval,
      // The hosting organization may not decide on its own event.
      isEmpty: !step.allowSelfApproval && q.facts.hostingType === 'Org' && q.facts.hostingId === orgId,
      staff: 0,
    }
    const timeoutHours = timeoutOf(undefined, undefined, q.setup)
    const named = { role: step.role, roleName: step.role, orgId }
    return [{ ...rest, ...reason, ...demand, ...named, timeoutHours, muted: [] }]
  }
  const role = q.setup.roles.find(({ stakeholderId }) => stakeholderId === step.role)
  if (!role?.isActive) return unavailable(`there is no active role ${step.role}`)
  return [routeStepOf(role, { ...rest, asked: step, reason }, q)]
}

const plain: Pick<RoleStep, 'stage' | 'checkItems' | 'questions' | 'asked'> = {
  stage: 0,
  checkItems: [],
  questions: [],
  asked: {},
}
const none: Reason['conditions'] = []

/** A role outside the flow takes part by its own conditions or by its domain. */
const roleStepOf = (role: StakeholderRole, q: RoutingInput): RouteStep[] => {
  const { facts, setup } = q
  const own = role.conditionGroups.length > 0 ? evaluate(role, facts, setup) : undefined
  if (own?.holds === false) return []
  const domain = domainOf(role, setup)
  const { enabled, autoApprove, requireAllApprovers } = domain?.domainSettings.approvalWorkflow ?? {}
  const governed = domain !== undefined && governs(domain, facts)
  const told = role.stakeholderType === 'approver' ? 'notifiee' : role.stakeholderType
  const _id = `role:${role.stakeholderId}`
  const conditions = own?.conditions ?? none
  if (governed && enabled) {
    const kind = autoApprove ? told : role.stakeholderType
    const anyOf = requireAllApprovers || kind !== 'approver' ? undefined : domain._id
    return [routeStepOf(role, { ...plain, _id, kind, anyOf, reason: { because: 'domain', conditions } }, q)]
  }
  if (own)
    return [
      routeStepOf(
        role,
        { ...plain, _id, kind: role.stakeholderType, reason: { because: 'role', conditions } },
        q,
      ),
    ]
  const concerned = domain !== undefined && (governed || concerns(domain, facts))
  return concerned
    ? [routeStepOf(role, { ...plain, _id, kind: told, reason: { because: 'concern', conditions } }, q)]
    : []
}

/** The step of an event that requires approval when no other step applies. */
const defaultStepOf = (q: RoutingInput): RouteStep => {
  const role = q.setup.roles.find(({ stakeholderId }) => stakeholderId === defaultStepRole)
  if (!role?.isActive) return unavailable('the default step has no active role')
  const reason: Reason = { because: 'requiresApproval', conditions: none }
  return routeStepOf(role, { ...plain, _id: 'default', kind: 'approver', reason }, q)
}

const refuseCrowds = (steps: readonly RouteStep[]): void => {
  const told = steps.filter(({ kind }) => kind !== 'approver').length
  const stages = Map.groupBy(
    steps.filter(({ kind }) => kind === 'approver'),
    ({ stage }) => stage,
  )
  if (told > maxNotifiees || [...stages.values()].some((stage) => stage.length > maxStageSteps))
    unavailable('too many steps in one stage')
}

/**
 * Returns the steps that apply to an event, ordered by stage. Pure. Fails with 503 `ApprovalRoutingUnavailable` when
 * anything cannot be evaluated: an operator, a value, a missing role, a step that no person can ever decide. An event
 * thus never goes live by mistake.
 */
export const routeOf = (setup: ZonedSetup, facts: EventFacts, organizer: Organizer): Route => {
  const q = { setup, facts, organizer }
  const named = new Set(setup.flow.steps.map(({ role }) => role))
  const steps = [
    ...setup.flow.steps.flatMap((step) => flowStepOf(step, q)),
    ...setup.roles
      .filter(({ stakeholderId, isActive }) => isActive && !named.has(stakeholderId))
      .flatMap((role) => roleStepOf(role, q)),
  ]
  const hasApprover = steps.some(({ kind }) => kind === 'approver')
  if (!hasApprover && facts.requiresApproval === true) steps.push(defaultStepOf(q))
  refuseCrowds(steps)
  return {
    flowVersion: setup.flow.version,
    steps: steps.sort((a, b) => a.stage - b.stage),
    asks: steps.some(({ kind }) => kind === 'approver'),
    channels: setup.config.notificationSettings.defaultChannels,
  }
}
