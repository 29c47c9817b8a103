import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import {
  type MembershipChange,
  maxMemberships,
  membershipSteps,
  newMember,
  personCopiesOf,
  withoutTerm,
} from '../../../lib/identity/org/membership.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRights,
  type OrgRole,
  type OrgRoles,
  ownerRole,
  roleNamesOf,
} from '../../../lib/identity/org/organizations.ts'
import type { OrgApplication } from '../../../lib/identity/org/records.ts'
import { actingRank, canGrant, memberRank, permissionsOf, rankOf } from '../../../lib/identity/org/roles.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import type { Write } from '../../../lib/table/write.ts'
import {
  CannotAssignRole,
  CannotChangeMember,
  MembershipSuspended,
  OwnerByTransferOnly,
  OwnerKeepsRole,
  PermissionNotHeld,
  RoleNotFound,
  RoleRequired,
  TooManyMemberships,
  UserNotFound,
} from '../contract/failures.ts'
import { decisionWrites, type MembershipFacts, noApplicationCheck } from '../repository.ts'
import type { Term } from '../terms/terms.ts'
import { membershipStepsOf } from './departure.ts'

type OrgContext = Context<OrgAccess>

/** The actor in memberships and their history: a tenant user, or an administrator's global id. */
export const actorIdOf = ({ tenantUserId, globalUserId }: Caller): string =>
  tenantUserId ?? globalUserId ?? 'unknown'

const findRole = (roles: readonly OrgRole[], nameOrId: string): OrgRole =>
  roles.find(({ name }) => name === nameOrId) ??
  roles.find(({ _id }) => _id === nameOrId) ??
  fail(RoleNotFound)

type RoleSelection = { readonly role?: string | undefined; readonly roles?: readonly string[] | undefined }

/**
 * Ids of the requested roles without duplicates, the primary one first. Fails with ROLE_REQUIRED, ROLE_NOT_FOUND, and
 * for roles that rank above the caller.
 */
export const resolveRoles = (
  { role, roles }: RoleSelection,
  rights: OrgRights,
  fallback?: string,
): string[] => {
  const names = roles ?? (role === undefined ? [] : [role])
  const requested = names.length > 0 || fallback === undefined ? names : [fallback]
  if (requested.length === 0) fail(RoleRequired)
  const ids = requested.map((name) => findRole(rights.roles.roles, name)._id)
  const above = ids.some((id) => id !== ownerRole && rankOf(rights.roles, [id]) < actingRank(rights))
  if (above) fail(CannotAssignRole)
  return [...new Set(ids)]
}

/** Only a transfer moves the owner role. The membership row is newer than the rights, and every transfer changes it. */
const refuseOwnerRole = (
  userId: string,
  member: OrgMember | undefined,
  ids: readonly string[],
  { roles }: OrgRights,
): void => {
  const isOwner = member ? member.roles.includes(ownerRole) : userId === roles.owner
  if (!isOwner && ids.includes(ownerRole)) fail(OwnerByTransferOnly)
  if (isOwner && !ids.includes(ownerRole)) fail(OwnerKeepsRole)
}

/**
 * Callers cannot assign a role with permissions that they lack. Roles that the member already holds are not checked.
 */
const refuseUnheldRoles = (
  before: OrgMember | undefined,
  ids: readonly string[],
  rights: OrgRights,
): void => {
  const held = before?.status === 'active' ? before.roles : []
  const added = ids.filter((id) => !held.includes(id))
  if (!canGrant(rights, permissionsOf(rights.roles, added))) fail(PermissionNotHeld)
}

/** Fails when the member ranks above the caller. */
export const refuseHigherMember = (member: OrgMember, { org }: OrgContext['caller']): void => {
  if (memberRank(org.roles, member) < actingRank(org)) fail(CannotChangeMember)
}

export const refuseSuspended = (member: OrgMember | undefined, isAdmin = false): void => {
  if (member?.status === 'suspended' && !isAdmin) fail(MembershipSuspended)
}

/** Fails unless the person still exists here and may join one more organization. */
export const requireMembershipRoom = (user: MembershipFacts['user']) => {
  if (!user) return fail(UserNotFound)
  return user.clubAssociations.length >= maxMemberships ? fail(TooManyMemberships) : user
}

/** A copy of the caller's name, when the caller is a member here. */
const assignerOf = ({ org }: OrgContext['caller']): Pick<OrgMember, 'assigner'> =>
  org.member ? { assigner: { username: org.member.username, name: org.member.name } } : {}

