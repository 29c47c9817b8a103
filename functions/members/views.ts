import {
  type OrgMember,
  type OrgRole,
  type OrgRoles,
  roleNamesOf,
} from '../../lib/identity/org/organizations.ts'
import type { OrgApplication, OrgHistory } from '../../lib/identity/org/records.ts'
import { personViewOf } from '../../lib/identity/person/people.ts'
import type { ApplicationView, MemberView, RoleView } from './contract/shapes.ts'

export const roleViewOf = (role: OrgRole): RoleView => {
  const has = (permission: string) => role.permissions.some((each) => each === 'all' || each === permission)
  return {
    ...role,
    canManageMembers: has('manage_members'),
    canManageRoles: has('manage_roles'),
    canManageEvents: has('manage_events'),
    canViewAnalytics: has('view_analytics'),
  }
}

type Person = Parameters<typeof personViewOf>[1] & {
  readonly userId: string
  readonly email?: string | undefined
}

/** A person in a list. Only member managers see the address. */
export const personOf = (person: Person, withEmail = false) => ({
  ...personViewOf(person.userId, person),
  ...(withEmail ? { email: person.email } : {}),
})

/** Role names, the primary one first. */
export const roleNamesView = (member: OrgMember, roles: OrgRoles) => {
  const names = roleNamesOf(member, roles)
  return { role: names[0] ?? '', roles: names }
}

export const memberViewOf = (member: OrgMember, roles: OrgRoles, withEmail = false): MemberView => ({
  _id: `${member.orgId}.${member.userId}`,
  org_id: member.orgId,
  user_id: personOf(member, withEmail),
  ...roleNamesView(member, roles),
  status: member.status,
  joinedAt: member.joinedAt,
  ...(member.assignedBy === undefined ? {} : { assignedBy: { _id: member.assignedBy, ...member.assigner } }),
  assignedAt: member.assignedAt ?? member.joinedAt,
  roleTermStart: member.roleTermStart,
  roleTermEnd: member.roleTermEnd,
})

export const applicationViewOf = (
  application: OrgApplication,
  formResponse?: ApplicationView['formResponse'],
): ApplicationView => ({
  _id: application.id,
  org_id: application.orgId,
  user_id: personOf(application, true),
  status: application.status,
  reason: application.reason,
  formResponse: formResponse ?? application.formResponse,
  approvedBy: application.approvedBy,
  approvedAt: application.approvedAt,
  createdAt: application.createdAt,
})

export const historyEntryOf = ({
  at,
  action,
  fromStatus,
  toStatus,
  roles,
  actorUserId,
  reason,
}: OrgHistory) => ({
  at,
  action,
  fromStatus,
  toStatus,
  role: roles[0] ?? '',
  actorUserId,
  reason,
})
