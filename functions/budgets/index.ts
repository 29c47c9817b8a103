export {
  type FinanceChange,
  financeViewOf,
  financeWrites,
  findFinance,
} from './finance-config.ts'
export { listAllBudgets } from './list.ts'
export { purgeBudgets } from './purge.ts'
export { budget, financeConfig } from './repository.ts'
