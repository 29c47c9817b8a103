import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgPermission } from '../../lib/contract/permissions.ts'
import { isFactorRequiredForRole, requireRoleFactor } from '../../lib/identity/factor/strength.ts'
import {
  hasOwnOrgPermission,
  type OrgMember,
  type OrgRoles,
  orgMember,
  orgRoles,
} from '../../lib/identity/org/organizations.ts'
import { approvalRolesOf, type Caller, isAdmin } from '../../lib/identity/person/caller.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, type Write } from '../../lib/table/write.ts'
import {
  type ApprovalInstance,
  type EventRecord,
  eventBody,
  eventCard,
  findNewestApproval,
  isPersonalHost,
  submissionName,
} from '../events/index.ts'
import {
  type ApprovalElement,
  roleOrDefault,
  type StakeholderMember,
  type StakeholderRole,
  stakeholderMember,
  stakeholderRole,
} from '../stakeholders/index.ts'
import { NoEvent, NoInstance } from './shapes.ts'

/** An event with the approval of its last submission, and the caller's own record. */
export type ApprovalCase = {
  readonly whole: EventRecord
  readonly instance: ApprovalInstance
  readonly user: TenantUser | undefined
}

/**
 * Reads an event with its newest approval, without knowing the number. Strongly consistent, one round trip. Fails with
 * 404 `Event not found.` and `Approval instance not found.`.
 */
export const requireApproval = async (
  table: Table,
  eventId: string,
  userId: string | null | undefined,
): Promise<ApprovalCase> => {
  const event = [key(eventCard, { eventId }), key(eventBody, { eventId })] as const
  const [[card, body, user], instance] = await Promise.all([
    userId
      ? table.batchGet([...event, key(tenantUser, { id: userId })], { strong: true })
      : table.batchGet(event, { strong: true }).then(([card, body]) => [card, body, undefined] as const),
    findNewestApproval(table, eventId),
  ])
  if (!card || !body || card.deletedAt !== undefined) return fail(NoEvent)
  if (!instance || instance.submission !== submissionName(card.submission)) return fail(NoInstance)
  return { whole: { card, body }, instance, user }
}

/** Rights of a decider on pending events. */
type Right = 'approve_events' | 'reject_events' | 'request_changes' | 'acknowledge_events'

const decidingRights = ['approve_events', 'reject_events', 'request_changes'] as const

/** The caller's rights in the approval of one event, from current records. */
export type DeciderRights = {
  readonly userId: string
  readonly isAdmin: boolean
  /** The caller hosts the event, or manages events or decides for its hosting organization. */
  readonly organizes: boolean
  /** The caller's own event, on which they may not decide: they organize it, or created it once. */
  readonly isOwn: boolean
  /** Whether the caller is this decider and has the right. */
  mayAs(decider: string, right: Right): boolean
  /** Whether the caller is this decider. */
  isA(decider: string): boolean
  /**
   * Rejects a caller who would decide only as these deciders, or as an administrator, without the second factor that
   * the school requires.
   */
  requireFactorAs(deciders: readonly string[]): void
}

/** The actor of a decision: a user of the school, or a platform administrator without an account there. */
export const actorIdOf = ({ tenantUserId, globalUserId }: Caller): string =>
  tenantUserId ?? `global:${globalUserId ?? 'unknown'}`

/** Whether a decider is an organization or a person rather than a role. */
const isNamed = (decider: string): boolean => /^(org|user):/.test(decider)

const orgOf = (decider: string): string | undefined =>
  decider.startsWith('org:') ? decider.slice(4) : undefined

type OrgRow = { readonly roles: OrgRoles | undefined; readonly member: OrgMember | undefined }

const uniqueIds = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
]

type DeciderQuery = {
  readonly orgIds: readonly string[]
  /** Stakeholder roles in the caller's own record. */
  readonly roleIds: readonly string[]
  /** Roles that may have delegated to the caller. */
  readonly askingIds: readonly string[]
}

/** Reads organizations and stakeholder roles by id, with the caller's rows in them. One strongly consistent batch. */
const readRows = async (
  { table }: Pick<Context, 'table'>,
  userId: string,
  { orgIds, roleIds, askingIds }: DeciderQuery,
) => {
  const known = uniqueIds([...roleIds, ...askingIds])
  const refs: Ref[] = [
    ...orgIds.flatMap((orgId) => [key(orgRoles, { orgId }), key(orgMember, { orgId, userId })] as Ref[]),
    ...known.map((stakeholderId) => key(stakeholderRole, { stakeholderId })),
    ...roleIds.map((stakeholderId) => key(stakeholderMember, { stakeholderId, userId })),
  ]
  const rows = await table.batchGet(refs, { strong: true })
  const orgs = new Map(
    orgIds.map((orgId, at): [string, OrgRow] => [
      orgId,
      { roles: rows[at * 2] as OrgRoles | undefined, member: rows[at * 2 + 1] as OrgMember | undefined },
    ]),
  )
  const behind = orgIds.length * 2
  const roles = new Map(
    known.flatMap((id, at) => {
      const role = roleOrDefault(rows[behind + at] as StakeholderRole | undefined, id)
      return role ? [[id, role] as const] : []
    }),
  )
  const held = new Map(
    roleIds.flatMap((id, at) => {
      const member = rows[behind + known.length + at] as StakeholderMember | undefined
      const role = roles.get(id)
      return role?.isActive && member?.isActive ? [[id, role] as const] : []
    }),
  )
  return { orgs, held, asking: askingIds.flatMap((id) => roles.get(id) ?? []) }
}

