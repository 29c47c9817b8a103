import { fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { membershipSteps, newMember } from '../../lib/identity/org-membership.ts'
import type { OrgApplication } from '../../lib/identity/org-records.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRoles,
  ownerRole,
  roleNamesOf,
} from '../../lib/identity/organizations.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { refuseSuspended, requireRoom } from './assigning.ts'
import { decisionWrites, type Found, noApplication, readMembership, readRoles } from './repository.ts'
import { along, carryOutSteps } from './steps.ts'

type World = { now(): Date; newId(): string }

/** A pending application of somebody who becomes a member is decided with it; otherwise none may come up meanwhile. */
export const closingWrites = (
  { member, application }: Found,
  orgId: string,
  userId: string,
  approve: (pending: OrgApplication) => readonly Write[],
): readonly Write[] => {
  if (application) return approve(application)
  return member?.status === 'active' ? [] : [noApplication(orgId, userId)]
}

export type Admission = {
  readonly orgId: string
  readonly userId: string
  /** Ids of roles. Those that are gone by now are left out; without any it is the member role. */
  readonly roles: readonly string[]
  /** Who lets the person in, as the history remembers it. */
  readonly by: string
  readonly reason?: string
}

const rolesLeft = (wanted: readonly string[], { roles }: OrgRoles): string[] => {
  const left = wanted.filter((id) => id !== ownerRole && roles.some(({ _id }) => _id === id))
  return left.length > 0 ? [...new Set(left)] : [memberRole]
}

/** The steps that make somebody a member who is none. Fails with MEMBERSHIP_SUSPENDED, USER_NOT_FOUND, TOO_MANY_MEMBERSHIPS. */
export const admissionSteps = (
  world: World,
  { orgId, userId, roles: wanted, by, reason }: Admission,
  orgRoles: OrgRoles,
  found: Found,
) => {
  refuseSuspended(found.member)
  const user = requireRoom(found.user)
  const roles = rolesLeft(wanted, orgRoles)
  const at = world.now().toISOString()
  const fresh = newMember(user, at, { orgId, roles, ...(by === userId ? {} : { assignedBy: by }) })
  const after: OrgMember = { ...found.member, ...fresh }
  const deed = { action: 'joined' as const, actorUserId: by, roles: roleNamesOf(after, orgRoles), reason }
  const decided = { status: 'approved' as const, approvedBy: by, approvedAt: at }
  const closing = closingWrites(found, orgId, userId, (pending) => decisionWrites(pending, decided))
  const change = { before: found.member, after, user, deed }
  return { steps: [...membershipSteps(world, orgId, [change]), ...along(...closing)], after }
}

/**
 * Makes somebody a member: the one way in for whoever has decided it (an invitation). `also` goes into the same
 * transaction; when one of its conditions is refused, it is asked again, and may fail. Who is a member stays as they are,
 * and `also` is written alone.
 */
export const admit = async (
  table: Table,
  world: World,
  admission: Admission,
  also: () => Promise<readonly Write[]> = async () => [],
): Promise<{ readonly member: OrgMember; readonly alreadyMember: boolean }> => {
  const { orgId, userId } = admission
  const { member, alreadyMember } = await carryOutSteps(
    table,
    async () => {
      const [roles, found, others] = await Promise.all([
        readRoles(table, orgId),
        readMembership(table, orgId, userId),
        also(),
      ])
      if (!roles || roles.deletedAt !== undefined) return fail(OrganizationNotFound)
      if (found.member?.status === 'active')
        return { steps: along(...others), member: found.member, alreadyMember: true }
      const { steps, after } = admissionSteps(world, admission, roles, found)
      return { steps: [...steps, ...along(...others)], member: after, alreadyMember: false }
    },
    true,
  )
  return { member, alreadyMember }
}
