import { type Consumer, on, onKind } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { verificationRequest } from '../verification/index.ts'
import type { ManagementConfig } from './config/settings.ts'
import { statNotices } from './statistics/counters.ts'

/** What follows an organization that grows, a rule that asks for less growth, and what analytics count. */
export const notices: readonly Consumer[] = [
  ...statNotices(verificationRequest),
  on(organization, ['made', 'changed'], async ({ before, after }, world) => {
    if (after?.approvalStatus !== 'pending' || after.deletedAt !== undefined) return
    if (after.memberCount <= (before?.memberCount ?? 0)) return
    // Few organizations wait to grow, and the rules they wait for are large.
    const { approveGrown } = await import('./organizations/approval.ts')
    await approveGrown(after.orgId, world)
  }),
  onKind<ManagementConfig>('ManagementConfig', ['made', 'changed'], async ({ before, after }, world) => {
    if (!after) return
    const [{ growthWrites }, { settingsOf }] = await Promise.all([
      import('./organizations/growth.ts'),
      import('./config/settings.ts'),
    ])
    const writes = growthWrites(settingsOf(before), settingsOf(after), after.version, world)
    if (writes.length > 0) await world.table.write(writes)
  }),
]
