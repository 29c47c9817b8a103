import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { AdminUser } from '../../lib/contract/people.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { AuditAction } from '../../lib/identity/audit/actions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { isAdminRole } from '../../lib/identity/person/caller.ts'
import { adminUserOf } from '../../lib/identity/person/people.ts'
import type { Access, TenantUser } from '../../lib/identity/person/records.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { changeRights, rankOf, rankOfRole, storedRank } from '../../lib/identity/person/roles.ts'
import type { Operation, Prefetch } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { key } from '../../lib/table/entity.ts'
import { check, type Write } from '../../lib/table/write.ts'
import { campus, countIn, orgStat, totalRow } from '../management/index.ts'
import { findPeople } from '../users/index.ts'
import type { contract, SchoolRole } from './contract.ts'
import { LastAdmin, Outranked, OwnAccount, PersonNotFound } from './contract.ts'

type Rows = (typeof contract)['rows']

const isActiveAdmin = ({ roles, accessSuspended }: TenantUser): boolean =>
  !accessSuspended && roles.some(isAdminRole)

const requirePerson = async (userId: string, { table }: Context<'admin'>): Promise<TenantUser> =>
  (await table.get(tenantUser, { id: userId }, { strong: true })) ?? fail(PersonNotFound)

/**
 * Keeps a school from losing its last administrator: the same transaction checks another administrator as read. If two
 * administrators remove each other, only one succeeds.
 */
const checkOtherAdmin = async (
  leaving: TenantUser,
  { table }: Context<'admin'>,
): Promise<readonly Write[]> => {
  if (!isActiveAdmin(leaving)) return []
  const { items } = await table.list(tenantUser, { index: 'gsi2', keyParams: {}, limit: 20 })
  const others = items.filter(({ id }) => id !== leaving.id).map(({ id }) => key(tenantUser, { id }))
  const found = others.length > 0 ? await table.batchGet(others, { strong: true }) : []
  const other = found.find((user) => user !== undefined && isActiveAdmin(user))
  if (!other) return fail(LastAdmin)
  return [check(tenantUser, { id: other.id }, { equals: { version: other.version } })]
}

const auditUserChange = (
  action: AuditAction,
  { id }: TenantUser,
  detail: Record<string, string>,
  context: Context<'admin'>,
): Write => audit(context, { action, actor: context.caller, targetType: 'user', targetId: id, detail })

/** Refuses to change a person of a higher rank, and to assign a role above the caller's own rank. */
const refuseOutranked = (rights: Access, { caller, tenant }: Context<'admin'>, role?: SchoolRole): void => {
  const assignedRank = role === undefined ? 0 : rankOfRole(role)
  if (Math.max(storedRank(rights, tenant.key), assignedRank) > rankOf(caller)) fail(Outranked)
}

const rolesWith = (roles: readonly string[], role: SchoolRole, assign: boolean): string[] => {
  const others = roles.filter((each) => each !== role)
  return assign ? [...others, role] : others
}

/** Notifies a person who starts or stops to administer the school by another's decision. */
const administrationNotices = (before: TenantUser, after: TenantUser, context: Context<'admin'>): Write[] => {
  const [was, is] = [before, after].map(({ roles }) => roles.some(isAdminRole))
  if (was === is || after.id === context.caller.tenantUserId) return []
  const template = is ? 'administrator_added' : 'administrator_removed'
  return [notificationDue(context, { template, to: { kind: 'users', ids: [after.id] }, params: {} })]
}

/** Assigns or removes a role; no change if the person already has that state. Returns the roles. */
export const assignSchoolRole = async (
  userId: string,
  role: SchoolRole,
  assignment: boolean | 'toggle',
  context: Context<'admin'>,
): Promise<{ readonly roles: string[]; readonly assigned: boolean }> => {
  const { table, tenant, now } = context
  const person = await requirePerson(userId, context)
  const assign = assignment === 'toggle' ? !person.roles.includes(role) : assignment
  const ends = !assign && isAdminRole(role) && !rolesWith(person.roles, role, false).some(isAdminRole)
  const otherAdminChecks = ends ? await checkOtherAdmin(person, context) : []
  const changed = await changeRights(
    table,
    person.globalUserId,
    tenant.key,
    (current, rights) => {
      refuseOutranked(rights, context, role)
      return { roles: rolesWith(current.roles, role, assign) }
    },
    (user) => [
      ...otherAdminChecks,
      auditUserChange(assign ? 'user.role_added' : 'user.role_removed', user, { role }, context),
      ...administrationNotices(person, user, context),
    ],
    now(),
  )
  return { roles: (changed ?? fail(PersonNotFound)).roles, assigned: assign }
}

