import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import { defaultCurrency } from '../../../lib/contract/text/locale.ts'
import type { OrgRights } from '../../../lib/identity/org/organizations.ts'
import type { Input, Operation } from '../../../lib/operation.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { readRules, refuseStale, requireBudget, requireBudgetWithRules } from '../budget.ts'
import {
  BudgetExists,
  NoTemplates,
  NotDeletable,
  NotEditable,
  NotInReview,
  NotSubmittable,
  TemplateGone,
  UnknownTemplate,
} from '../contract/failures.ts'
import {
  type BudgetTemplate,
  type BudgetView,
  budgetProfile,
  type LineDefinition,
} from '../contract/shapes.ts'
import type { contract } from '../contract.ts'
import { applyLineChanges, firstLines, refuseIncomplete } from '../lines.ts'
import { type Budget, budgetGuard, deletionWrites, type Line, type Workflow } from '../repository.ts'
import { withVersionTag } from '../views.ts'
import { auditBypass, idOf, notifyStageApprovers, recordChange } from './history.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>

const emptyHistory = { revisions: [], comments: [], deeds: [] } as const

const freshWorkflow = ({ workflowPresetKey }: BudgetTemplate): Workflow => ({
  presetKey: workflowPresetKey,
  currentStageIndex: 0,
  stages: [],
  completedStages: [],
})

/** Creates a draft with a line for each definition of its template (rules/budgets 9). */
export const createBudget: Operation<Rows['createBudget']> = async (request, context) => {
  const { orgId, templateKey, fiscalYear } = request
  const { templates } = await readRules(orgId, context)
  if (templates.length === 0) fail(NoTemplates)
  const template = templates.find((each) => each.templateKey === templateKey) ?? fail(UnknownTemplate)
  const at = context.now().toISOString()
  const year = fiscalYear ?? at.slice(0, 4)
  const id = context.newId()
  const newBudget: Budget = {
    orgId,
    id,
    templateKey,
    fiscalYear: year,
    title: `${template.displayName} ${year}`,
    ...budgetProfile.changes(request),
    status: 'draft',
    currency: context.school?.currency ?? defaultCurrency,
    lineItems: firstLines(template.lineItemDefinitions),
    workflow: freshWorkflow(template),
    revision: 0,
    createdBy: idOf(context.caller),
    updatedBy: idOf(context.caller),
    createdAt: at,
    updatedAt: at,
    version: 0,
  }
  const guard = put(
    budgetGuard,
    { orgId, fiscalYear: year, templateKey, budgetId: id },
    { absent: BudgetExists },
  )
  const deeds = [{ action: 'draft_created' }]
  const also = auditBypass(context, newBudget, 'created')
  const created = await recordChange(
    { after: newBudget, side: sideOf(context.caller.org), deeds, guard, also },
    emptyHistory,
    context,
  )
  return withVersionTag(created)
}

/** An administrator without own rights in the organization acts for the school. */
const sideOf = ({ member, isOwner }: OrgRights) => (member || isOwner ? 'org' : 'platform')

/** A budget whose template was deleted keeps its template lines. */
const definitionsOf = (template: BudgetTemplate | undefined, lines: readonly Line[]) =>
  template?.lineItemDefinitions ??
  lines
    .filter(({ custom }) => !custom)
    .map(({ key, label, kind }): LineDefinition => ({ key, label, kind, required: false, helpText: '' }))

/** Changes title and lines. A budget that was returned for revision becomes a draft again (rules/budgets 13). */
export const editBudget = async (
  request: Input<Rows['updateBudget']>,
  context: OrgContext,
): Promise<BudgetView> => {
  const { orgId, budgetId, lineItems, version } = request
  const { found, history, template, policy } = await requireBudgetWithRules({ orgId, budgetId }, context)
  if (found.status !== 'draft' && found.status !== 'revision_requested') fail(NotEditable)
  refuseStale(found, version, context.device)
  const definitions = definitionsOf(template, found.lineItems)
  const after: Budget = {
    ...found,
    status: 'draft',
    ...budgetProfile.changes(request),
    lineItems: lineItems
      ? applyLineChanges(found.lineItems, lineItems, definitions, policy)
      : found.lineItems,
  }
  const deeds = found.status === 'draft' ? [] : [{ action: 'resumed_after_revision' }]
  const also = auditBypass(context, found, 'edited')
  const side = sideOf(context.caller.org)
  return recordChange({ before: found, after, side, deeds, also }, history, context)
}

