import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { type OrgMember, type OrgRoles, ownerRole } from '../../lib/identity/org/organizations.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'

type MembersNotificationsContext = { now(): Date; newId(): string }
type Applicant = {
  readonly userId: string
  readonly name: string
  readonly username: string
  readonly picture?: string | undefined
}

/** Notifies the member managers of a new application. */
export const notifyApplied = (
  context: MembersNotificationsContext,
  orgId: string,
  orgName: string,
  applicant: Applicant,
): Write => {
  const { userId, name, username, picture } = applicant
  return notificationDue(context, {
    template: 'org_member_applied',
    to: { kind: 'permission', orgId, permission: 'manage_members' },
    params: { senderName: name || username, orgName },
    namedPeople: { [userId]: name || username },
    metadata: { orgId },
    sender: { _id: userId, name, username, picture },
  })
}

/** Notifies a person who was made a member, with a link to refuse. */
export const notifyAdded = (
  context: MembersNotificationsContext,
  orgId: string,
  orgName: string,
  userId: string,
  by: { readonly userId: string; readonly name: string } | undefined,
): Write =>
  notificationDue(context, {
    template: 'org_member_added',
    to: { kind: 'users', ids: [userId] },
    params: { orgName, senderName: by?.name ?? 'An administrator' },
    ...(by ? { namedPeople: { [by.userId]: by.name } } : {}),
    metadata: { orgId },
    actions: [
      {
        id: 'refuse',
        label: 'No, thank you',
        type: 'api_call',
        operation: 'members.refuse',
        payload: { orgId },
      },
    ],
  })

/** Notifies an applicant of the approval. */
export const notifyApproved = (
  context: MembersNotificationsContext,
  orgId: string,
  orgName: string,
  userId: string,
): Write =>
  notificationDue(context, {
    template: 'org_application_approved',
    to: { kind: 'users', ids: [userId] },
    params: { orgName },
    metadata: { orgId, mailLink: `/org/${orgId}` },
  })

/** Notifies an applicant of the rejection. */
export const notifyRejected = (
  context: MembersNotificationsContext,
  orgId: string,
  orgName: string,
  userId: string,
  reason: string,
): Write =>
  notificationDue(context, {
    template: 'org_application_rejected',
    to: { kind: 'users', ids: [userId] },
    params: { orgName, reason },
    metadata: { orgId },
  })

type OrgContext = Context<OrgAccess>
type MemberRef = { readonly orgId: string; readonly orgName: string; readonly userId: string }

/** Skips the notification when the member did it themselves. */
const notifyMember = (
  context: OrgContext,
  { orgId, orgName, userId }: MemberRef,
  template: string,
  params = {},
  namedPeople?: Record<string, string>,
): Write[] =>
  userId === context.caller.tenantUserId
    ? []
    : [
        notificationDue(context, {
          template,
          to: { kind: 'users', ids: [userId] },
          params: { orgName, ...params },
          namedPeople,
          metadata: { orgId },
        }),
      ]

/** Display names of roles, in their order. */
export const titlesOf = (ids: readonly string[], { roles }: OrgRoles): string =>
  ids.flatMap((id) => roles.find(({ _id }) => _id === id)?.displayName ?? []).join(', ')

/** Notifies a member of their roles after somebody else changed them. */
export const notifyRolesChanged = (
  context: OrgContext,
  orgName: string,
  before: OrgMember | undefined,
  after: OrgMember,
): Write[] => {
  const { orgId, userId, roles } = after
  if (before?.status !== 'active') return []
  if (roles.length === before.roles.length && roles.every((id) => before.roles.includes(id))) return []
  const titles = titlesOf(roles, context.caller.org.roles)
  return notifyMember(context, { orgId, orgName, userId }, 'org_roles_changed', { roles: titles })
}

/** Notifies a person that their membership has ended. */
export const notifyRemoved = (context: OrgContext, of: MemberRef, reason = ''): Write[] =>
  notifyMember(context, of, 'org_member_removed', reason === '' ? {} : { reason })

/** Notifies a member of an offer of the ownership, with buttons to accept and decline. */
export const notifyOwnershipOffer = (context: OrgContext, { orgId, orgName, userId }: MemberRef): Write =>
  notificationDue(context, {
    template: 'org_ownership_offered',
    to: { kind: 'users', ids: [userId] },
    params: { orgName },
    metadata: { orgId },
    actions: [
      {
        id: 'accept',
        label: 'Accept ownership',
        type: 'api_call',
        operation: 'members.acceptOwnership',
        payload: { orgId },
      },
      {
        id: 'decline',
        label: 'Decline',
        type: 'api_call',
        operation: 'members.declineOwnership',
        payload: { orgId },
      },
    ],
  })

/** Notifies the owner that the offered member has declined. */
export const notifyOwnershipDeclined = (context: OrgContext, of: MemberRef): Write[] =>
  notifyMember(context, of, 'org_ownership_declined', { memberName: context.caller.org.member?.name ?? '' })

/** Notifies the new owner and the previous one. */
export const notifyOwnershipTransfer = (
  context: OrgContext,
  orgName: string,
  next: OrgMember,
  last: OrgMember | undefined,
): Write[] => {
  const { orgId } = next
  const params = { ownerName: next.name }
  const named = { [next.userId]: next.name }
  return [
    ...notifyMember(context, { orgId, orgName, userId: next.userId }, 'org_ownership_given', params, named),
    ...(last?.roles.includes(ownerRole)
      ? notifyMember(context, { orgId, orgName, userId: last.userId }, 'org_ownership_taken', params, named)
      : []),
  ]
}
