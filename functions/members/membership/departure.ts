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
import { type Organization, orgRefusal } from '../../../lib/identity/org/records.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
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
import { readDeparture, readMembership, readRoles } from '../repository.ts'
import { termWrites } from '../terms/terms.ts'

/** Writes that go along with a membership, such as the decision about an application. */
export const membershipStepsOf = (...writes: readonly Write[]): MembershipStep[] =>
  writes.map((write) => ({ of: 'membership', write }))

/**
 * Carries out what `plan` makes of the present state, all or nothing, and plans anew when somebody was faster. `joined` is
 * the organization that somebody may become a member of; undefined where people only leave. Fails when the organization
 * went meanwhile, or the school lets it have no more members, or a role that is given went, unless the plan reads the
 * roles anew.
 */
export const writeSteps = async <R extends { readonly steps: readonly MembershipStep[] }>(
  table: Table,
  joined: string | undefined,
  plan: () => Promise<R>,
  readsRoles = false,
): Promise<R> => {
  return table.retryOnConflict(async () => {
    const [planned, admission] = await Promise.all([
      plan(),
      joined === undefined ? undefined : findAdmission(table, joined),
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

/** The word of another school's provider lays down no office; what any member has, it may end. */
const refuseWithRole = ({ roles }: OrgMember): void => {
  if (roles.some((role) => role !== memberRole)) fail(OwnProofRequired)
}

const refusedMs = 30 * dayMs

/** Who was made a member and goes did not want to be one. */
const refusalOf = ({ drafted, orgId, userId }: OrgMember, now: Date): readonly Write[] => {
  if (!drafted) return []
  const expiresAt = new Date(now.getTime() + refusedMs).toISOString()
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

/** Ends the caller's membership. The owner has to hand the organization over first. */
export const leaveOrg = async (
  orgId: string,
  { table, now, newId, caller }: Context<'member'>,
): Promise<void> => {
  const refuse = caller.plain ? refuseWithRole : undefined
  await endMembership({ table, now, newId }, orgId, caller.tenantUserId, refuse)
}

const refuseUndrafted = ({ drafted }: OrgMember): void => {
  if (!drafted) fail(NotDrafted)
}

/** Ends a membership that somebody else has made; for thirty days nobody of that organization makes it again. */
export const refuseMembership = async (
  orgId: string,
  { table, now, newId, caller }: Context<'member'>,
): Promise<void> => {
  await endMembership({ table, now, newId }, orgId, caller.tenantUserId, (before) => {
    refuseUndrafted(before)
    if (caller.plain) refuseWithRole(before)
  })
}

/** An organization that is being deleted leaves the person's list; what is left of the membership is swept. */
const forget = ({ table, now }: DepartureContext, orgId: string, userId: string) =>
  writeSteps(table, undefined, async () => {
    const { user } = await readMembership(table, orgId, userId)
    return {
      steps: user ? membershipStepsOf(clubAssociationWrite(user, orgId, false, now().toISOString())) : [],
    }
  })

/**
 * Ends all memberships of somebody who leaves the school. Fails with OWNS_ORGANIZATIONS before anything is changed. The
 * departure itself has to be conditional on the person's record being as it is then: without organizations.
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
    else await forget(context, orgId, userId)
  }
}
