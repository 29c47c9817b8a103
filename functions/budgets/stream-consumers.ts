import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { purgeRows, retireBudgets, reviveBudgets } from './purge.ts'
import { budget } from './repository.ts'

export const streamConsumers = [
  // Removes the budgets of a deleted organization from all lists, until it is restored (rules/budgets 29).
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (!before || !after || before.deletedAt === after.deletedAt) return
    if (after.deletedAt === undefined) await reviveBudgets(after.orgId, context)
    else await retireBudgets(after.orgId, after.deletedAt, context)
  }),
  on(budget, ['gone'], async ({ before }, { table }) => {
    if (before) await purgeRows(table, before.id)
  }),
]
