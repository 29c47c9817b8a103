import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { findSettings, formatFor } from '../policies/index.ts'
import { readRules, requireBudget, withVersionTag } from './budget.ts'
import type { contract } from './contract.ts'
import { csvOf } from './csv.ts'
import { changeFinance, findFinance } from './finance-config.ts'
import { listBudgets, listFinanceBudgets } from './list.ts'
import { decideForSchool, decideInOrg } from './review/decision.ts'
import { createBudget, editBudget, submitBudget } from './review/drafts.ts'
import { commentOnBudget } from './review/history.ts'
import { viewOf } from './views.ts'

const read = async (
  named: { readonly orgId: string; readonly budgetId: string },
  context: Parameters<typeof requireBudget>[1],
) => {
  const { found, history } = await requireBudget(named, context)
  return viewOf(found, history)
}

// Code that changes budgets loads with the first request that needs it.

export const operations: Operations<typeof contract> = {
  getFinanceConfig: async (_, { table }) => withVersionTag(await findFinance(table)),
  updateFinanceConfig: async (input, context) => withVersionTag(await changeFinance(input, context)),
  listFinanceBudgets,
  getFinanceBudget: async (input, context) => withVersionTag(await read(input, context)),

  approveFinanceStage: async (input, context) =>
    withVersionTag(await decideForSchool('approve', input, context)),
  rejectFinanceStage: async (input, context) =>
    withVersionTag(await decideForSchool('reject', input, context)),
  requestFinanceRevision: async (input, context) =>
    withVersionTag(await decideForSchool('request_revision', input, context)),

  async listBudgetTemplates({ orgId }, context) {
    const { org, templates, workflowPresets, policy } = await readRules(orgId, context)
    const used = new Set(templates.map(({ workflowPresetKey }) => workflowPresetKey))
    return {
      templates,
      workflowPresets: workflowPresets.filter(({ presetKey }) => used.has(presetKey)),
      orgTypeKey: org.orgTypeKey,
      lineItemPolicy: { ...policy, allowCustomLineItems: policy.lineItemMode === 'template_plus_custom' },
    }
  },

  listBudgets,
  getBudget: async (input, context) => withVersionTag(await read(input, context)),
  createBudget: async (input, context) => withVersionTag(await createBudget(input, context)),
  updateBudget: async (input, context) => withVersionTag(await editBudget(input, context)),
  submitBudget: async (input, context) => withVersionTag(await submitBudget(input, context)),
  commentOnBudget: async (input, context) => commentOnBudget(input, context),

  approveBudgetStage: async (input, context) => withVersionTag(await decideInOrg('approve', input, context)),
  rejectBudgetStage: async (input, context) => withVersionTag(await decideInOrg('reject', input, context)),
  requestBudgetRevision: async (input, context) =>
    withVersionTag(await decideInOrg('request_revision', input, context)),

  async exportBudget({ format: asked, ...named }, context) {
    const [settings, view] = await Promise.all([findSettings(context.table), read(named, context)])
    const format = formatFor(settings, asked, 'json')
    if (format === 'json') return view
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="budget-${view._id}.csv"`,
    }
    return answer(view, { page: csvOf(view), headers })
  },
}
