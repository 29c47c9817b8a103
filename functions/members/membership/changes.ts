import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { type MembershipStep, membershipSteps } from '../../../lib/identity/org/membership.ts'
import {
  memberRole,
  type OrgMember,
  ownerRole,
  roleNamesOf,
} from '../../../lib/identity/org/organizations.ts'
import { orgRefusal } from '../../../lib/identity/org/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import { check, type Write } from '../../../lib/table/write.ts'
import { approvalWrites } from '../applications/decision.ts'
import { AlreadyOwner, MemberNotFound, NewOwnerNotMember, OwnerStays } from '../contract/failures.ts'
import type { Assignment } from '../contract/shapes.ts'
import type { contract } from '../contract.ts'
import { notifyAdded, notifyOwnershipTransfer, notifyRemoved, notifyRolesChanged } from '../notifications.ts'
import { findOrgName, ownershipWrites, readMembership, readOwnershipPair } from '../repository.ts'
import { termAfter, termWrites } from '../terms/terms.ts'
import { roleNamesView } from '../views.ts'
import {
  actorIdOf,
  addsWithoutConsent,
  applicationWrites,
  assignmentChange,
  refuseHigherMember,
  refuseUnpermitted,
  resolveRoles,
} from './assignment.ts'
import { membershipStepsOf, writeSteps } from './departure.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>
type MemberRef<T> = T & { readonly orgId: string; readonly userId: string }

/** A person added by somebody else is notified. Fails when that person has refused this membership lately. */
const addedByOtherSteps = (
  { orgId, userId, orgName }: { readonly orgId: string; readonly userId: string; readonly orgName: string },
  context: OrgContext,
): MembershipStep[] => {
  const by = context.caller.org.member
  return [
    { of: 'refusal', write: check(orgRefusal, { orgId, userId }, { absent: true }) },
    ...(userId === context.caller.tenantUserId
      ? []
      : membershipStepsOf(notifyAdded(context, orgId, orgName, userId, by))),
  ]
}

/** Records a change of roles by their ids, because the row is permanent and people chose the names. */
const auditRoles = (
  context: OrgContext,
  orgId: string,
  before: OrgMember | undefined,
  { userId, roles }: Pick<OrgMember, 'userId' | 'roles'>,
): readonly Write[] => {
  const roleIds = roles.join(' ')
  if (before?.roles.join(' ') === roleIds) return []
  return [
    audit(context, {
      action: 'organization.roles',
      actor: context.caller,
      targetType: 'user',
      targetId: userId,
      detail: { orgId, roleIds },
    }),
  ]
}

/** Assigns roles, and makes the person a member if needed. */
export const assignRole = async (
  { orgId, userId, ...assignmentInput }: MemberRef<Assignment>,
  context: OrgContext,
): Promise<OrgMember> => {
  const roles = resolveRoles(assignmentInput, context.caller.org)
  const { after } = await writeSteps(context.table, orgId, async () => {
    const [found, orgName] = await Promise.all([
      readMembership(context.table, orgId, userId),
      findOrgName(context.table, orgId),
    ])
    refuseUnpermitted(userId, found.member, roles, context)
    const term = await termAfter(found.member, { userId, roles, input: assignmentInput }, context)
    const change = assignmentChange(found, { roles, reason: assignmentInput.reason, term }, context, orgId)
    const due = await termWrites(context, change.before, change.after)
    const closing = applicationWrites(found, orgId, userId, (pending) => approvalWrites(pending, context))
    const notifications = notifyRolesChanged(context, orgName, change.before, change.after)
    const isDraft = addsWithoutConsent(found.member, found.application)
    const drafting = isDraft ? addedByOtherSteps({ orgId, userId, orgName }, context) : []
    const steps = [
      ...membershipSteps(context, orgId, [change]),
      ...membershipStepsOf(
        ...closing,
        ...notifications,
        ...due,
        ...auditRoles(context, orgId, change.before, change.after),
      ),
      ...drafting,
    ]
    return { steps, after: change.after }
  })
  return after
}

