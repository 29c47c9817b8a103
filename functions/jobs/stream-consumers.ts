import { on } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import {
  eventCard,
  eventJob,
  findLostRights,
  hasLeftOrganization,
  isAdmissionNarrowed,
  losesOrganization,
} from '../events/index.ts'
import { beginRelease, beginReleaseEverywhere, releasePage } from './assignment-release.ts'
import { jobSweep, memberSweep } from './repository.ts'
import { beginSweep, sweep } from './sweep.ts'

/** Few changes remove work from a person, so the code for it loads on first use. */

/**
 * Dependent rows of a job are removed or moved with it and with its event; all are removed when the event is purged. A
 * member's work ends with the membership.
 */
export const streamConsumers = [
  on(eventJob, ['gone'], async ({ before }, context) => {
    if (before) await beginSweep(context, { ...before, kind: 'gone' }, 'gone')
  }),
  on(eventJob, ['changed'], async ({ before, after }, context) => {
    if (!before || !after) return
    if (before.shiftStart === after.shiftStart && before.shiftEnd === after.shiftEnd) return
    await beginSweep(context, { ...after, kind: 'moved' }, `r${after.revision}`)
  }),
  on(eventCard, ['changed'], async ({ before, after }, context) => {
    if (!before || !after) return
    if (before.start_time === after.start_time && before.end_time === after.end_time) return
    const { eventId, version } = after
    await beginSweep(context, { eventId, jobId: '*', kind: 'moved' }, `v${version}`)
  }),
  on(eventCard, ['changed'], async ({ before, after }, context) => {
    if (!before || !after || !(isAdmissionNarrowed(before, after) || losesOrganization(before, after))) return
    const { eventId, version } = after
    await beginSweep(context, { eventId, jobId: '*', kind: 'narrowed' }, `v${version}`)
  }),
  on(eventCard, ['gone'], async ({ before }, context) => {
    if (before) await beginSweep(context, { eventId: before.eventId, jobId: '*', kind: 'gone' }, 'gone')
  }),
  on(orgMember, ['changed', 'gone'], async ({ before, after }, context) => {
    if (before && hasLeftOrganization(before, after)) await beginRelease(before, context)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, context) => {
    const fallen = before && after?.accessSuspended && findLostRights(before, after)
    if (fallen) await beginReleaseEverywhere(after.id, fallen, context)
  }),
  on(memberSweep, ['made'], async ({ after }, context) => {
    if (after) await releasePage(after, context)
  }),
  on(jobSweep, ['made'], async ({ after }, context) => {
    if (after) await sweep(after, context)
  }),
]