/** Whether a role names a person as a backup or as the next person of its escalation. */
const isBackup = ({ backupAssignees, escalationRules }: StakeholderRole, userId: string): boolean =>
  escalationRules.escalateToUser === userId ||
  backupAssignees.some((backup) => backup.isActive && backup.userId === userId)

/**
 * Reads the caller's rights in an approval. One strongly consistent round trip. The caller's own record lists their
 * roles, and the rows of these roles confirm them. A delegate decides while one of the step's roles still names them.
 */
export const readDeciderRights = async (
  context: Pick<Context<'caller'>, 'table' | 'caller' | 'school'>,
  { whole: { card }, instance, user }: ApprovalCase,
): Promise<DeciderRights> => {
  const { caller, school } = context
  const userId = actorIdOf(caller)
  const plain = caller.plain === true
  const deciders = new Set(instance.elements.flatMap((element) => element.deciders))
  const host = card.hostingType === 'Org' ? card.hostingId : undefined
  const orgIds = uniqueIds([host, ...[...deciders].map(orgOf)])
  const roleIds = approvalRolesOf(caller, user).filter((id) => deciders.has(id))
  const person = `user:${userId}`
  const askingIds = uniqueIds(
    instance.elements.flatMap(({ deciders: all, asked }) => (all.includes(person) ? asked : [])),
  ).filter((id) => !isNamed(id))
  const wanted = { orgIds: user ? orgIds : [], roleIds, askingIds }
  const { orgs, held, asking } = await readRows(context, userId, wanted)
  const isAsked = !plain && asking.some((role) => isBackup(role, userId))
  const orgMay = (orgId: string | undefined, right: OrgPermission): boolean => {
    const row = orgId === undefined ? undefined : orgs.get(orgId)
    return hasOwnOrgPermission(caller, row?.roles, row?.member, right)
  }
  const hosts = (right: OrgPermission): boolean => orgMay(host, right)
  const decidesForHost = deciders.has(`org:${host}`) && decidingRights.some(hosts)
  const organizes = isPersonalHost(card, userId) || hosts('manage_events') || decidesForHost
  // A delegate has the rights of the role that delegated. Organizations of the flow are not roles.
  const isAskedAs = (decider: string): boolean =>
    decider === person
      ? askingIds.some((id) => isFactorRequiredForRole(school, id))
      : isFactorRequiredForRole(school, decider)
  const needsFactorAs = (all: readonly string[]): boolean =>
    isAdmin(caller)
      ? school?.secondFactor === 'staff'
      : all.every((decider) => orgOf(decider) === undefined && isAskedAs(decider))
  return {
    userId,
    requireFactorAs: (all) => {
      if (needsFactorAs(all)) requireRoleFactor(caller, school)
    },
    isAdmin: isAdmin(caller),
    organizes,
    isOwn: organizes || card.createdBy === userId,
    mayAs(decider, right) {
      const orgId = orgOf(decider)
      if (orgId !== undefined) return right !== 'acknowledge_events' && orgMay(orgId, right)
      return (decider === person && isAsked) || held.get(decider)?.permissions.includes(right) === true
    },
    isA(decider) {
      const orgId = orgOf(decider)
      if (orgId !== undefined) return orgMay(orgId, 'approve_events')
      return (decider === person && isAsked) || held.has(decider)
    },
  }
}

/**
 * Whether a decider of this step gives the caller the right. Fails for a caller who has the right but lacks the second
 * factor that the school requires of it. Other callers learn nothing of that requirement (rules/mfa 22).
 */
export const hasDeciderRight = (rights: DeciderRights, element: ApprovalElement, right: Right): boolean => {
  const own = element.deciders.filter((decider) => rights.mayAs(decider, right))
  if (own.length > 0) rights.requireFactorAs(own)
  return own.length > 0
}

/** Whether the caller may decide on a step, even of their own event. Administrators may decide on every step. */
export const hasRight = (rights: DeciderRights, element: ApprovalElement, right: Right): boolean => {
  if (!rights.isAdmin) return hasDeciderRight(rights, element, right)
  rights.requireFactorAs([])
  return true
}

/**
 * Makes a decision conditional on the roles behind it; after a lost role the decision is checked again. One check for
 * each role, for any number of steps. Administrators need none.
 */
export const roleChecks = (
  rights: DeciderRights,
  elements: readonly ApprovalElement[],
  right: Right,
): readonly Write[] => {
  if (rights.isAdmin) return []
  const { userId } = rights
  const deciders = elements.map((element) => element.deciders.find((one) => rights.mayAs(one, right)))
  return uniqueIds(deciders)
    .filter((decider) => !isNamed(decider))
    .map((stakeholderId) =>
      check(stakeholderMember, { stakeholderId, userId }, { equals: { isActive: true } }),
    )
}

/** People may not decide on their own event, administrators included, unless the step allows it (rules/approvals 6). */
export const isSelfApprovalBarred = (rights: DeciderRights, element: ApprovalElement): boolean =>
  rights.isOwn && !element.allowSelf
