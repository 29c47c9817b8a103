export { type FinanceChange, financeFrom, financeOf, financeWrites } from './finance.ts'
export { purgeBudgets } from './purge.ts'
export { financeConfig } from './repository.ts'
