import { membershipSteps, withoutTerm } from '../../lib/identity/org/membership.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRole,
  orgMember,
  orgRoles,
  roleNamesOf,
  rolesOf,
} from '../../lib/identity/org/organizations.ts'
import { organization, orgRoleHolder } from '../../lib/identity/org/records.ts'
import { findZone } from '../../lib/identity/school/zone.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { onDue, type ScheduledTask, type TaskContext, type TaskHandler } from '../../lib/scheduled/task.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { titlesOf } from './notifications.ts'
import { endingKind, endKind } from './terms/term-tasks.ts'
import { coveredRoles } from './terms/terms.ts'

/** Notifies the member, and separately the owner and other member managers, once for each end of a term. */
const termNotifier =
  (templates: { readonly member: string; readonly managers: string }) =>
  (
    context: { now(): Date; newId(): string },
    orgName: string,
    { orgId, userId, name, username, status, roleTermEnd = '' }: OrgMember,
    texts: Readonly<Record<string, string>>,
    holders: Readonly<Record<string, string>>,
  ): Write[] => {
    const values = Object.entries({ ...texts, orgName, memberName: name || username })
    const params = Object.fromEntries(values.filter(([, text]) => text !== ''))
    const namedPeople = { ...holders, [userId]: name || username }
    const of = { cause: `${orgId}.${userId}#${roleTermEnd}`, params, namedPeople, metadata: { orgId } }
    if (status !== 'active') return []
    return [
      notificationDue(context, { ...of, template: templates.member, to: { kind: 'users', ids: [userId] } }),
      notificationDue(context, {
        ...of,
        template: templates.managers,
        to: { kind: 'permission', orgId, permission: 'manage_members', except: userId },
      }),
    ]
  }

/** A term is about to end: `when`, and the roles' holders after that. */
const termEnding = termNotifier({ member: 'org_term_ending', managers: 'org_term_ending_of' })

/** A term has ended: the roles that ended, and those that are `left`. */
const termEnded = termNotifier({ member: 'org_term_ended', managers: 'org_term_ended_of' })

/** The current membership of a task. Undefined when its term has changed or covers no roles. */
const findEndingTerm = async ({ version, params }: ScheduledTask, { table }: TaskContext) => {
  const { orgId = '', userId = '' } = params
  const [member, roles, card] = await table.batchGet(
    [key(orgMember, { orgId, userId }), key(orgRoles, { orgId }), key(organization, { orgId })],
    { strong: true },
  )
  if (!member || !roles || roles.deletedAt !== undefined) return undefined
  const covered = coveredRoles(member)
  if (member.roleTermEnd !== version || covered.length === 0) return undefined
  return { member, roles, orgName: card?.org_name ?? '', ending: rolesOf({ roles: [...covered] }, roles) }
}

/** Limits for one role: holders read, and names listed. */
const maxHolders = 25
const maxNames = 3

const nameOf = ({ name, username }: OrgMember): string => name || username

/** Other holders of a role whose own terms continue after this one ends. */
const successorsOf = async (table: Table, { orgId, userId, roleTermEnd = '' }: OrgMember, roleId: string) => {
  const { items } = await table.list(orgRoleHolder, {
    keyParams: { orgId, roleId },
    limit: maxHolders,
    strong: true,
  })
  return items.filter(
    (one) =>
      one.userId !== userId &&
      one.status === 'active' &&
      (one.roleTermEnd === undefined || Date.parse(one.roleTermEnd) > Date.parse(roleTermEnd)),
  )
}

/** By role name: the roles with other holders, and those without any. `people`: the holders by tenant user. */
const findSuccessors = async (table: Table, member: OrgMember, ending: readonly OrgRole[]) => {
  const holders = await Promise.all(ending.map(({ _id }) => successorsOf(table, member, _id)))
  const found = ending.map(({ displayName }, at) => ({ role: displayName, holders: holders[at] ?? [] }))
  const held = found
    .filter(({ holders }) => holders.length > 0)
    .map(({ role, holders }) => ({
      role,
      people: holders.slice(0, maxNames).map(nameOf),
      ...(holders.length > maxNames ? { more: true } : {}),
    }))
  const alone = found.flatMap(({ role, holders }) => (holders.length > 0 ? [] : [role]))
  const people = Object.fromEntries(
    holders.flatMap((some) => some.slice(0, maxNames)).map((one) => [one.userId, nameOf(one)]),
  )
  return { texts: { held: held.length > 0 ? JSON.stringify(held) : '', alone: alone.join(', ') }, people }
}

/** Announces the end of a term, unless it is already over. */
const announce: TaskHandler['carryOut'] = async (row, context) => {
  const found = await findEndingTerm(row, context)
  if (!found || Date.parse(row.version) <= context.now().getTime()) return []
  const { member, orgName, ending } = found
  const [zone, successors] = await Promise.all([
    findZone(context),
    findSuccessors(context.table, member, ending),
  ])
  return termEnding(
    context,
    orgName,
    member,
    {
      roles: titlesOf(coveredRoles(member), found.roles),
      moment: row.version,
      zone,
      ...successors.texts,
    },
    successors.people,
  )
}

/** Removes the roles of a term that is over, as a member manager would. The member role always stays. */
const end: TaskHandler['carryOut'] = async (row, context) => {
  const found = await findEndingTerm(row, context)
  if (!found) return []
  const { member: before, roles, orgName, ending } = found
  const covered = coveredRoles(before)
  const left = before.roles.filter((id) => !covered.includes(id))
  const { assignedBy: _, assigner: __, ...rest } = withoutTerm(before)
  const after: OrgMember = {
    ...rest,
    roles: left.length > 0 ? left : [memberRole],
    assignedAt: context.now().toISOString(),
  }
  const history = {
    action: 'role_change' as const,
    actorUserId: 'system',
    roles: roleNamesOf(after, roles),
    reason: 'role_term_ended',
  }
  const steps = membershipSteps(context, before.orgId, [{ before, after, user: undefined, history }])
  const {
    texts: { alone },
  } = await findSuccessors(context.table, before, ending)
  const params = { roles: titlesOf(covered, roles), left: titlesOf(after.roles, roles), alone }
  return [...steps.map(({ write }) => write), ...termEnded(context, orgName, before, params, {})]
}

/** Scheduled tasks for membership terms. */
export const taskHandlers: readonly TaskHandler[] = [onDue(endingKind, announce), onDue(endKind, end)]
