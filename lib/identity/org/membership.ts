import { unchanged } from '../../table/condition.ts'
import { put, remove, replace, update, type Write } from '../../table/write.ts'
import { type TenantUser, tenantUser } from '../person/records.ts'
import { memberRole, type OrgMember, orgMember } from './organizations.ts'
import { type OrgHistory, organization, orgHistory, orgRoleCount, orgRoleHolder } from './records.ts'

type MembershipContext = { now(): Date; newId(): string }

/** Limit for memberships of one person. Their list is part of the person's record. */
export const maxMemberships = 200

/** A write of a membership, and the meaning of its refusal. */
export type MembershipStep = {
  readonly of: 'membership' | 'role' | 'organization' | 'person' | 'refusal' | 'other'
  readonly write: Write
}

const as = (of: MembershipStep['of'], ...writes: readonly Write[]): MembershipStep[] =>
  writes.map((write) => ({ of, write }))

/** A person's data that a member's row copies. */
export const personCopiesOf = ({ name, username, picture, email }: TenantUser) => ({
  name,
  username,
  picture,
  email,
})

/** A membership without a membership term. */
export const withoutTerm = ({ roleTermStart: _, roleTermEnd: __, ...member }: OrgMember): OrgMember => member

type NewMemberFields = Pick<OrgMember, 'orgId' | 'roles'> &
  Partial<Pick<OrgMember, 'assignedBy' | 'assigner'>>

/** The row of a new member who joins at `at` (ISO 8601). `roles` are ids. */
export const newMember = (user: TenantUser, at: string, requested: NewMemberFields): OrgMember => ({
  ...requested,
  ...personCopiesOf(user),
  userId: user.id,
  globalUserId: user.globalUserId,
  status: 'active',
  joinedAt: at,
  version: 1,
})

/** A member's rows: the membership, and a copy under each role. */
export const memberRows = (member: OrgMember, before?: OrgMember): MembershipStep[] => [
  ...as('membership', put(orgMember, member, unchanged(before))),
  ...as('other', ...member.roles.map((roleId) => put(orgRoleHolder, { ...member, roleId }))),
]

const removedRoleRows = (before: OrgMember, kept: readonly string[]): MembershipStep[] => {
  const { orgId, userId } = before
  const removed = before.roles.filter((roleId) => !kept.includes(roleId))
  return as('other', ...removed.map((roleId) => remove(orgRoleHolder, { orgId, roleId, userId })))
}

/** The person's own list of organizations, changed under the version at which it was read. */
export const clubAssociationWrite = (
  user: TenantUser,
  orgId: string,
  isMember: boolean,
  at: string,
): Write => {
  const others = user.clubAssociations.filter((id) => id !== orgId)
  const clubAssociations = isMember ? [...others, orgId] : others
  return replace(tenantUser, user, { ...user, clubAssociations, updatedAt: at })
}

export type MembershipChange = {
  readonly before?: OrgMember | undefined
  readonly after?: OrgMember | undefined
  /** The person; absent if the record at this school is already deleted. */
  readonly user: TenantUser | undefined
  /** `roles` are names. */
  readonly history: Pick<OrgHistory, 'action' | 'actorUserId' | 'roles'> &
    Partial<Pick<OrgHistory, 'reason' | 'membership'>>
}

const isActive = (member: OrgMember | undefined): boolean => member?.status === 'active'
const isDrafted = (member: OrgMember | undefined): boolean => isActive(member) && member?.drafted === true

const namedIn = ({ before, after }: MembershipChange): OrgMember => {
  const named = after ?? before
  if (!named) throw new Error('a membership change has neither an old nor a new state')
  return named
}

/**
 * The change in the number of holders, by role. Roles without a change are left out, and so is the role that everybody
 * has.
 */
