import { type AuditEntry, auditNote } from '../../lib/identity/audit/audit.ts'
import {
  type CollectedRows,
  firstRows,
  maxErasedPerPage,
  type PersonalData,
} from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import { listSelected } from './repository.ts'

const entryOf = ({ month: _, noteHash: __, ...entry }: AuditEntry) => entry

const entriesOf = async (table: Table, actors: readonly string[]): Promise<CollectedRows> => {
  const found = await Promise.all(
    actors.map((actor) =>
      firstRows(
        async (limit, cursor) => (await listSelected(table, { actor }, { limit, cursor })) ?? { items: [] },
      ),
    ),
  )
  const rows = found.flatMap(({ items }) => items.map(entryOf))
  if (found.every(({ all }) => all)) return { rows }
  return { rows, rest: 'Older entries: ask the administrators of the school' }
}

export const personalData: readonly PersonalData[] = [
  {
    name: 'auditEntries',
    of: 'school',
    entities: ['AuditEntry'],
    holds:
      'What you did that the school has to account for: the deed, when, from which network address. Entries of others that concern you are kept by time and by who did it, so they are not in the export',
    removed: 'Never',
    kept: {
      why: 'The trail has to stay whole to be believed: its rows are sealed by the hour, and one that is missing raises an alarm. A row names ids and a network address, never what somebody wrote, a name or an e-mail address; after the deletion its ids lead nowhere',
      entities: { AuditEntry: 'ids' },
    },
    async collect({ person, user }, table) {
      return entriesOf(table, [person.user.id, ...(user ? [user.id] : [])])
    },
  },
  {
    name: 'auditNotes',
    of: 'school',
    entities: ['AuditNote'],
    holds: 'The reasons that administrators gave when they acted for you',
    removed: 'Within minutes; after a year in any case, since words may name others too',
    async collect({ person }, table) {
      const keyParams = { targetId: person.user.id }
      const { items, all } = await firstRows((limit, cursor) =>
        table.list(auditNote, { keyParams, limit, cursor }),
      )
      const rows = items.map(({ reason, at }) => ({ reason, at }))
      return all ? { rows } : { rows, rest: 'Further ones: ask the administrators of the school' }
    },
    async erase({ globalUserId: targetId, since }, table) {
      const { items, cursor } = await table.list(auditNote, {
        keyParams: { targetId },
        limit: maxErasedPerPage,
      })
      const own = items.filter(({ at }) => at <= since)
      await Promise.all(own.map((note) => table.remove(auditNote, note)))
      return cursor !== undefined && own.length > 0
    },
  },
]
