import { on } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { eventCard, eventJob, hasFallen, hasParted, isNarrowed, losesOrganization } from '../events/index.ts'
import { jobSweep, memberSweep } from './repository.ts'

/** Few of the changes that come by take work away from somebody: what does it loads with the first. */
const sweeping = () => import('./sweep.ts')
const relieving = () => import('./departures.ts')

/** What hangs on a job goes and moves with it, and with its event; all of it goes when the event is purged. What a member was to do goes with the membership. */
export const notices = [
  on(eventJob, ['gone'], async ({ before }, world) => {
    if (before) await (await sweeping()).beginSweep(world, { ...before, kind: 'gone' }, 'gone')
  }),
  on(eventJob, ['changed'], async ({ before, after }, world) => {
    if (!before || !after) return
    if (before.shiftStart === after.shiftStart && before.shiftEnd === after.shiftEnd) return
    await (await sweeping()).beginSweep(world, { ...after, kind: 'moved' }, `r${after.revision}`)
  }),
  on(eventCard, ['changed'], async ({ before, after }, world) => {
    if (!before || !after) return
    if (before.start_time === after.start_time && before.end_time === after.end_time) return
    const { eventId, version } = after
    await (await sweeping()).beginSweep(world, { eventId, jobId: '*', kind: 'moved' }, `v${version}`)
  }),
  on(eventCard, ['changed'], async ({ before, after }, world) => {
    if (!before || !after || !(isNarrowed(before, after) || losesOrganization(before, after))) return
    const { eventId, version } = after
    await (await sweeping()).beginSweep(world, { eventId, jobId: '*', kind: 'narrowed' }, `v${version}`)
  }),
  on(eventCard, ['gone'], async ({ before }, world) => {
    if (before)
      await (await sweeping()).beginSweep(
        world,
        { eventId: before.eventId, jobId: '*', kind: 'gone' },
        'gone',
      )
  }),
  on(orgMember, ['changed', 'gone'], async ({ before, after }, world) => {
    if (before && hasParted(before, after)) await (await relieving()).beginRelief(before, world)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, world) => {
    const fallen = before && after?.accessSuspended && hasFallen(before, after)
    if (fallen) await (await relieving()).beginReliefOfAll(after.id, fallen, world)
  }),
  on(memberSweep, ['made'], async ({ after }, world) => {
    if (after) await (await relieving()).relievePage(after, world)
  }),
  on(jobSweep, ['made'], async ({ after }, world) => {
    if (after) await (await sweeping()).sweep(after, world)
  }),
]