/**
 * Submits a budget. It freezes the current stages of its workflow and starts the first one. Fails with 409
 * BUDGET_TEMPLATE_GONE when the school has deleted the template or workflow.
 */
export const submitBudget: Operation<Rows['submitBudget']> = async ({ version, ...named }, context) => {
  const { found, history, org, template, workflowPresets } = await requireBudgetWithRules(named, context)
  if (found.status !== 'draft' && found.status !== 'revision_requested') fail(NotSubmittable)
  refuseStale(found, version, context.device)
  const preset = workflowPresets.find(({ presetKey }) => presetKey === template?.workflowPresetKey)
  const [first] = preset?.stages ?? []
  if (!template || !preset || !first) return fail(TemplateGone)
  refuseIncomplete(found.lineItems, template.lineItemDefinitions)
  const workflow: Workflow = {
    presetKey: preset.presetKey,
    currentStageIndex: 0,
    stages: preset.stages,
    completedStages: [],
    lastActionAt: context.now().toISOString(),
    lastActionBy: idOf(context.caller),
  }
  const after: Budget = { ...found, status: 'in_review', workflow, submittedBy: idOf(context.caller) }
  const also: readonly Write[] = [
    notifyStageApprovers({ found: after, org }, first, context),
    ...auditBypass(context, found, 'submitted'),
  ]
  const snapshot = { lineItems: found.lineItems, workflow }
  const deeds = [{ action: 'submitted' }]
  const side = sideOf(context.caller.org)
  return withVersionTag(
    await recordChange({ before: found, after, side, deeds, snapshot, also }, history, context),
  )
}

/**
 * Takes a submitted budget back. As a draft it has no approvals, and its next submission begins with the first stage.
 * Fails with 409 BUDGET_TEMPLATE_GONE when it could not be submitted again.
 */
export const withdrawBudget: Operation<Rows['withdrawBudget']> = async ({ version, ...named }, context) => {
  const { found, history, template, workflowPresets } = await requireBudgetWithRules(named, context)
  if (found.status !== 'in_review') fail(NotInReview)
  refuseStale(found, version, context.device)
  if (!workflowPresets.some(({ presetKey }) => presetKey === template?.workflowPresetKey)) fail(TemplateGone)
  const workflow: Workflow = {
    presetKey: found.workflow.presetKey,
    currentStageIndex: 0,
    stages: [],
    completedStages: [],
    lastActionAt: context.now().toISOString(),
    lastActionBy: idOf(context.caller),
  }
  const after: Budget = { ...found, status: 'draft', workflow }
  const deeds = [{ action: 'withdrawn' }]
  const also = auditBypass(context, found, 'withdrawn')
  const side = sideOf(context.caller.org)
  return withVersionTag(await recordChange({ before: found, after, side, deeds, also }, history, context))
}

/** Deletes a draft that was never submitted. Its template and year are free again. */
export const deleteBudget: Operation<Rows['deleteBudget']> = async ({ version, ...named }, context) => {
  const { found } = await requireBudget(named, context)
  if (found.status !== 'draft' || found.revision > 0) fail(NotDeletable)
  refuseStale(found, version, context.device)
  await context.table.commit([...deletionWrites(found), ...auditBypass(context, found, 'deleted')])
  return undefined
}

export const updateBudget: Operation<Rows['updateBudget']> = async (input, context) =>
  withVersionTag(await editBudget(input, context))