/** Whether assigning roles makes a member of a person who has not asked to join. */
export const addsWithoutConsent = (before: OrgMember | undefined, application: unknown): boolean =>
  before?.status !== 'active' && application === undefined

type RoleAssignment = { readonly roles: string[]; readonly reason?: string | undefined; readonly term?: Term }

/** The membership after an assignment; creates it when there is none. */
export const assignmentChange = (
  { member: before, user, application }: MembershipFacts,
  { roles, reason, term = {} }: RoleAssignment,
  { caller, now }: OrgContext,
  orgId: string,
): MembershipChange & { readonly after: OrgMember } => {
  const at = now().toISOString()
  const by = { assignedBy: actorIdOf(caller), ...assignerOf(caller) }
  const person = before?.status === 'active' ? (user ?? fail(UserNotFound)) : requireMembershipRoom(user)
  const member = before
    ? {
        ...withoutTerm(before),
        ...personCopiesOf(person),
        ...by,
        roles,
        status: 'active' as const,
        // A returning member starts without earlier dates.
        joinedAt: before.status === 'active' ? before.joinedAt : at,
        assignedAt: at,
      }
    : newMember(person, at, { ...by, orgId, roles })
  const drafted = addsWithoutConsent(before, application)
  const after = { ...member, ...term, ...(drafted ? { drafted } : {}) }
  const action = before?.status === 'active' ? ('role_change' as const) : ('joined' as const)
  const names = roleNamesOf(after, caller.org.roles)
  return { before, after, user, history: { action, actorUserId: actorIdOf(caller), roles: names, reason } }
}

/** Fails when an assignment exceeds the caller's rank or rights (rules/members 30, rules/members 31). */
export const refuseUnpermitted = (
  userId: string,
  member: OrgMember | undefined,
  ids: readonly string[],
  { caller }: OrgContext,
): void => {
  if (member) refuseHigherMember(member, caller)
  refuseOwnerRole(userId, member, ids, caller.org)
  refuseSuspended(member, caller.org.isAdmin)
  refuseUnheldRoles(member, ids, caller.org)
}

/**
 * Approves a pending application of a person who becomes a member. Without one, the writes check that none appears
 * meanwhile.
 */
export const applicationWrites = (
  { member, application }: MembershipFacts,
  orgId: string,
  userId: string,
  approve: (pending: OrgApplication) => readonly Write[],
): readonly Write[] => {
  if (application) return approve(application)
  return member?.status === 'active' ? [] : [noApplicationCheck(orgId, userId)]
}

type AdmissionRequest = {
  readonly orgId: string
  readonly userId: string
  /** Role ids. Deleted roles are left out; without any, the person gets the member role. */
  readonly roles: readonly string[]
  /** The actor that the history records. */
  readonly by: string
  readonly reason?: string
}

const existingRoles = (roleIds: readonly string[], { roles }: OrgRoles): string[] => {
  const left = roleIds.filter((id) => id !== ownerRole && roles.some(({ _id }) => _id === id))
  return left.length > 0 ? [...new Set(left)] : [memberRole]
}

/** Steps that make a person a member. Fails with MEMBERSHIP_SUSPENDED, USER_NOT_FOUND, TOO_MANY_MEMBERSHIPS. */
export const admissionSteps = (
  context: { now(): Date; newId(): string },
  { orgId, userId, roles: roleIds, by, reason }: AdmissionRequest,
  orgRoles: OrgRoles,
  found: MembershipFacts,
) => {
  refuseSuspended(found.member)
  const user = requireMembershipRoom(found.user)
  const roles = existingRoles(roleIds, orgRoles)
  const at = context.now().toISOString()
  const fresh = newMember(user, at, { orgId, roles, ...(by === userId ? {} : { assignedBy: by }) })
  const { drafted: _, ...former } = found.member ? withoutTerm(found.member) : {}
  const after: OrgMember = { ...former, ...fresh }
  const history = { action: 'joined' as const, actorUserId: by, roles: roleNamesOf(after, orgRoles), reason }
  const decided = { status: 'approved' as const, approvedBy: by, approvedAt: at }
  const closing = applicationWrites(found, orgId, userId, (pending) => decisionWrites(pending, decided))
  const change = { before: found.member, after, user, history }
  return { steps: [...membershipSteps(context, orgId, [change]), ...membershipStepsOf(...closing)], after }
}
