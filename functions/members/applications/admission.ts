import { membershipSteps, newMember, withoutTerm } from '../../../lib/identity/org/membership.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRoles,
  ownerRole,
  roleNamesOf,
} from '../../../lib/identity/org/organizations.ts'
import type { OrgApplication } from '../../../lib/identity/org/records.ts'
import type { Write } from '../../../lib/table/write.ts'
import { refuseSuspended, requireRoom } from '../membership/assignment.ts'
import { along } from '../membership/steps.ts'
import { decisionWrites, type Found, noApplication } from '../repository.ts'

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

type Admission = {
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
  const { drafted: _, ...former } = found.member ? withoutTerm(found.member) : {}
  const after: OrgMember = { ...former, ...fresh }
  const deed = { action: 'joined' as const, actorUserId: by, roles: roleNamesOf(after, orgRoles), reason }
  const decided = { status: 'approved' as const, approvedBy: by, approvedAt: at }
  const closing = closingWrites(found, orgId, userId, (pending) => decisionWrites(pending, decided))
  const change = { before: found.member, after, user, deed }
  return { steps: [...membershipSteps(world, orgId, [change]), ...along(...closing)], after }
}
