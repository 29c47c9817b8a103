import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { OwnProofRequired } from '../../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import {
  clubAssociationWrite,
  type MembershipStep,
  membershipSteps,
} from '../../../lib/identity/org/membership.ts'
import {
  memberRole,
  type OrgMember,
  ownerRole,
  roleNamesOf,
} from '../../../lib/identity/org/organizations.ts'
import { type Organization, organization, orgRefusal } from '../../../lib/identity/org/records.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { findAdmission } from '../../policies/index.ts'
import {
  MembershipRefused,
  NotAMemberToLeave,
  NotDrafted,
  OwnerCannotLeave,
  OwnsOrganizations,
  RoleNotFound,
} from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { readDeparture, readMembership, readRoles } from '../repository.ts'
import { termWrites } from '../terms/terms.ts'

type Rows = (typeof contract)['rows']

/** Writes that belong to a membership change, such as the decision about an application. */
export const membershipStepsOf = (...writes: readonly Write[]): MembershipStep[] =>
  writes.map((write) => ({ of: 'membership', write }))

/**
 * Writes the steps that `plan` returns, all or nothing, and plans again after a conflict. `joined` is the organization
 * that a person may join; undefined when people only leave. Fails when the organization is deleted meanwhile, or the
 * school allows it no more members. Also fails when an assigned role is deleted, unless the plan reads the roles again.
 */
export const writeSteps = async <R extends { readonly steps: readonly MembershipStep[] }>(
  table: Table,
  joinedOrgId: string | undefined,
  plan: () => Promise<R>,
  readsRoles = false,
): Promise<R> => {
  return table.retryOnConflict(async () => {
    const [planned, admission] = await Promise.all([
      plan(),
      joinedOrgId === undefined ? undefined : findAdmission(table, joinedOrgId),
    ])
    if (planned.steps.length === 0) return planned
    const steps = admission?.steps(planned.steps) ?? planned.steps
    const written = await table.write(steps.map(({ write }) => write))
    if (written.ok) return planned
    const refused = written.failed.map((at) => steps[at]?.of)
    const card = written.failed.find((at) => steps[at]?.of === 'organization')
    if (card !== undefined) {
      admission?.refuse(written.found[card] as Organization | undefined)
      fail(OrganizationNotFound)
    }
    if (refused.includes('refusal')) fail(MembershipRefused)
    if (refused.includes('role') && !readsRoles) fail(RoleNotFound)
    return conflicted
  })
}

type DepartureContext = { readonly table: Table; now(): Date; newId(): string }

/**
 * A session from another school's identity provider cannot end a membership with further roles. It can end a plain one.
 */
const refuseWithRole = ({ roles }: OrgMember): void => {
  if (roles.some((role) => role !== memberRole)) fail(OwnProofRequired)
}

const refusalMs = 30 * dayMs

/** A member who was added by somebody else and leaves has refused the membership. */
const refusalOf = ({ drafted, orgId, userId }: OrgMember, now: Date): readonly Write[] => {
  if (!drafted) return []
  const expiresAt = new Date(now.getTime() + refusalMs).toISOString()
  return [put(orgRefusal, { orgId, userId, at: now.toISOString(), expiresAt })]
}

const endMembership = (
  { table, ...context }: DepartureContext,
  orgId: string,
  userId: string,
  refuse: (before: OrgMember) => void = () => undefined,
) =>
  writeSteps(table, undefined, async () => {
    const { roles, member: before, user } = await readDeparture(table, orgId, userId)
    if (!roles || roles.deletedAt !== undefined) return fail(OrganizationNotFound)
    if (!before) return fail(NotAMemberToLeave)
    if (before.roles.includes(ownerRole)) fail(OwnerCannotLeave)
    refuse(before)
    const history = { action: 'left' as const, actorUserId: userId, roles: roleNamesOf(before, roles) }
    const steps = membershipSteps(context, orgId, [{ before, user, history }])
    const due = await termWrites({ table, ...context }, before, undefined)
    return { steps: [...steps, ...membershipStepsOf(...refusalOf(before, context.now()), ...due)] }
  })

/** Ends the caller's own membership, and records it for the count on the caller's next pages. */
const endOwnMembership = async (
  orgId: string,
  { table, now, newId, caller, counts }: Context<'member'>,
  refuse?: (before: OrgMember) => void,
): Promise<void> => {
  const [card] = await Promise.all([
    table.get(organization, { orgId }),
    endMembership({ table, now, newId }, orgId, caller.tenantUserId, refuse),
  ])
  if (card) counts.change('members', orgId, card.memberCount, -1)
}

/** Ends the caller's membership. The owner must transfer the organization first. */
export const leaveOrg = (orgId: string, context: Context<'member'>): Promise<void> =>
  endOwnMembership(orgId, context, context.caller.plain ? refuseWithRole : undefined)

const refuseUndrafted = ({ drafted }: OrgMember): void => {
  if (!drafted) fail(NotDrafted)
}

/** Ends a membership that somebody else created. That organization cannot create it again for thirty days. */
export const refuseMembership = (orgId: string, context: Context<'member'>): Promise<void> =>
  endOwnMembership(orgId, context, (before) => {
    refuseUndrafted(before)
    if (context.caller.plain) refuseWithRole(before)
  })

/** Removes an organization that is being deleted from the person's list. A sweep removes the rest of the membership. */
const removeFromOwnList = ({ table, now }: DepartureContext, orgId: string, userId: string) =>
  writeSteps(table, undefined, async () => {
    const { user } = await readMembership(table, orgId, userId)
    return {
      steps: user ? membershipStepsOf(clubAssociationWrite(user, orgId, false, now().toISOString())) : [],
    }
  })

/**
 * Ends all memberships of a person who leaves the school. Fails with OWNS_ORGANIZATIONS before any change. The caller's
 * own write must require the person's record to have no organizations.
 */
export const leaveAllOrgs = async (
  context: DepartureContext,
  { id: userId, clubAssociations }: TenantUser,
): Promise<void> => {
  const all = await Promise.all(clubAssociations.map((orgId) => readRoles(context.table, orgId)))
  if (all.some((roles) => roles?.owner === userId && roles.deletedAt === undefined)) fail(OwnsOrganizations)
  for (const [at, orgId] of clubAssociations.entries()) {
    const roles = all[at]
    if (roles && roles.deletedAt === undefined) await endMembership(context, orgId, userId)
    else await removeFromOwnList(context, orgId, userId)
  }
}

export const refuseOrgMembership: Operation<Rows['refuseOrgMembership']> = async ({ orgId }, context) => {
  await refuseMembership(orgId, context)
  return undefined
}
