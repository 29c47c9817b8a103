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
  return { rows, rest: 'For older entries, ask the school’s administrators' }
}

export const personalData: readonly PersonalData[] = [
  {
    name: 'auditEntries',
    of: 'school',
    entities: ['AuditEntry'],
    holds:
      'Your actions that the school must be able to account for, with time and network address. Other people’s actions that concern you are stored by time and actor, so they are not in the export.',
    removed: 'Never',
    kept: {
      why: 'The audit log must stay complete: its rows are sealed every hour, and a missing row raises an alarm. A row has ids and a network address, but no written text, name or e-mail address. After the deletion, its ids point to nobody.',
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
    removed: 'Within minutes, and in any case after a year, because the text may name other people',
    async collect({ person }, table) {
      const keyParams = { targetId: person.user.id }
      const { items, all } = await firstRows((limit, cursor) =>
        table.list(auditNote, { keyParams, limit, cursor }),
      )
      const rows = items.map(({ reason, at }) => ({ reason, at }))
      return all ? { rows } : { rows, rest: 'For more, ask the school’s administrators' }
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
