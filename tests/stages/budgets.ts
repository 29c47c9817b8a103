import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

/** An organization of ada's, in the place of the sample's. */
const organized = async ({ ada }: Campus): Promise<string> => {
  const user = { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId }
  return (await founded({ device: ada.agent, user, email: ada.email }, { org_name: 'Chess Club' })).orgId
}

const drafted = async (campus: Campus) => {
  const orgId = await organized(campus)
  const { body } = await campus.ada.agent.createBudget({ orgId, templateKey: 'annual_club' })
  const budgetId: string = body.data._id
  const lineItems = [{ key: 'operating', amount: 1000 }]
  await campus.ada.agent.updateBudget({ orgId, budgetId, lineItems })
  return { 'demo-org-chess': orgId, 'demo-budget': budgetId }
}

const submitted = async (campus: Campus) => {
  const staged = await drafted(campus)
  await campus.ada.agent.submitBudget({
    orgId: staged['demo-org-chess'],
    budgetId: staged['demo-budget'],
  })
  return staged
}

/** The organization has approved it: its school decides next. */
const forwarded = async (campus: Campus): Promise<Staged> => {
  const staged = await submitted(campus)
  const named = { orgId: staged['demo-org-chess'], budgetId: staged['demo-budget'] }
  await campus.ada.agent.approveBudgetStage({ ...named, stageKey: 'officer' })
  return staged
}

/** What has to have happened before a sample of budgets can succeed. */
export const budgetStages = {
  listFinanceBudgets: submitted,
  getFinanceBudget: drafted,
  approveFinanceStage: forwarded,
  rejectFinanceStage: forwarded,
  requestFinanceRevision: forwarded,
  listBudgetTemplates: async (campus: Campus) => ({ 'demo-org-chess': await organized(campus) }),
  listBudgets: drafted,
  getBudget: drafted,
  createBudget: async (campus: Campus) => ({ 'demo-org-chess': await organized(campus) }),
  updateBudget: drafted,
  submitBudget: drafted,
  commentOnBudget: drafted,
  approveBudgetStage: submitted,
  rejectBudgetStage: submitted,
  requestBudgetRevision: submitted,
  exportBudget: drafted,
} as const
