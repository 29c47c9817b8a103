import type { Context, Device } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isDormant, OrgInactive } from '../../../lib/contract/org-rules.ts'
import { type OrgAccess, type OrgPermission, permissionRequired } from '../../../lib/contract/permissions.ts'
import {
  hasPermission,
  impliedBy,
  type OrgRights,
  withoutExpiredRoles,
} from '../../../lib/identity/org/organizations.ts'
import { organization, orgRoleHolder } from '../../../lib/identity/org/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove } from '../../../lib/table/write.ts'
import { type BudgetWithHistory, findBudget, refuseStale, requireBudget } from '../budget.ts'
import {
  BudgetNotFound,
  NoteRequired,
  NotInReview,
  NotOrganizationStage,
  NotPlatformStage,
  OwnBudget,
  UseAdminRoute,
  UseOrganizationRoute,
  WrongStage,
} from '../contract/failures.ts'
import type { BudgetView, WorkflowStage } from '../contract/shapes.ts'
import type { contract } from '../contract.ts'
import { type Budget, budgetGuard } from '../repository.ts'
import { withVersionTag } from '../views.ts'
import {
  auditBypass,
  type BudgetChange,
  idOf,
  type LogEntryDraft,
  notifyDecision,
  notifyStageApprovers,
  recordChange,
  type Side,
  schoolAudit,
} from './history.ts'

type Rows = (typeof contract)['rows']

export type Decision = 'approve' | 'reject' | 'request_revision'
export type DecisionRequest = {
  readonly orgId: string
  readonly budgetId: string
  readonly stageKey: string
  readonly message?: string | undefined
  readonly version?: number | undefined
}

type DecisionContext = Context<'caller'>
type StageDecision = BudgetWithHistory & {
  readonly stage: WorkflowStage
  readonly side: Side
  readonly note: string
}

const stageOf = ({ workflow }: Budget): WorkflowStage | undefined =>
  workflow.stages[workflow.currentStageIndex]

const wrongStageFailures = {
  org: { approve: NotOrganizationStage, reject: UseAdminRoute, request_revision: UseAdminRoute },
  platform: {
    approve: NotPlatformStage,
    reject: UseOrganizationRoute,
    request_revision: UseOrganizationRoute,
  },
} as const

const actors = { org: 'org_permission', platform: 'platform_admin' } as const

/**
 * The current stage. Fails when the request names another stage, or the other side decides this one (rules/budgets 16).
 */
const requireStage = (
  found: Budget,
  { stageKey, message = '', version }: DecisionRequest,
  decision: Decision,
  side: Side,
  device: Device,
) => {
  if (found.status !== 'in_review') fail(NotInReview)
  const stage = stageOf(found)
  if (stage?.key !== stageKey) return fail(WrongStage)
  if (stage.actorType !== actors[side]) fail(wrongStageFailures[side][decision])
  const note = message.trim()
  if (decision === 'request_revision' && note === '') fail(NoteRequired, { field: 'message' })
  refuseStale(found, version, device)
  return { stage, note }
}

const advancedWorkflow = (
  { found, stage }: StageDecision,
  { caller, now }: DecisionContext,
): Budget['workflow'] => {
  const at = now().toISOString()
  const { workflow } = found
  return {
    ...workflow,
    currentStageIndex: workflow.currentStageIndex + 1,
    completedStages: [
      ...workflow.completedStages,
      { key: stage.key, approvedBy: idOf(caller), approvedAt: at },
    ],
    lastActionAt: at,
    lastActionBy: idOf(caller),
  }
}

const stampedWorkflow = ({ found }: StageDecision, { caller, now }: DecisionContext): Budget['workflow'] => ({
  ...found.workflow,
  lastActionAt: now().toISOString(),
  lastActionBy: idOf(caller),
})

const stageActions = { org: 'officer_stage_approved', platform: 'platform_stage_approved' } as const

const approvalChange = (at: StageDecision, context: DecisionContext): Omit<BudgetChange, 'side'> => {
  const { found, stage, side } = at
  const workflow = advancedWorkflow(at, context)
  const next = workflow.stages[workflow.currentStageIndex]
  const after: Budget = { ...found, workflow, status: next ? 'in_review' : 'approved' }
  const deeds: LogEntryDraft[] = [{ action: stageActions[side], stageKey: stage.key }]
  if (next) return { before: found, after, deeds, also: [notifyStageApprovers(at, next, context)] }
  return {
    before: found,
    after,
    deeds: [...deeds, { action: 'approved', stageKey: stage.key }],
    also: notifyDecision(at, 'approved', '', context),
  }
}

const rejectionChange = (at: StageDecision, context: DecisionContext): Omit<BudgetChange, 'side'> => {
  const { found, stage, note } = at
  const { orgId, fiscalYear, templateKey, id } = found
  return {
    before: found,
    after: { ...found, status: 'rejected', workflow: stampedWorkflow(at, context) },
    deeds: [{ action: 'rejected', stageKey: stage.key, ...(note === '' ? {} : { message: note }) }],
    ...(note === '' ? {} : { comment: `Rejected: ${note}` }),
    also: [
      remove(budgetGuard, { orgId, fiscalYear, templateKey }, { equals: { budgetId: id } }),
      ...notifyDecision(at, 'rejected', note, context),
    ],
  }
}

