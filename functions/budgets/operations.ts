import type { Operations } from '../../lib/operation.ts'
import { getBudget, getFinanceBudget, listBudgetTemplates } from './budget.ts'
import type { contract } from './contract.ts'
import { exportBudget } from './export.ts'
import { getFinanceConfig, updateFinanceConfig } from './finance-config.ts'
import { listBudgets, listFinanceBudgets } from './list.ts'
import {
  approveBudgetStage,
  approveFinanceStage,
  rejectBudgetStage,
  rejectFinanceStage,
  requestBudgetRevision,
  requestFinanceRevision,
} from './review/decision.ts'
import { createBudget, deleteBudget, submitBudget, updateBudget, withdrawBudget } from './review/drafts.ts'
import { commentOnBudget } from './review/history.ts'

export const operations: Operations<typeof contract> = {
  getFinanceConfig,
  updateFinanceConfig,
  listFinanceBudgets,
  getFinanceBudget,
  approveFinanceStage,
  rejectFinanceStage,
  requestFinanceRevision,
  listBudgetTemplates,
  listBudgets,
  getBudget,
  createBudget,
  updateBudget,
  submitBudget,
  withdrawBudget,
  deleteBudget,
  commentOnBudget,
  approveBudgetStage,
  rejectBudgetStage,
  requestBudgetRevision,
  exportBudget,
}