/** Suspends or restores a person at this school. Every request checks the suspension, so no session has to be found. */
const changeUserAccess = async (userId: string, suspended: boolean, context: Context<'admin'>) => {
  const { table, tenant, caller, now } = context
  if (userId === caller.tenantUserId) fail(OwnAccount)
  const person = await requirePerson(userId, context)
  const otherAdminChecks = suspended ? await checkOtherAdmin(person, context) : []
  const changed = await changeRights(
    table,
    person.globalUserId,
    tenant.key,
    (_, rights) => {
      refuseOutranked(rights, context)
      return { suspended }
    },
    (user) => [
      ...otherAdminChecks,
      auditUserChange(suspended ? 'user.suspended' : 'user.readmitted', user, {}, context),
    ],
    now(),
  )
  const { accessSuspended, accessSuspendedAt } = changed ?? fail(PersonNotFound)
  return { accessSuspended, accessSuspendedAt }
}

type SchoolUserQuery = {
  readonly q?: string | undefined
  readonly limit?: string | undefined
  readonly role?: 'admin' | undefined
  readonly addresses?: 'true' | 'false' | undefined
}

const maxResults = 50

const defaultResults = 25

/** The users with whether their addresses are confirmed: anybody may register with any name and address. */
const withConfirmation = async (
  table: Context<'admin'>['table'],
  users: readonly TenantUser[],
): Promise<AdminUser[]> => {
  const people = await table.batchGet(users.map(({ globalUserId }) => key(globalUser, { id: globalUserId })))
  return users.map((user, at) => ({
    ...adminUserOf(user),
    emailVerified: people[at]?.emailVerified ?? false,
  }))
}

/** All roles that administer the school. */
const administrators = 'admin,root'

/** Finds people as the search for people does; administrators also without a query. */
export const findSchoolUsers = async (
  { q = '', limit: requestedLimit, role, addresses }: SchoolUserQuery,
  context: Context<'admin'>,
) => {
  const query = q.trim()
  if (role === undefined && query.length < 2) return { users: [], total: 0, totalIsLowerBound: false }
  const limit = Math.min(
    maxResults,
    Math.max(1, Math.trunc(Number(requestedLimit ?? defaultResults)) || defaultResults),
  )
  const roles = role === undefined ? {} : { roles: administrators }
  const { table, tenant } = context
  const search = { query, limit: String(limit), ...roles }
  const { users, pagination } = await findPeople(search, { table, tenant, admin: true })
  const { total, totalIsLowerBound } = pagination
  const shown = addresses === 'true' ? await withConfirmation(table, users) : users.map(adminUserOf)
  return { users: shown, total, totalIsLowerBound }
}

const prefetchUser: Prefetch = ({ params: { userId: id } }) => ({
  strong: id === undefined ? [] : [key(tenantUser, { id })],
})

export const toggleUserRole: Operation<Rows['toggleUserRole']> = async ({ role, userId }, context) => {
  const { roles, assigned } = await assignSchoolRole(userId, role, 'toggle', context)
  return answer({ roles }, assigned ? {} : { message: 'Role removed successfully' })
}

// The stream counts them, so they follow within seconds.
export const getUserStats: Operation<Rows['getUserStats']> = async (_, { table }) => {
  const total = await table.get(orgStat, { subject: campus, month: totalRow })
  const [totalUsers, adminCount] = [countIn(total, 'people'), countIn(total, 'admins')]
  return { totalUsers, adminCount, memberCount: totalUsers - adminCount }
}

export const setAdminRole: Operation<Rows['setAdminRole']> = prefetching(
  prefetchUser,
  async ({ userId, role, assign }, context) => {
    const { roles } = await assignSchoolRole(userId, role, assign, context)
    return { roles }
  },
)

export const setUserAccess: Operation<Rows['setUserAccess']> = prefetching(
  prefetchUser,
  ({ userId, accessSuspended }, context) => changeUserAccess(userId, accessSuspended, context),
)
