import { on } from '../../lib/consumer.ts'
import { orgRoles } from '../../lib/identity/organizations.ts'
import { closeInvites } from './closing.ts'

/** With an organization its open invitations go. */
export const notices = [
  on(orgRoles, ['changed'], async ({ after }, { table, now }) => {
    if (after?.deletedAt !== undefined) await closeInvites(table, after.orgId, now())
  }),
]
