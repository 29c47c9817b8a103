import type { Person } from './identity/person/person.ts'
import type { TenantUser } from './identity/person/records.ts'
import type { Page } from './table/lists/list.ts'
import type { Table } from './table/table.ts'

/**
 * Somebody at one place, for which the table is opened: a school, or the platform's own rows. `user` is their record
 * there, while they are a member.
 */
export type PersonAtSchool = {
  readonly person: Person
  readonly user: TenantUser | undefined
  readonly now: Date
}

/** What was found, as the person may read it. `rest` says where the remainder is when not everything fits. */
export type CollectedRows = { readonly rows: readonly object[]; readonly rest?: string }

/** Who has left a school. `since` is the moment (ISO 8601): what was made later belongs to somebody who came back. */
export type DepartedMember = {
  readonly userId: string
  readonly globalUserId: string
  readonly since: string
}

/** How much of a row that is kept still tells who it was: ids of nobody, or a name or an address. */
export type RemainingTrace = 'ids' | 'words'

/**
 * What the platform holds about people under one name. Domains declare theirs in `functions/<domain>/personal-data.ts`.
 * The export, the erasure, the table of docs/privacy.md and the test that reads the whole table follow from these rows.
 */
export type PersonalData = {
  readonly name: string
  /** `person`: once, whatever their schools. `school`: at each school. */
  readonly of: 'person' | 'school'
  /** Every kind of item that it is kept in. */
  readonly entities: readonly string[]
  readonly holds: string
  /** What goes when the person leaves the school (`of: 'school'`) or the last one (`of: 'person'`), and how soon. */
  readonly removed: string
  /** What stays, for how long and why, by the kind of item. */
  readonly kept?: { readonly why: string; readonly entities: Readonly<Record<string, RemainingTrace>> }
  /** Why it is not part of the export; a row without it has `collect`. */
  readonly withheld?: string
  collect?(held: PersonAtSchool, table: Table): Promise<CollectedRows>
  /**
   * Removes one page, at most 100 items, of what belonged to somebody who left. True when there is more. It comes again
   * a day later, and whenever the stream repeats itself: it has to be harmless by then.
   */
  erase?(leaver: DepartedMember, table: Table): Promise<boolean>
}

/** Rows of one kind in an export; the newest, unless the list knows no time. */
export const maxExportedRows = 500

/** Items that one page of an erasure removes. */
export const maxErasedPerPage = 100

type Lister<V> = (limit: number, cursor: string | undefined) => Promise<Page<V>>

/** The first rows of a list, and whether these are all of it. */
export const firstRows = async <V>(list: Lister<V>): Promise<{ items: readonly V[]; all: boolean }> => {
  const items: V[] = []
  let cursor: string | undefined
  do {
    const page = await list(maxExportedRows - items.length, cursor)
    items.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined && items.length < maxExportedRows)
  return { items, all: cursor === undefined }
}