/** Removes a member who does not rank above the caller. The owner cannot be removed. */
export const removeOrgMember = async (
  { orgId, userId, reason }: MemberRef<{ readonly reason?: string | undefined }>,
  context: OrgContext,
): Promise<undefined> => {
  const { caller, table } = context
  const { org } = caller
  if (userId === org.roles.owner) fail(OwnerStays)
  await writeSteps(table, undefined, async () => {
    const [{ member: before, user }, orgName] = await Promise.all([
      readMembership(table, orgId, userId),
      findOrgName(table, orgId),
    ])
    if (!before) return fail(MemberNotFound)
    if (before.roles.includes(ownerRole)) fail(OwnerStays)
    refuseHigherMember(before, caller)
    const history = {
      action: 'removed' as const,
      actorUserId: actorIdOf(caller),
      roles: roleNamesOf(before, org.roles),
      reason: reason ?? (org.member || org.isOwner ? 'removed_by_org_manager' : 'admin_removed'),
    }
    const notifications = notifyRemoved(context, { orgId, orgName, userId }, reason)
    const due = await termWrites(context, before, undefined)
    return {
      steps: [
        ...membershipSteps(context, orgId, [{ before, user, history }]),
        ...membershipStepsOf(
          ...notifications,
          ...due,
          ...auditRoles(context, orgId, before, { userId, roles: [] }),
        ),
      ],
    }
  })
}

const withOwnerRole = (member: OrgMember): OrgMember => ({
  ...member,
  roles: [ownerRole, ...member.roles.filter((id) => id !== ownerRole)],
})

const withoutOwnerRole = (member: OrgMember): OrgMember => {
  const rest = member.roles.filter((id) => id !== ownerRole)
  return { ...member, roles: rest.length > 0 ? rest : [memberRole] }
}

/**
 * Transfers ownership. One transaction writes the record and both memberships under the record's version. Of concurrent
 * transfers one succeeds and the others fail (409).
 */
export const transferOwnership = async (
  { orgId, newOwnerUserId }: { readonly orgId: string; readonly newOwnerUserId: string },
  context: OrgContext,
): Promise<OrgMember> => {
  const { caller, table, now } = context
  const { roles } = caller.org
  if (newOwnerUserId === roles.owner) fail(AlreadyOwner)
  const [{ next: heir, last }, orgName] = await Promise.all([
    readOwnershipPair(table, orgId, newOwnerUserId, roles.owner),
    findOrgName(table, orgId),
  ])
  if (heir?.status !== 'active') return fail(NewOwnerNotMember)
  const next = withOwnerRole(heir)
  const roleChangeOf = (before: OrgMember, member: OrgMember) => {
    const after = { ...member, assignedBy: actorIdOf(caller), assignedAt: now().toISOString() }
    const history = {
      action: 'role_change' as const,
      actorUserId: actorIdOf(caller),
      roles: roleNamesOf(after, roles),
      reason: 'ownership_transferred',
    }
    return { before, after, user: undefined, history }
  }
  const changes = [roleChangeOf(heir, next), ...(last ? [roleChangeOf(last, withoutOwnerRole(last))] : [])]
  await table.commit([
    ...ownershipWrites(roles, newOwnerUserId, now().toISOString()),
    ...membershipSteps(context, orgId, changes).map(({ write }) => write),
    ...notifyOwnershipTransfer(context, orgName, next, last),
    audit(context, {
      action: 'organization.ownership',
      actor: caller,
      targetType: 'organization',
      targetId: orgId,
      detail: { userId: newOwnerUserId, before: roles.owner },
    }),
  ])
  return next
}

export const assignOrgRole: Operation<Rows['assignOrgRole']> = async (input, context) => {
  const member = await assignRole(input, context)
  const { userId, joinedAt, assignedAt = joinedAt } = member
  return { member: { userId, ...roleNamesView(member, context.caller.org.roles), assignedAt } }
}

export const transferOrgOwnership: Operation<Rows['transferOrgOwnership']> = async (input, context) => {
  const member = await transferOwnership(input, context)
  const shown = roleNamesView(member, context.caller.org.roles)
  return { newOwnerMembership: { userId: member.userId, ...shown } }
}
