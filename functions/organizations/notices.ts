import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org-records.ts'
import { tenantUser } from '../../lib/identity/records.ts'
import { refreshCopies } from './copying.ts'
import { orgTombstone, sweepDue } from './sweep-rows.ts'
import { purgeOrganization, sweepOrganization, sweepPerson } from './sweeping.ts'

/** What follows a deleted organization, a person who changes or leaves. */
export const notices = [
  on(organization, ['changed'], async ({ before, after }, world) => {
    if (after?.deletedAt !== undefined && before?.deletedAt === undefined)
      await sweepOrganization(after.orgId, 0, world)
  }),
  on(sweepDue, ['made'], async ({ after }, world) => {
    if (!after) return
    const sweep = after.kind === 'organization' ? sweepOrganization : sweepPerson
    await sweep(after.subject, Number(after.round), world)
  }),
  on(orgTombstone, ['gone'], async ({ before }, world) => {
    if (before) await purgeOrganization(before.orgId, world)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, world) => {
    if (before && after) await refreshCopies(before, after, world)
  }),
  on(tenantUser, ['gone'], async ({ before }, world) => {
    if (before) await sweepPerson(before.id, 0, world)
  }),
]
