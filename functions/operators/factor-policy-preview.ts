import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { adminUserOf } from '../../lib/identity/person/people.ts'
import { access, type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { findPeople, findStakeholderMembers, readSetup } from '../stakeholders/index.ts'
import { RoleUnknown } from './shapes.ts'

type AdminContext = Context<'admin'>

/** Whom a policy requires to have a second factor. `roles` are the roles that `staff` covers; absent means all. */
export type FactorPolicy = {
  readonly secondFactor?: 'administrators' | 'staff' | undefined
  readonly secondFactorRoles?: readonly string[] | undefined
}

const pageSize = 100

/** Members in good standing, among these people, without a second factor. */
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

type PeoplePage = { readonly users: readonly TenantUser[]; readonly cursor?: string | undefined }
/** A list of people to whom a policy applies, page by page. */
type PeopleSource = (cursor: string | undefined) => Promise<PeoplePage>

const administrators =
  ({ table }: AdminContext): PeopleSource =>
  async (cursor) => {
    const { items, cursor: next } = await table.list(tenantUser, {
      index: 'gsi2',
      keyParams: {},
      limit: pageSize,
      cursor,
    })
    return { users: items, cursor: next }
  }

/** Holders of a role. The first page adds the role's backup assignees and its escalation target. */
const roleHolderSources = async (
  context: AdminContext,
  roleIds: readonly string[] | undefined,
): Promise<PeopleSource[]> => {
  const { table } = context
  const { roles } = await readSetup(table)
  if (roleIds?.some((id) => !roles.some(({ stakeholderId }) => stakeholderId === id))) fail(RoleUnknown)
  const countedRoles = roles.filter(
    ({ stakeholderId, isActive }) => isActive && (roleIds === undefined || roleIds.includes(stakeholderId)),
  )
  return countedRoles.flatMap(
    ({ stakeholderId, activeMembers, backupAssignees, escalationRules }): PeopleSource[] => {
      const others = [
        ...backupAssignees.flatMap(({ userId, isActive }) => (isActive ? [userId] : [])),
        ...(escalationRules.escalateToUser ? [escalationRules.escalateToUser] : []),
      ]
      if (activeMembers === 0 && others.length === 0) return []
      return [
        async (cursor) => {
          const { items, cursor: next } = await findStakeholderMembers(table, stakeholderId, pageSize, cursor)
          const memberIds = items.flatMap(({ userId, isActive }) => (isActive ? [userId] : []))
          const ids = cursor === undefined ? [...memberIds, ...others] : memberIds
          return { users: await findPeople(table, [...new Set(ids)]), cursor: next }
        },
      ]
    },
  )
}

const peopleSources = async (
  context: AdminContext,
  policy: FactorPolicy,
): Promise<readonly PeopleSource[]> => {
  if (policy.secondFactor === undefined) return []
  const holders =
    policy.secondFactor === 'staff' ? await roleHolderSources(context, policy.secondFactorRoles) : []
  return [administrators(context), ...holders]
}

export type PreviewPosition = { readonly cursor?: string | undefined; readonly seen?: string | undefined }
type ListPosition = { readonly at: number; readonly cursor: string | undefined }

const positionOf = (cursor: string | undefined): ListPosition => {
  if (cursor === undefined) return { at: 0, cursor }
  const [, at, inner] = /^(\d{1,3})\.(.*)$/.exec(cursor) ?? fail(BadCursor)
  return { at: Number(at), cursor: inner || undefined }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Policies that apply to the same people have the same hash. */
export const hashOfFactorPolicy = ({ secondFactor, secondFactorRoles }: FactorPolicy): string =>
  hash(JSON.stringify([secondFactor ?? null, secondFactorRoles ? [...secondFactorRoles].sort() : null]))

/**
 * Running hash over the policy and each listed person, in order. Only a caller who has read every page knows the last
 * value.
 */
const nextSeen = (before: string, users: readonly TenantUser[]): string =>
  users.reduce((seen, { id }) => hash(`${seen} ${id}`), before)

const pageOf = async (
  context: AdminContext,
  lists: readonly PeopleSource[],
  policy: FactorPolicy,
  { cursor, seen }: PreviewPosition,
) => {
  let position = positionOf(cursor)
  const found = new Map<string, TenantUser>()
  // Small lists share a page: a school has many roles with few holders.
  for (;;) {
    const list = lists[position.at]
    if (!list || found.size >= pageSize) break
    const { users, cursor: next } = await list(position.cursor)
    for (const user of users) if (!user.accessSuspended) found.set(user.id, user)
    position = { at: next === undefined ? position.at + 1 : position.at, cursor: next }
  }
  const people = await withoutFactor(context, [...found.values()])
  const more = position.at < lists.length ? { cursor: `${position.at}.${position.cursor ?? ''}` } : {}
  return { people, seen: nextSeen(seen ?? hashOfFactorPolicy(policy), people), ...more }
}

/** Lists the people without a second factor to whom a policy applies, page by page (rules/mfa 23). */
export const previewFactorPolicy = async (
  context: AdminContext,
  policy: FactorPolicy,
  position: PreviewPosition,
) => {
  const { people, ...rest } = await pageOf(context, await peopleSources(context, policy), policy, position)
  return { people: people.map(adminUserOf), ...rest }
}

/** The `seen` value after all pages, as of now. */
export const seenAfterAllPages = async (context: AdminContext, policy: FactorPolicy): Promise<string> => {
  const lists = await peopleSources(context, policy)
  let turn: PreviewPosition = {}
  for (;;) {
    const { seen, cursor } = await pageOf(context, lists, policy, turn)
    if (cursor === undefined) return seen
    turn = { cursor, seen }
  }
}
