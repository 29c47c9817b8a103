import { type Consumer, on } from '../../lib/consumer.ts'
import { organization } from '../../lib/identity/org-records.ts'
import { verificationRequest } from '../verification/service.ts'
import { approveGrown } from './approval.ts'
import { statNotices } from './stat-folding.ts'

/** What follows an organization that grows, and what analytics count. */
export const notices: readonly Consumer[] = [
  ...statNotices(verificationRequest),
  on(organization, ['made', 'changed'], async ({ before, after }, world) => {
    if (after?.approvalStatus !== 'pending' || after.deletedAt !== undefined) return
    if (after.memberCount > (before?.memberCount ?? 0)) await approveGrown(after.orgId, world)
  }),
]
