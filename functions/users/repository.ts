import { personWrites } from '../../lib/identity/person/names.ts'
import {
  access,
  emailPointer,
  type TenantUser,
  tenantListing,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/person/records.ts'
import { usernameKeyOf } from '../../lib/identity/person/usernames.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove } from '../../lib/table/write.ts'

export const findUser = (table: Table, id: string) => table.get(tenantUser, { id })

/** Read for a decision: strongly consistent. */
export const readUser = (table: Table, id: string) => table.get(tenantUser, { id }, { strong: true })

/** At most 100, in the order of the ids; absent users are omitted. */
export const findUsers = async (table: Table, ids: readonly string[]): Promise<TenantUser[]> => {
  const users = ids.length > 0 ? await table.batchGet(ids.map((id) => key(tenantUser, { id }))) : []
  return users.filter((user) => user !== undefined)
}

export const findUsernameHolder = async (table: Table, username: string): Promise<string | undefined> =>
  (await table.get(usernameGuard, { usernameKey: usernameKeyOf(username) }))?.tenantUserId

/** Whether a school has this name: no person may seem to speak for it. */
export const isNameOfSchool = async (table: Table, username: string): Promise<boolean> =>
  (await table.get(tenantListing, { tenantKey: usernameKeyOf(username) })) !== undefined

export const findUserByUsername = async (table: Table, username: string): Promise<TenantUser | undefined> => {
  const id = await findUsernameHolder(table, username)
  const user = id === undefined ? undefined : await findUser(table, id)
  return user?.usernameKey === usernameKeyOf(username) ? user : undefined
}

/** The member of this school with an address, found by the global pointer, since a school has no index of addresses. */
export const findUserByEmail = async (table: Table, tenantKey: string, email: string) => {
  const pointer = await table.get(emailPointer, { email })
  const rights = pointer && (await table.get(access, { globalUserId: pointer.globalUserId }))
  const membership = rights?.memberships[tenantKey]
  if (membership?.status !== 'active' || membership.tenantUserId === undefined) return undefined
  return findUser(table, membership.tenantUserId)
}

const guardOf = ({ usernameKey, id, globalUserId }: TenantUser) => ({
  usernameKey,
  tenantUserId: id,
  globalUserId,
})

/**
 * Stores a changed user under the version it was read at. A new username is claimed and the old one freed in the same
 * transaction. `taken`: another person has the username. `lost`: the user was changed meanwhile.
 */
export const saveUser = async (
  table: Table,
  before: TenantUser,
  after: TenantUser,
): Promise<'saved' | 'taken' | 'lost'> => {
  const unchanged = { equals: { version: before.version } }
  const words = personWrites(after, before)
  if (after.usernameKey === before.usernameKey) {
    const { ok } =
      after.name === before.name
        ? await table.put(tenantUser, after, unchanged)
        : await table.write([put(tenantUser, after, unchanged), ...words])
    return ok ? 'saved' : 'lost'
  }
  const written = await table.write([
    put(usernameGuard, guardOf(after), { absent: true }),
    remove(usernameGuard, { usernameKey: before.usernameKey }, { equals: { tenantUserId: before.id } }),
    put(tenantUser, after, unchanged),
    ...words,
  ])
  if (written.ok) return 'saved'
  const holder = written.found[0] as { tenantUserId: string } | undefined
  return written.failed.includes(0) && holder?.tenantUserId !== before.id ? 'taken' : 'lost'
}

type UserWindow = { readonly users: readonly TenantUser[]; readonly cursor?: string }

type WindowQuery = {
  readonly descending: boolean
  readonly cursor?: string | undefined
  readonly size: number
}

// A query returns 1 MB at most, so a page of large records may take several.
const maxQueries = 4

/** People in the order of their usernames. The cursor is present when more follow. */
export const listByUsername = async (
  table: Table,
  { descending, cursor, size }: WindowQuery,
): Promise<UserWindow> => {
  const users: TenantUser[] = []
  let next = cursor
  for (let queries = 0; queries < maxQueries && users.length < size; queries += 1) {
    const listing = { index: 'gsi1' as const, keyParams: {}, limit: size - users.length }
    const page = await table.list(tenantUser, {
      ...listing,
      descending,
      cursor: next,
      filters: String(descending),
    })
    users.push(...page.items)
    next = page.cursor
    if (next === undefined) return { users }
  }
  return next === undefined ? { users } : { users, cursor: next }
}

/** Administrators of the school. */
export const listAdmins = async (table: Table, { cursor, size }: WindowQuery): Promise<UserWindow> => {
  const { items, ...rest } = await table.list(tenantUser, {
    index: 'gsi2',
    keyParams: {},
    limit: size,
    cursor,
  })
  return { users: items, ...rest }
}
