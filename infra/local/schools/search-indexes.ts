import {
  type EventCard,
  eventCard,
  eventWordIndex,
  longEventIndex,
  Shelf,
} from '../../../functions/events/index.ts'
import { orgMember } from '../../../lib/identity/org/organizations.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import { memberWords, orgWords, personWords } from '../../../lib/identity/person/names.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { rowsOf, syncWords, type WordIndex } from '../../../lib/search/rows.ts'
import type { Page } from '../../../lib/table/lists/list.ts'
import type { Table } from '../../../lib/table/table.ts'

/** All indexes of words, and the index of long events. */
export const wordIndexes = [
  personWords,
  orgWords,
  memberWords,
  eventWordIndex,
  longEventIndex,
] as readonly WordIndex[]

const pageSize = 100

type Lister<V> = (part: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<Page<V>>

const each = async <V>(list: Lister<V>, visit: (value: V) => Promise<void>): Promise<void> => {
  let cursor: string | undefined
  do {
    const page = await list({ limit: pageSize, cursor })
    for (const value of page.items) await visit(value)
    cursor = page.cursor
  } while (cursor !== undefined)
}

/**
 * Writes a school's search rows where they are missing or differ from the names. It may run again, and while the school
 * is open. Returns the number of rows written.
 */
export const indexSchool = async (table: Table): Promise<number> => {
  let written = 0
  const settle =
    <V>(index: WordIndex<V>) =>
    async (value: V): Promise<void> => {
      written += await syncWords(table, rowsOf(index, value))
    }
  const events = (index: 'gsi1' | 'gsi2', keyParams: Readonly<Record<string, string>>) =>
    each(
      (part) => table.list(eventCard, { index, keyParams, ...part }),
      async (card: EventCard) => {
        await settle(eventWordIndex)(card)
        await settle(longEventIndex)(card)
      },
    )
  const hostedBy = async (hostingId: string): Promise<void> => {
    for (const shelf of Shelf.options) await events('gsi2', { hostingId, shelf })
  }

  await each(
    (part) => table.list(tenantUser, { index: 'gsi1', keyParams: {}, ...part }),
    async (person) => {
      await settle(personWords)(person)
      await hostedBy(person.id)
    },
  )
  for (const shelf of ['live', 'past']) await events('gsi1', { shelf })
  await each(
    (part) => table.list(organization, { index: 'gsi2', keyParams: {}, ...part }),
    async (card) => {
      const { orgId } = card
      await settle(orgWords)(card)
      await each(
        (part) => table.list(orgMember, { index: 'gsi2', keyParams: { orgId }, ...part }),
        settle(memberWords),
      )
      await hostedBy(orgId)
    },
  )
  return written
}
