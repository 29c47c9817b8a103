import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { Forbidden } from '../../lib/contract/failures.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { isAdmin } from '../../lib/identity/caller.ts'
import { adminUserOf, publicUserOf } from '../../lib/identity/people.ts'
import type { TenantUser } from '../../lib/identity/records.ts'
import { usernameKeyOf } from '../../lib/identity/username.ts'
import type { UserSearch } from './bodies.ts'
import { listOf } from './lists.ts'
import { findUserByEmail, listByUsername, type UserWindow } from './repository.ts'

/** People one search looks at. Totals are exact up to here, and filters and other orders are applied to these. */
const mostExamined = 500
const mostShown = 50

const wantedOf = (input: UserSearch) => ({
  query: (input.query ?? '').trim(),
  roles: listOf(input.roles, 'roles'),
  tags: listOf(input.tags, 'tags'),
  excluded: new Set(listOf(input.excludeIds, 'excludeIds')),
  limit: Math.min(mostShown, pageOf(input).limit),
  skip: Math.min(mostExamined, Math.max(0, Math.trunc(Number(input.skip)) || 0)),
  sortBy: input.sortBy ?? 'username',
  descending: input.sortOrder === 'desc',
  cursor: input.cursor,
})
type Wanted = ReturnType<typeof wantedOf>

/** Usernames are letters and digits, so whatever else was typed cannot be part of one. */
const beginningOf = (query: string): string => usernameKeyOf(query).replace(/[^a-z0-9]/g, '')

const candidates = async (
  { query, sortBy, descending, cursor }: Wanted,
  { table, tenant, caller }: Context<'member'>,
): Promise<UserWindow> => {
  if (query.includes('@', 1)) {
    const user = isAdmin(caller) ? await findUserByEmail(table, tenant.key, query) : undefined
    return { users: user ? [user] : [] }
  }
  const beginning = beginningOf(query)
  if (query !== '' && beginning === '') return { users: [] }
  const backwards = descending && sortBy === 'username'
  return listByUsername(table, { beginning, descending: backwards, cursor, size: mostExamined })
}

const sharesOne = (wanted: readonly string[], present: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((entry) => present.includes(entry))

const fits =
  ({ roles, tags, excluded }: Wanted) =>
  (user: TenantUser): boolean =>
    !excluded.has(user.id) && sharesOne(roles, user.roles) && sharesOne(tags, user.tags)

const sorted = (users: readonly TenantUser[], { sortBy, descending }: Wanted): readonly TenantUser[] => {
  if (sortBy === 'username') return users
  const sign = descending ? -1 : 1
  return [...users].sort((a, b) => sign * (a[sortBy].localeCompare(b[sortBy]) || a.id.localeCompare(b.id)))
}

/**
 * One page of the people that fit. Roles and e-mail addresses are found by, and shown to, administrators only
 * (identity.md section 7).
 */
export const searchUsers = async (input: UserSearch, context: Context<'member'>) => {
  const wanted = wantedOf(input)
  const admin = isAdmin(context.caller)
  if (wanted.roles.length > 0 && !admin) fail(Forbidden)
  const { users, cursor } = await candidates(wanted, context)
  const found = sorted(users.filter(fits(wanted)), wanted)
  const { limit, skip } = wanted
  return {
    data: found.slice(skip, skip + limit).map((user) => (admin ? adminUserOf(user) : publicUserOf(user))),
    pagination: {
      total: found.length,
      limit,
      skip,
      totalIsLowerBound: cursor !== undefined,
      orderIsPartial: cursor !== undefined && wanted.sortBy !== 'username',
      cursor,
    },
  }
}
