import { tenantUser } from '../../../lib/identity/person/records.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Notification } from '../repository.ts'
import { maxMessageLength, plainText } from '../templates/event.ts'

/** Stands for people who have left the school, as on registrations for past events. */
const formerMember = 'Former member'

type NamingRow = Pick<Notification, 'title' | 'message' | 'sender' | 'namedPeople'>

const idsIn = ({ sender, namedPeople = {} }: NamingRow): string[] => [
  ...(sender ? [sender._id] : []),
  ...Object.keys(namedPeople),
]

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces whole names only: a short name is also a part of words. */
const withoutName = (text: string, name: string): string => {
  const shown = plainText(name, maxMessageLength).trim()
  if (shown === '') return text
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(shown)}(?![\\p{L}\\p{N}])`, 'gu')
  return text.replace(whole, formerMember)
}

const withoutPeople = <R extends NamingRow>(row: R, gone: ReadonlySet<string>): R => {
  const { sender, namedPeople = {} } = row
  // Longer names first, since one may begin with another.
  const names = Object.entries(namedPeople)
    .flatMap(([id, name]) => (gone.has(id) ? [name] : []))
    .sort((a, b) => b.length - a.length)
  const textOf = (text: string) => names.reduce(withoutName, text)
  return {
    ...row,
    title: textOf(row.title),
    message: textOf(row.message),
    ...(sender && gone.has(sender._id)
      ? { sender: { _id: sender._id, name: formerMember, username: '' } }
      : {}),
  }
}

/**
 * Rows as their reader sees them: without the names of people who have left the school (rules/notifications 23). One
 * round trip if a row names anyone, otherwise none.
 */
export const withoutDeparted = async <R extends NamingRow>(
  table: Table,
  rows: readonly R[],
): Promise<readonly R[]> => {
  const ids = [...new Set(rows.flatMap(idsIn))]
  if (ids.length === 0) return rows
  const users = await table.batchGet(ids.map((id) => key(tenantUser, { id })))
  const gone = new Set(ids.filter((_, at) => users[at] === undefined))
  return gone.size === 0 ? rows : rows.map((row) => withoutPeople(row, gone))
}
