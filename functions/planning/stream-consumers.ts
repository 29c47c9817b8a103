import { on, onBatch } from '../../lib/consumer.ts'
import { isClosed } from '../../lib/contract/org-rules.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { indexOnChange } from '../../lib/search/rows.ts'
import { eventBody, eventCard, eventWordIndex, longEventIndex } from '../events/index.ts'
import {
  copyEventCount,
  countedHostOf,
  movesReminders,
  movesTasks,
  scheduleEventTasks,
} from '../lifecycle/index.ts'
import { copyHostToEvents, refreshHelpers } from './collaboration/event-copies.ts'
import { dropPicture } from './create/pictures.ts'
import { beginHostSweep, sweepHost } from './hosts/orphaned-events.ts'
import { hostSweep, seriesTask } from './repository.ts'
import { runSeriesTask, scheduleFollow } from './series/series.ts'

/** Loaded on the first change, because these modules import everything that changes events, and the school's rules. */

/** Consumers of event changes and of host renames. */
export const streamConsumers = [
  indexOnChange(eventWordIndex),
  indexOnChange(longEventIndex),
  on(eventCard, ['changed'], async ({ before, after }, context) => {
    if (!after) return
    await refreshHelpers(before, after, context)
    if (after.seriesId === after.eventId) await scheduleFollow(before, after, context)
  }),
  on(eventCard, ['made', 'changed'], async ({ before, after }, context) => {
    if (after && movesTasks(before, after)) await scheduleEventTasks(after.eventId, { card: before }, context)
  }),
  on(eventBody, ['changed'], async ({ before, after }, context) => {
    if (before && after && movesReminders(before, after))
      await scheduleEventTasks(after.eventId, { body: before }, context)
  }),
  onBatch(eventCard, ['made', 'changed'], countedHostOf, ([notice], context) =>
    copyEventCount((notice && countedHostOf(notice)) ?? '', context),
  ),
  // Deletes a picture that its event no longer shows, or that outlived its event. Events of a series share pictures.
  on(eventCard, ['changed', 'gone'], async ({ before, after }, { gateways, table }) => {
    if (!before?.image || before.image === after?.image || before.seriesId !== undefined) return
    await dropPicture({ gateways, tenant: { key: table.tenant ?? '' } }, before.eventId, before.image)
  }),
  on(seriesTask, ['made'], async ({ after }, context) => {
    if (after) await runSeriesTask(after, context)
  }),
  // A host that is closed again writes rows that may still exist.
  on(hostSweep, ['made', 'changed'], async ({ after }, context) => {
    if (after) await sweepHost(after, context)
  }),
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (!before || !after) return
    if (isClosed(after) && !isClosed(before)) await beginHostSweep(after.orgId, context)
    if (after.deletedAt !== undefined) return
    const shown = ['org_name', 'org_profile_image', 'lifecycleStatus', 'approvalStatus'] as const
    if (shown.every((field) => before[field] === after[field])) return
    const { orgId: hostingId, version } = after
    await copyHostToEvents({ hostingType: 'Org', hostingId }, version, context)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, context) => {
    if (!before || !after) return
    if (before.name === after.name && before.picture === after.picture) return
    const { id: hostingId, version } = after
    await copyHostToEvents({ hostingType: 'User', hostingId }, version, context)
  }),
  on(tenantUser, ['gone'], async ({ before }, context) => {
    if (before) await beginHostSweep(before.id, context)
  }),
]