const revisionChange = (at: StageDecision, context: DecisionContext): Omit<BudgetChange, 'side'> => {
  const { found, stage, note } = at
  const emptied = { ...stampedWorkflow(at, context), currentStageIndex: 0, stages: [], completedStages: [] }
  return {
    before: found,
    after: { ...found, status: 'revision_requested', workflow: emptied },
    deeds: [{ action: 'revision_requested', stageKey: stage.key, message: note }],
    comment: `Revision requested: ${note}`,
    snapshot: { lineItems: found.lineItems, workflow: found.workflow },
    also: notifyDecision(at, 'revision_requested', note, context),
  }
}

/** The actions in the school's audit log. */
const auditActionOf = {
  approve: 'stage_approved',
  reject: 'rejected',
  request_revision: 'revision_requested',
} as const

const changes = {
  approve: approvalChange,
  reject: rejectionChange,
  request_revision: revisionChange,
} as const

/**
 * Fails before the response reveals anything about the budget, for callers who may neither see finances nor decide the
 * stage.
 */
const refuseOutsider = (found: Budget | undefined, rights: OrgRights): void => {
  const stage = found && stageOf(found)
  const mayDecide = stage?.actorType === 'org_permission' && rights.may(stage.permission)
  if (!rights.may('view_finances') && !mayDecide) fail(permissionRequired('view_finances'))
}

/** A submitter cannot approve their own budget while another member of the organization can. */
const refuseOwn = async (found: Budget, permission: OrgPermission, { table, caller }: Context<OrgAccess>) => {
  const userId = idOf(caller)
  if (found.submittedBy !== userId) return
  if (!(await isOnlyHolder(table, caller.org, permission, { userId, at: caller.at }))) fail(OwnBudget)
}

/** Decides a stage for the organization. Requires the stage's permission (rules/budgets 2). */
export const decideInOrg = async (
  decision: Decision,
  request: DecisionRequest,
  context: Context<OrgAccess>,
): Promise<BudgetView> => {
  const whole = await findBudget(request, context)
  refuseOutsider(whole?.found, context.caller.org)
  if (!whole) return fail(BudgetNotFound)
  const { found } = whole
  const { stage, note } = requireStage(found, request, decision, 'org', context.device)
  if (!context.caller.org.may(stage.permission)) fail(permissionRequired(stage.permission))
  if (decision === 'approve') await refuseOwn(found, stage.permission, context)
  const change = changes[decision]({ ...whole, stage, note, side: 'org' }, context)
  const also = [...(change.also ?? []), ...auditBypass(context, found, auditActionOf[decision])]
  return recordChange({ ...change, side: 'org', also }, whole.history, context)
}

/** Neither the organization nor the school can approve a budget while the organization is inactive. */
const refuseDormant = async (orgId: string, { table }: Context<'admin'>): Promise<void> => {
  const org = await table.get(organization, { orgId }, { strong: true })
  if (org && isDormant(org)) fail(OrgInactive)
}

/** Decides a stage for the school. Only administrator stages (rules/budgets 3). */
export const decideForSchool = async (
  decision: Decision,
  request: DecisionRequest,
  context: Context<'admin'>,
): Promise<BudgetView> => {
  const whole = await requireBudget(request, context)
  const { stage, note } = requireStage(whole.found, request, decision, 'platform', context.device)
  if (decision === 'approve') await refuseDormant(request.orgId, context)
  const change = changes[decision]({ ...whole, stage, note, side: 'platform' }, context)
  const row = schoolAudit(context, whole.found, auditActionOf[decision], { stage: stage.key })
  return recordChange(
    { ...change, side: 'platform', also: [...(change.also ?? []), row] },
    whole.history,
    context,
  )
}

/** Limit of role holders that are read. */
const maxHolders = 25

/**
 * Whether nobody else in the organization has a permission. The owner has all of them, so only the owner can be the
 * only holder. Permissions of single members beyond their roles are not checked, because no operation assigns them.
 */
const isOnlyHolder = async (
  table: Table,
  { roles, isOwner }: OrgRights,
  permission: OrgPermission,
  { userId, at }: { readonly userId: string; readonly at: string | undefined },
): Promise<boolean> => {
  if (!isOwner) return false
  const { orgId } = roles
  const granting = roles.roles.filter(
    ({ permissions }) =>
      permissions.includes('all') ||
      permissions.includes(permission) ||
      permissions.some((held) => held === impliedBy[permission]),
  )
  const pages = await Promise.all(
    granting.map(({ _id: roleId }) =>
      table.list(orgRoleHolder, { keyParams: { orgId, roleId }, limit: maxHolders, strong: true }),
    ),
  )
  const holders = pages.flatMap(({ items }) => items)
  return !holders.some(
    (holder) => holder.userId !== userId && hasPermission(withoutExpiredRoles(holder, at), roles, permission),
  )
}

export const approveFinanceStage: Operation<Rows['approveFinanceStage']> = async (input, context) =>
  withVersionTag(await decideForSchool('approve', input, context))

export const rejectFinanceStage: Operation<Rows['rejectFinanceStage']> = async (input, context) =>
  withVersionTag(await decideForSchool('reject', input, context))

export const requestFinanceRevision: Operation<Rows['requestFinanceRevision']> = async (input, context) =>
  withVersionTag(await decideForSchool('request_revision', input, context))

export const approveBudgetStage: Operation<Rows['approveBudgetStage']> = async (input, context) =>
  withVersionTag(await decideInOrg('approve', input, context))

export const rejectBudgetStage: Operation<Rows['rejectBudgetStage']> = async (input, context) =>
  withVersionTag(await decideInOrg('reject', input, context))

export const requestBudgetRevision: Operation<Rows['requestBudgetRevision']> = async (input, context) =>
  withVersionTag(await decideInOrg('request_revision', input, context))
