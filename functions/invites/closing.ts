import { isOpen } from '../../lib/identity/org-invites.ts'
import type { Table } from '../../lib/table/table.ts'
import { decisionWrite, listInvites } from './repository.ts'

/** Pages that one notice looks at: more open invitations than that end by their time. */
const mostPages = 5

/** Takes back the open invitations of an organization that is gone. Repeating it changes nothing. */
export const closeInvites = async (table: Table, orgId: string, now: Date): Promise<void> => {
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await listInvites(table, orgId, { page: 1, limit: 100, cursor })
    const open = page.items.filter((invite) => isOpen(invite, now))
    await Promise.all(
      open.map((invite) => table.write([decisionWrite(invite, 'revoked', now.toISOString())])),
    )
    cursor = page.cursor
    if (cursor === undefined) return
  }
}