const holdersGained = (changes: readonly MembershipChange[]): ReadonlyMap<string, number> => {
  const gained = new Map<string, number>()
  const count = (ids: readonly string[], by: number): void => {
    for (const id of ids) gained.set(id, (gained.get(id) ?? 0) + by)
  }
  for (const { before, after } of changes) {
    count(after?.roles ?? [], 1)
    count(before?.roles ?? [], -1)
  }
  return new Map([...gained].filter(([id, by]) => by !== 0 && id !== memberRole))
}

/** The change in the organization's counters by one membership; undefined if there is none. */
export const memberCountChange = (
  before: OrgMember | undefined,
  after: OrgMember | undefined,
): Readonly<Record<string, number>> | undefined => {
  const by = Number(isActive(after)) - Number(isActive(before))
  const drafted = Number(isDrafted(after)) - Number(isDrafted(before))
  if (by === 0 && drafted === 0) return undefined
  return { memberCount: by, version: 1, ...(drafted === 0 ? {} : { draftedCount: drafted }) }
}

/** Whether a change turns a non-member into a member. */
export const isJoining = (before: OrgMember | undefined, after: OrgMember | undefined): boolean =>
  isActive(after) && !isActive(before)

/** The write that adds to the counters of an existing organization. */
export const memberCountWrite = (orgId: string, add: Readonly<Record<string, number>>): Write =>
  update(organization, { orgId }, { add }, { exists: true, without: ['deletedAt'] })

/**
 * The roles' counters, so that no member gets a role that is being deleted, and the card when a person joins. If the
 * school sets no limit, the sender leaves the card's counter to the stream.
 */
const countSteps = (orgId: string, changes: readonly MembershipChange[]): MembershipStep[] => [
  ...as(
    'role',
    ...[...holdersGained(changes)].map(([roleId, count]) =>
      update(orgRoleCount, { orgId, roleId }, { add: { count } }),
    ),
  ),
  ...changes.flatMap(({ before, after }) => {
    const add = isJoining(before, after) ? memberCountChange(before, after) : undefined
    return add ? as('organization', memberCountWrite(orgId, add)) : []
  }),
]

const historyWrite = ({ now, newId }: MembershipContext, change: MembershipChange): Write => {
  const { orgId, userId } = namedIn(change)
  return put(orgHistory, {
    ...change.history,
    orgId,
    userId,
    id: newId(),
    at: now().toISOString(),
    fromStatus: change.before?.status,
    toStatus: change.after?.status,
  })
}

const uncounted = ({ counted: _, ...member }: OrgMember): OrgMember => member

const changeSteps = (context: MembershipContext, change: MembershipChange): MembershipStep[] => {
  const { before, after, user } = change
  const { orgId, userId } = namedIn(change)
  const moved = isActive(before) !== isActive(after)
  const at = context.now().toISOString()
  return [
    ...(after
      ? memberRows(
          { ...(isJoining(before, after) ? uncounted(after) : after), version: (before?.version ?? 0) + 1 },
          before,
        )
      : []),
    ...(before ? removedRoleRows(before, after?.roles ?? []) : []),
    ...(before && !after ? as('membership', remove(orgMember, { orgId, userId }, unchanged(before))) : []),
    ...(moved && user ? as('person', clubAssociationWrite(user, orgId, isActive(after), at)) : []),
    ...as('other', historyWrite(context, change)),
  ]
}

/**
 * All writes for changes of memberships in one organization, for one transaction: rows and their copies under roles,
 * counters, each person's `clubAssociations`, and history. The sender reads `before` and `user` with strong
 * consistency and retries when a condition is refused. A `deleted` organization no longer has counters.
 */
export const membershipSteps = (
  context: MembershipContext,
  orgId: string,
  changes: readonly MembershipChange[],
  { deleted = false }: { readonly deleted?: boolean } = {},
): MembershipStep[] => [
  ...changes.flatMap((change) => changeSteps(context, change)),
  ...(deleted ? [] : countSteps(orgId, changes)),
]
