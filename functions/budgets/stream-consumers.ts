import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { retireBudgets } from './purge.ts'

/** Removes the budgets of a deleted organization from all lists (rules/budgets 29). */
export const streamConsumers = [
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (after?.deletedAt === undefined || before?.deletedAt !== undefined) return
    await retireBudgets(after.orgId, after.deletedAt, context)
  }),
]
