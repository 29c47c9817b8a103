export { type FinanceChange, financeFrom, financeOf, financeWrites } from './finance-config.ts'
export { purgeBudgets } from './purge.ts'
export { financeConfig } from './repository.ts'
