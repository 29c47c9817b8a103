import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { requireProvenAddress, spenderOf } from '../../lib/identity/limit/mail-budget.ts'
import {
  inviteIdBehind,
  invitePlaceOf,
  isOpen,
  listOpenInvites,
  mailHashOf,
  type OrgInvite,
} from '../../lib/identity/org/invites.ts'
import { memberRole } from '../../lib/identity/org/organizations.ts'
import { mayHaveUnverified } from '../../lib/identity/person/addresses.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import type { Settings } from '../../lib/settings.ts'
import type { Table } from '../../lib/table/table.ts'
import { type InviteView, inviteLimits, type PendingInvite } from './contract.ts'
import { TooManyEmails } from './failures.ts'
import { findInvite, findInvited, findOrganization, findRoles, findUsers, listInvites } from './repository.ts'

type InOrg = Context<OrgAccess>

const primary = ({ roleNames }: OrgInvite): string => roleNames[0] ?? memberRole

const viewOf = (invite: OrgInvite, user: TenantUser | undefined, now: Date): InviteView => {
  const { id, orgId, email, roleNames, status, invitedBy, inviter, createdAt, expiresAt } = invite
  return {
    _id: id,
    org_id: orgId,
    email,
    role: primary(invite),
    roles: roleNames,
    status: status === 'pending' && !isOpen(invite, now) ? 'expired' : status,
    invited_by: { _id: invitedBy, ...inviter },
    user_id: user ? publicUserOf(user) : null,
    created_at: createdAt,
    expires_at: expiresAt,
  }
}

/** One page of the invitations of an organization, newest first. Whose an address is shows once they have accepted. */
export const invitesPage = async (
  { orgId, ...asked }: { orgId: string } & Parameters<typeof pageOf>[0],
  { table, caller, now }: InOrg,
) => {
  const { items, cursor } = await listInvites(table, orgId, pageOf(asked))
  const shown = items.filter(({ status }) => caller.org.isAdmin || status === 'accepted')
  const users = await findUsers(table, [...new Set(shown.flatMap(({ userId }) => userId ?? []))])
  return {
    data: items.map((invite) =>
      viewOf(invite, shown.includes(invite) ? users.get(invite.userId ?? '') : undefined, now()),
    ),
    nextCursor: cursor,
  }
}

const mostEmails = 30

/**
 * What inviting some addresses would do. Nothing is written. Who of the school has an address is for its administrators:
 * whoever manages an organization learns of its own members and invitations alone.
 */
export const previewInvites = async (
  { emails }: { readonly emails?: readonly string[] | undefined },
  context: InOrg,
) => {
  const { caller, table, tenant, now } = context
  if (!emails || emails.length > mostEmails) return fail(TooManyEmails)
  const { orgId } = caller.org.roles
  const wanted = [...new Set(emails.map(normalAddress).filter((email) => email !== ''))]
  const [{ invites, users, members }] = await Promise.all([
    findInvited(table, tenant.key, orgId, new Map(wanted.map((email) => [email, mailHashOf(email)]))),
    requireProvenAddress(context),
    spend(context, 'invite', inviteLimits.person, spenderOf(context), Math.max(1, wanted.length)),
  ])
  const rows = wanted.map((email, at) => {
    const user = users[at]
    const invite = invites[at]
    const isMember = members[at]?.status === 'active'
    return {
      email,
      user: user ? publicUserOf(user) : null,
      isMember,
      isInvited: invite && isOpen(invite, now()),
    }
  })
  return {
    members: rows.flatMap(({ email, user, isMember }) => (isMember && user ? [{ email, user }] : [])),
    invited: rows.flatMap(({ email, isMember, isInvited }) => (!isMember && isInvited ? [{ email }] : [])),
    toInvite: rows.flatMap(({ email, user, isMember, isInvited }) =>
      isMember || isInvited ? [] : [{ email, user: caller.org.isAdmin ? user : null, role: memberRole }],
    ),
  }
}

export const pendingViewOf = (invite: OrgInvite): PendingInvite => ({
  _id: invite.id,
  org: { _id: invite.orgId, ...invite.org },
  role: primary(invite),
  roles: invite.roleNames,
  invitedBy: invite.inviter,
})

type Owner = { readonly email: string; readonly emailVerified: boolean }

/**
 * Open invitations of a person, as the person reads them. Whoever has not proven the address sees none: the invitations
 * may be somebody else's.
 */
export const pendingInvitesOf = async (
  { table, settings, now }: { readonly table: Table; readonly settings: Settings; now(): Date },
  { email, emailVerified }: Owner,
): Promise<PendingInvite[]> => {
  if (!emailVerified && !mayHaveUnverified(settings)) return []
  return (await listOpenInvites(table, email, now())).map(pendingViewOf)
}

/** What a token invites to; undefined when there is nothing to accept any more. */
export const invitationBehind = async ({ table, now }: Pick<Context, 'table' | 'now'>, token: string) => {
  const inviteId = await inviteIdBehind(table, token)
  const place = inviteId === undefined ? undefined : invitePlaceOf(inviteId)
  if (!place) return undefined
  const [invite, roles, card] = await Promise.all([
    findInvite(table, place),
    findRoles(table, place.orgId),
    findOrganization(table, place.orgId),
  ])
  if (!invite || invite.id !== inviteId || !isOpen(invite, now())) return undefined
  if (!roles || roles.deletedAt !== undefined || !card) return undefined
  return { orgName: card.org_name, inviterName: invite.inviter.name, email: invite.email }
}
