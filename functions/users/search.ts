import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { Forbidden, ValidationError } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { isAdmin, isAdminRole } from '../../lib/identity/person/caller.ts'
import { nameOfRow, personWords, rolesOfRow } from '../../lib/identity/person/names.ts'
import { adminUserOf, publicUserOf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { byText, byTime, search } from '../../lib/search/find.ts'
import type { WordRow } from '../../lib/search/rows.ts'
import { matchesPrefixes, personWordsOf, wordsOf } from '../../lib/search/words.ts'
import { type WindowPage, windowPage } from '../../lib/table/lists/pages.ts'
import { findUserByEmail, findUsers, listAdmins, listByUsername } from './repository.ts'
import type { UserSearch } from './shapes.ts'

const refuse = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const entriesOf = (text: string, field: string): readonly string[] => {
  if (!text.startsWith('[')) return text.split(',')
  const list = parsed(text)
  const fits = Array.isArray(list) && list.every((entry) => typeof entry === 'string')
  return fits ? list : refuse(field, 'Expected a JSON array of strings')
}

/** The distinct entries of a query parameter: a JSON array, a comma list, or the parameter repeated. At most 100. */
export const listOf = (text = '', field: string): readonly string[] => {
  const entries = entriesOf(text.trim(), field).map((entry) => entry.trim())
  const list = [...new Set(entries.filter((entry) => entry !== ''))]
  if (list.some((entry) => entry.length > 128)) refuse(field, 'An entry has at most 128 characters')
  return list.length > 100 ? refuse(field, 'At most 100 entries') : list
}

/** People of a list that are sorted, counted and filtered together. */
const maxExamined = 500
const maxShown = 50

const parseCriteria = (input: UserSearch) => ({
  query: (input.query ?? '').trim(),
  roles: listOf(input.roles, 'roles'),
  tags: listOf(input.tags, 'tags'),
  excluded: new Set(listOf(input.excludeIds, 'excludeIds')),
  limit: Math.min(maxShown, pageOf(input).limit),
  skip: Math.min(maxExamined, Math.max(0, Math.trunc(Number(input.skip)) || 0)),
  sortBy: input.sortBy ?? 'username',
  descending: input.sortOrder === 'desc',
  cursor: input.cursor,
})
type SearchCriteria = ReturnType<typeof parseCriteria>

const hasCommonEntry = (criteria: readonly string[], present: readonly string[]): boolean =>
  criteria.length === 0 || criteria.some((entry) => present.includes(entry))

const matchesCriteria =
  ({ roles, tags, excluded }: SearchCriteria) =>
  (user: TenantUser): boolean =>
    !excluded.has(user.id) && hasCommonEntry(roles, user.roles) && hasCommonEntry(tags, user.tags)

/** School of the search, and whether an administrator searches. */
type SearchContext = Pick<Context, 'table' | 'tenant'> & { readonly admin: boolean }

const scopeOf = ({ query, roles, tags, excluded, sortBy, descending }: SearchCriteria): string =>
  JSON.stringify([query, roles, tags, [...excluded], sortBy, descending])

const orders = {
  username: byText,
  name: (one: WordRow, other: WordRow) =>
    nameOfRow(one).localeCompare(nameOfRow(other)) || byText(one, other),
  createdAt: byTime,
}

/**
 * Searches words of names and usernames. The index rows hold no tags, so a page filtered by tags may be short and still
 * continue.
 */
const searchByName = async (
  criteria: SearchCriteria,
  { table }: SearchContext,
): Promise<WindowPage<TenantUser>> => {
  const { query, roles, excluded, skip, limit, sortBy, descending, cursor } = criteria
  const typed = wordsOf(query)
  const found = await search(table, {
    index: personWords.name,
    typed,
    keep: (row) => !excluded.has(row.id) && hasCommonEntry(roles, rolesOfRow(row)),
    filters: scopeOf(criteria),
    order: (one, other) => orders[sortBy](one, other) * (descending ? -1 : 1),
    skip,
    limit,
    cursor,
    unit: 0.5,
  })
  const users = await findUsers(
    table,
    found.items.map(({ id }) => id),
  )
  const isNamed = (user: TenantUser): boolean => matchesPrefixes(typed, personWordsOf(user))
  return { ...found, items: users.filter((user) => matchesCriteria(criteria)(user) && isNamed(user)) }
}

/** Everybody, or all administrators if only their roles are requested, five hundred at a time. */
const listPeople = (criteria: SearchCriteria, { table }: SearchContext): Promise<WindowPage<TenantUser>> => {
  const { roles, skip, limit, sortBy, descending, cursor } = criteria
  const backwards = descending && sortBy === 'username'
  const ofAdmins = roles.length > 0 && roles.every(isAdminRole)
  const sign = descending ? -1 : 1
  return windowPage({
    read: async (at) => {
      const part = { descending: backwards, cursor: at, size: maxExamined }
      const { users, cursor: next } = await (ofAdmins ? listAdmins : listByUsername)(table, part)
      return { items: users.filter(matchesCriteria(criteria)), at: at ?? '', next }
    },
    order:
      sortBy === 'username' && !ofAdmins
        ? undefined
        : (one, other) => sign * (one[sortBy].localeCompare(other[sortBy]) || (one.id < other.id ? -1 : 1)),
    skip,
    limit,
    cursor,
    scope: `people ${scopeOf(criteria)}`,
  })
}

/** Only administrators find people by address, and only by the whole address. */
const findByAddress = async (criteria: SearchCriteria, { table, tenant, admin }: SearchContext) => {
  const user = admin ? await findUserByEmail(table, tenant.key, normalAddress(criteria.query)) : undefined
  const items = user && matchesCriteria(criteria)(user) ? [user] : []
  return { items, total: items.length, totalIsLowerBound: false, orderIsPartial: false, cursor: undefined }
}

const searchMethodOf = ({ query }: SearchCriteria) => {
  if (query === '') return listPeople
  return query.includes('@', 1) ? findByAddress : searchByName
}

/** One page of matching people. Only administrators find people by role (rules/users 10). */
export const findPeople = async (input: UserSearch, context: SearchContext) => {
  const criteria = parseCriteria(input)
  if (criteria.roles.length > 0 && !context.admin) fail(Forbidden)
  const { items, ...found } = await searchMethodOf(criteria)(criteria, context)
  return { users: items, pagination: { ...found, limit: criteria.limit, skip: criteria.skip } }
}

/** Only administrators see e-mail addresses and roles (rules/users 10). */
export const searchUsers = async (input: UserSearch, { table, tenant, caller }: Context<'member'>) => {
  const admin = isAdmin(caller)
  const { users, pagination } = await findPeople(input, { table, tenant, admin })
  return { data: users.map((user) => (admin ? adminUserOf(user) : publicUserOf(user))), pagination }
}
