import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { retireBudgets } from './purge.ts'

/** Nobody sees budgets of a deleted organization (rules/budgets 29). */
export const streamConsumers = [
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (after?.deletedAt === undefined || before?.deletedAt !== undefined) return
    // The end of an organization is rare.
    await retireBudgets(after.orgId, after.deletedAt, context)
  }),
]
