import { on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org-records.ts'
import { tenantUser } from '../../lib/identity/records.ts'
import { eventCard } from '../events/service.ts'
import { hostChanged, refreshHelpers } from './copying.ts'
import { hostGone } from './orphans.ts'
import { carryOutSeries, followHead, seriesDue } from './series.ts'

/** What follows a changed event, and a host that is called otherwise. */
export const notices = [
  on(eventCard, ['changed'], async ({ before, after }, world) => {
    if (!after) return
    await refreshHelpers(before, after, world)
    await followHead(before, after, world)
  }),
  on(seriesDue, ['made'], async ({ after }, world) => {
    if (after) await carryOutSeries(after, world)
  }),
  on(organization, ['changed'], async ({ before, after }, world) => {
    if (!before || !after) return
    if (after.deletedAt !== undefined) {
      if (before.deletedAt === undefined) await hostGone(after.orgId, world)
      return
    }
    const same = before.org_name === after.org_name && before.org_profile_image === after.org_profile_image
    if (same) return
    const { orgId: hostingId, version } = after
    await world.table.write(hostChanged({ hostingType: 'Org', hostingId }, version, world))
  }),
  on(tenantUser, ['changed'], async ({ before, after }, world) => {
    if (!before || !after) return
    if (before.name === after.name && before.picture === after.picture) return
    const { id: hostingId, version } = after
    await world.table.write(hostChanged({ hostingType: 'User', hostingId }, version, world))
  }),
  on(tenantUser, ['gone'], async ({ before }, world) => {
    if (before) await hostGone(before.id, world)
  }),
]
