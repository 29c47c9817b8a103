import {
  access,
  adminCount,
  emailPointer,
  platformAdmin,
  type TenantUser,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/records.ts'
import { usernameKeyOf } from '../../lib/identity/username.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove } from '../../lib/table/write.ts'

export const findUser = (table: Table, id: string) => table.get(tenantUser, { id })

/** For a decision: strongly consistent. */
export const readUser = (table: Table, id: string) => table.get(tenantUser, { id }, { strong: true })

/** At most 100, in the order of the ids; absent ones are left out. */
export const findUsers = async (table: Table, ids: readonly string[]): Promise<TenantUser[]> => {
  const users = ids.length > 0 ? await table.batchGet(ids.map((id) => key(tenantUser, { id }))) : []
  return users.filter((user) => user !== undefined)
}

export const findUsernameHolder = async (table: Table, username: string): Promise<string | undefined> =>
  (await table.get(usernameGuard, { usernameKey: usernameKeyOf(username) }))?.tenantUserId

export const findUserByUsername = async (table: Table, username: string): Promise<TenantUser | undefined> => {
  const id = await findUsernameHolder(table, username)
  const user = id === undefined ? undefined : await findUser(table, id)
  return user?.usernameKey === usernameKeyOf(username) ? user : undefined
}

/** The member of this school behind an address: by the global pointer, since a school has no index of addresses. */
export const findUserByEmail = async (table: Table, tenantKey: string, email: string) => {
  const pointer = await table.get(emailPointer, { email: email.toLowerCase() })
  const rights = pointer && (await table.get(access, { globalUserId: pointer.globalUserId }))
  const membership = rights?.memberships[tenantKey]
  if (membership?.status !== 'active' || membership.tenantUserId === undefined) return undefined
  return findUser(table, membership.tenantUserId)
}

/** Who leaves: the record at this school, and whether the person counts as a platform administrator. */
export const readLeaver = async (table: Table, userId: string, globalUserId: string) => {
  const refs = [
    key(tenantUser, { id: userId }),
    key(platformAdmin, { globalUserId }),
    key(adminCount, { name: 'COUNT' }),
  ] as const
  const [member, admin, admins] = await table.batchGet(refs, { strong: true })
  return { member, admin: admin !== undefined, lastAdmin: admin !== undefined && (admins?.count ?? 1) < 2 }
}

const guardOf = ({ usernameKey, id, globalUserId }: TenantUser) => ({
  usernameKey,
  tenantUserId: id,
  globalUserId,
})

/**
 * Stores a changed user under the version it was read at; a new username is claimed and the old one freed in the same
 * transaction. `taken`: somebody else has the username. `lost`: the user was changed meanwhile.
 */
export const saveUser = async (
  table: Table,
  before: TenantUser,
  after: TenantUser,
): Promise<'saved' | 'taken' | 'lost'> => {
  const unchanged = { equals: { version: before.version } }
  if (after.usernameKey === before.usernameKey)
    return (await table.put(tenantUser, after, unchanged)).ok ? 'saved' : 'lost'
  const written = await table.write([
    put(usernameGuard, guardOf(after), { absent: true }),
    remove(usernameGuard, { usernameKey: before.usernameKey }, { equals: { tenantUserId: before.id } }),
    put(tenantUser, after, unchanged),
  ])
  if (written.ok) return 'saved'
  const holder = written.found[0] as { tenantUserId: string } | undefined
  return written.failed.includes(0) && holder?.tenantUserId !== before.id ? 'taken' : 'lost'
}

export type UserWindow = { readonly users: readonly TenantUser[]; readonly cursor?: string }

type WindowOf = {
  readonly beginning: string
  readonly descending: boolean
  readonly cursor?: string | undefined
  readonly size: number
}

// A query hands out 1 MB at most, so a window of large records may take several.
const mostQueries = 4

/** People in the order of their usernames whose username has this beginning. The cursor is there when more follow. */
export const listByUsername = async (
  table: Table,
  { beginning, descending, cursor, size }: WindowOf,
): Promise<UserWindow> => {
  const users: TenantUser[] = []
  let next = cursor
  for (let queries = 0; queries < mostQueries && users.length < size; queries += 1) {
    const page = await table.list(tenantUser, {
      index: 'gsi1',
      holes: {},
      from: beginning,
      to: `${beginning}\u{10FFFF}`,
      limit: size - users.length,
      descending,
      cursor: next,
      filters: `${beginning} ${descending}`,
    })
    users.push(...page.items)
    next = page.cursor
    if (next === undefined) return { users }
  }
  return next === undefined ? { users } : { users, cursor: next }
}
