import type { Context, Device } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { matchesVersion, versionTag } from '../../lib/contract/reply.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { managementConfig, settingsOf } from '../policies/index.ts'
import { BudgetNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { financeViewOf } from './finance-config.ts'
import { type Budget, budget, financeConfig, type History, readHistory } from './repository.ts'
import { viewOf, withVersionTag } from './views.ts'

type Rows = (typeof contract)['rows']

type BudgetContext = Pick<Context<'caller'>, 'table'>
type BudgetRef = { readonly orgId: string; readonly budgetId: string }

/** A budget with its organization, and its history as far as the response shows it. */
export type BudgetWithHistory = {
  readonly found: Budget
  readonly org: Organization
  readonly history: History
}

const liveOrg = (org: Organization | undefined): Organization =>
  org && org.deletedAt === undefined ? org : fail(OrganizationNotFound)

/** Undefined when the organization has no such budget. Strongly consistent, one round trip. */
export const findBudget = async (
  { orgId, budgetId }: BudgetRef,
  { table }: BudgetContext,
): Promise<BudgetWithHistory | undefined> => {
  const [[found, org], history] = await Promise.all([
    table.batchGet([key(budget, { orgId, id: budgetId }), key(organization, { orgId })], { strong: true }),
    readHistory(table, budgetId),
  ])
  const live = liveOrg(org)
  return found ? { found, org: live, history } : undefined
}

export const requireBudget = async (named: BudgetRef, context: BudgetContext): Promise<BudgetWithHistory> =>
  (await findBudget(named, context)) ?? fail(BudgetNotFound)

type Stored = Parameters<typeof financeViewOf>[0]
type Settings = Parameters<typeof settingsOf>[0]

/** The school's rules for budgets of an organization. */
const rulesOf = (org: Organization, stored: Stored, settings: Settings) => {
  const { budgetTemplates, workflowPresets } = financeViewOf(stored)
  const fits = (types: readonly string[]): boolean => types.length === 0 || types.includes(org.orgTypeKey)
  return {
    org,
    /** All templates of the school. A budget keeps its template when the organization's type changes. */
    budgetTemplates,
    templates: budgetTemplates.filter(({ orgTypeKeys }) => fits(orgTypeKeys)),
    workflowPresets,
    policy: settingsOf(settings).atlasPolicy.budgets,
  }
}

/** Templates for an organization, workflows and line rules. Strongly consistent, one round trip. */
export const readRules = async (orgId: string, { table }: BudgetContext) => {
  const [stored, settings, org] = await table.batchGet(
    [key(financeConfig, {}), key(managementConfig, {}), key(organization, { orgId })],
    { strong: true },
  )
  return rulesOf(liveOrg(org), stored, settings)
}

/** A budget with the rules for changing it, in the same round trip. */
export const requireBudgetWithRules = async (named: BudgetRef, context: BudgetContext) => {
  const [whole, [stored, settings]] = await Promise.all([
    requireBudget(named, context),
    context.table.batchGet([key(financeConfig, {}), key(managementConfig, {})], { strong: true }),
  ])
  const rules = rulesOf(whole.org, stored, settings)
  const template = rules.budgetTemplates.find(({ templateKey }) => templateKey === whole.found.templateKey)
  return { ...whole, ...rules, template }
}

/** Fails when the change was based on an older version, in the body or in `If-Match`. */
export const refuseStale = (
  { version }: Pick<Budget, 'version'>,
  seen: number | undefined,
  { ifMatch }: Device,
): void => {
  if (seen !== undefined && seen !== version) fail(ConcurrentChange)
  if (!matchesVersion(ifMatch, versionTag(version))) fail(ConcurrentChange)
}

export const readBudget = async (
  named: { readonly orgId: string; readonly budgetId: string },
  context: Parameters<typeof requireBudget>[1],
) => {
  const { found, history } = await requireBudget(named, context)
  return viewOf(found, history)
}

export const getFinanceBudget: Operation<Rows['getFinanceBudget']> = async (input, context) =>
  withVersionTag(await readBudget(input, context))

export const listBudgetTemplates: Operation<Rows['listBudgetTemplates']> = async ({ orgId }, context) => {
  const { org, templates, workflowPresets, policy } = await readRules(orgId, context)
  const used = new Set(templates.map(({ workflowPresetKey }) => workflowPresetKey))
  return {
    templates,
    workflowPresets: workflowPresets.filter(({ presetKey }) => used.has(presetKey)),
    orgTypeKey: org.orgTypeKey,
    lineItemPolicy: { ...policy, allowCustomLineItems: policy.lineItemMode === 'template_plus_custom' },
  }
}

export const getBudget: Operation<Rows['getBudget']> = async (input, context) =>
  withVersionTag(await readBudget(input, context))
