import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { retireBudgets, reviveBudgets } from './purge.ts'

/** Removes the budgets of a deleted organization from all lists, until it is restored (rules/budgets 29). */
export const streamConsumers = [
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (!before || !after || before.deletedAt === after.deletedAt) return
    if (after.deletedAt === undefined) await reviveBudgets(after.orgId, context)
    else await retireBudgets(after.orgId, after.deletedAt, context)
  }),
]
