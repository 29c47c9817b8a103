import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { adminUserOf } from '../../lib/identity/person/people.ts'
import { access, type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { findPeople, listStakeholderMembers, readSetup } from '../stakeholders/index.ts'
import { RoleUnknown } from './shapes.ts'

type AdminContext = Context<'admin'>

/** Whom a policy asks for a second factor. `roles` are those that `staff` stands for; absent is every one. */
export type Asked = {
  readonly secondFactor?: 'administrators' | 'staff' | undefined
  readonly secondFactorRoles?: readonly string[] | undefined
}

const pageSize = 100

/** Of people of the school, those in good standing who have no second factor. */
export const withoutFactor = async (
  { table }: AdminContext,
  users: readonly TenantUser[],
): Promise<TenantUser[]> => {
  if (users.length === 0) return []
  const rights = await table.batchGet(
    users.map(({ globalUserId }) => key(access, { globalUserId })),
    { strong: true },
  )
  return users.filter((_, at) => (rights[at]?.factors ?? []).length === 0)
}

type Part = { readonly users: readonly TenantUser[]; readonly cursor?: string | undefined }
/** A list of people whom a policy asks, page by page. */
type People = (cursor: string | undefined) => Promise<Part>

const administrators =
  ({ table }: AdminContext): People =>
  async (cursor) => {
    const { items, cursor: next } = await table.list(tenantUser, {
      index: 'gsi2',
      holes: {},
      limit: pageSize,
      cursor,
    })
    return { users: items, cursor: next }
  }

/** Who holds a role, and with the first page whoever is asked in its place. */
const holdersOf = async (context: AdminContext, named: readonly string[] | undefined): Promise<People[]> => {
  const { table } = context
  const { roles } = await readSetup(table)
  if (named?.some((id) => !roles.some(({ stakeholderId }) => stakeholderId === id))) fail(RoleUnknown)
  const counting = roles.filter(
    ({ stakeholderId, isActive }) => isActive && (named === undefined || named.includes(stakeholderId)),
  )
  return counting.flatMap(({ stakeholderId, activeMembers, backupAssignees, escalationRules }): People[] => {
    const others = [
      ...backupAssignees.flatMap(({ userId, isActive }) => (isActive ? [userId] : [])),
      ...(escalationRules.escalateToUser ? [escalationRules.escalateToUser] : []),
    ]
    if (activeMembers === 0 && others.length === 0) return []
    return [
      async (cursor) => {
        const { items, cursor: next } = await listStakeholderMembers(table, stakeholderId, pageSize, cursor)
        const held = items.flatMap(({ userId, isActive }) => (isActive ? [userId] : []))
        const ids = cursor === undefined ? [...held, ...others] : held
        return { users: await findPeople(table, [...new Set(ids)]), cursor: next }
      },
    ]
  })
}

const peopleOf = async (context: AdminContext, asked: Asked): Promise<readonly People[]> => {
  if (asked.secondFactor === undefined) return []
  const holders = asked.secondFactor === 'staff' ? await holdersOf(context, asked.secondFactorRoles) : []
  return [administrators(context), ...holders]
}

export type Turn = { readonly cursor?: string | undefined; readonly seen?: string | undefined }
type Place = { readonly at: number; readonly cursor: string | undefined }

const placeOf = (cursor: string | undefined): Place => {
  if (cursor === undefined) return { at: 0, cursor }
  const [, at, inner] = /^(\d{1,3})\.(.*)$/.exec(cursor) ?? fail(BadCursor)
  return { at: Number(at), cursor: inner || undefined }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Two policies that ask the same people begin the same. */
export const hashOfAsked = ({ secondFactor, secondFactorRoles }: Asked): string =>
  hash(JSON.stringify([secondFactor ?? null, secondFactorRoles ? [...secondFactorRoles].sort() : null]))

/** What whoever has been shown everybody knows in the end: it follows from the policy and each of them, in order. */
const seenAfter = (before: string, users: readonly TenantUser[]): string =>
  users.reduce((seen, { id }) => hash(`${seen} ${id}`), before)

const pageOf = async (
  context: AdminContext,
  lists: readonly People[],
  asked: Asked,
  { cursor, seen }: Turn,
) => {
  let place = placeOf(cursor)
  const found = new Map<string, TenantUser>()
  // Small lists share a page: a school has many roles of few people.
  for (;;) {
    const list = lists[place.at]
    if (!list || found.size >= pageSize) break
    const { users, cursor: next } = await list(place.cursor)
    for (const user of users) if (!user.accessSuspended) found.set(user.id, user)
    place = { at: next === undefined ? place.at + 1 : place.at, cursor: next }
  }
  const people = await withoutFactor(context, [...found.values()])
  const more = place.at < lists.length ? { cursor: `${place.at}.${place.cursor ?? ''}` } : {}
  return { people, seen: seenAfter(seen ?? hashOfAsked(asked), people), ...more }
}

/** Whom a policy asks for a second factor and who has none, page by page (rules/mfa 23). */
export const previewAsked = async (context: AdminContext, asked: Asked, turn: Turn) => {
  const { people, ...rest } = await pageOf(context, await peopleOf(context, asked), asked, turn)
  return { people: people.map(adminUserOf), ...rest }
}

/** What somebody knows who has been shown everybody, as it is now. */
export const seenInAll = async (context: AdminContext, asked: Asked): Promise<string> => {
  const lists = await peopleOf(context, asked)
  let turn: Turn = {}
  for (;;) {
    const { seen, cursor } = await pageOf(context, lists, asked, turn)
    if (cursor === undefined) return seen
    turn = { cursor, seen }
  }
}
