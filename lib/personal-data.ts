import { mapConcurrently } from './concurrency.ts'
import type { Person } from './identity/person/person.ts'
import type { TenantUser } from './identity/person/records.ts'
import { listSchools } from './identity/school/tenants.ts'
import type { Page } from './table/lists/list.ts'
import type { Table } from './table/table.ts'

/**
 * A person at one place, for which the table is opened: a school, or the platform's own rows. `user` is the record
 * there, while the person is a member.
 */
export type PersonAtSchool = {
  readonly person: Person
  readonly user: TenantUser | undefined
  readonly now: Date
}

/** The rows found, as the person may read them. `rest` explains where to find the remainder, if not everything fits. */
export type CollectedRows = { readonly rows: readonly object[]; readonly rest?: string }

/** A person who has left a school. `since` is the time (ISO 8601): later rows belong to a new membership. */
export type DepartedMember = {
  readonly userId: string
  readonly globalUserId: string
  readonly since: string
}

/** How far a retained row still identifies the person: by orphaned ids, or by a name or an address. */
export type RemainingTrace = 'ids' | 'words'

/**
 * Data that the platform stores about people, under one name. Domains declare theirs in
 * `functions/<domain>/personal-data.ts`. The export, the erasure, the table in docs/privacy.md and the test over the
 * whole table all use these rows.
 */
export type PersonalData = {
  readonly name: string
  /** `person`: once per person. `school`: at each of the person's schools. */
  readonly of: 'person' | 'school'
  /** Every kind of item that stores it. */
  readonly entities: readonly string[]
  readonly holds: string
  /** Data removed when the person leaves the school (`of: 'school'`) or the last one (`of: 'person'`), and how soon. */
  readonly removed: string
  /** Data retained, for how long and why, by kind of item. */
  readonly kept?: { readonly why: string; readonly entities: Readonly<Record<string, RemainingTrace>> }
  /** Why it is not exported. A row without this has `collect`. */
  readonly withheld?: string
  collect?(held: PersonAtSchool, table: Table): Promise<CollectedRows>
  /**
   * Removes one page, at most 100 items, of a former member's data. True when there is more. It runs again a day later
   * and at every redelivery of the stream: by then it must be harmless.
   */
  erase?(leaver: DepartedMember, table: Table): Promise<boolean>
}

/** Limit for rows of one kind in an export: the newest ones, unless the list is not in order of time. */
export const maxExportedRows = 500

/** Limit for items that one page of an erasure removes. */
export const maxErasedPerPage = 100

type Lister<V> = (limit: number, cursor: string | undefined) => Promise<Page<V>>

/** The first rows of a list, and whether the list ends with them. */
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

const schoolsAtOnce = 10

/**
 * A guest's rows at every school of the platform: no list of visited schools exists, and exports are rare. `rest`
 * explains where to find rows that `search` omits.
 */
export const rowsAtSchools = async (
  table: Table,
  rest: string,
  search: (own: Table) => Promise<{ rows: readonly object[]; all: boolean }>,
): Promise<CollectedRows> => {
  const found = await mapConcurrently(
    await listSchools(table),
    schoolsAtOnce,
    async ({ tenantKey: school }) => {
      const { rows, all } = await search(table.at(school))
      return { rows: rows.map((row) => ({ school, ...row })), all }
    },
  )
  const rows = found.flatMap((one) => one.rows)
  return found.every(({ all }) => all) ? { rows } : { rows, rest }
}
