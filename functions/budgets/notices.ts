import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org-records.ts'
import { retireBudgets } from './purging.ts'

/** Nobody sees budgets of a deleted organization (organizations.md section 0). */
export const notices = [
  on(organization, ['changed'], async ({ before, after }, world) => {
    if (after?.deletedAt !== undefined && before?.deletedAt === undefined)
      await retireBudgets(after.orgId, after.deletedAt, world)
  }),
]
