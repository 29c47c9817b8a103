import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { isOpen, listOpenInvites, type OrgInvite } from '../../lib/identity/org/invites.ts'
import { memberRole } from '../../lib/identity/org/organizations.ts'
import { allowsUnverifiedAddress } from '../../lib/identity/person/addresses.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Settings } from '../../lib/settings.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract, InviteView, PendingInvite } from './contract.ts'
import { findPerson, findUsers, listInviteRows } from './repository.ts'

type Rows = (typeof contract)['rows']

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

/**
 * Lists one page of an organization's invitations, newest first. The account of an address is shown only after
 * acceptance.
 */
export const listInvites = async (
  { orgId, ...query }: { orgId: string } & Parameters<typeof pageOf>[0],
  { table, caller, now }: Context<OrgAccess>,
) => {
  const { items, cursor } = await listInviteRows(table, orgId, pageOf(query))
  const shown = items.filter(({ status }) => caller.org.isAdmin || status === 'accepted')
  const users = await findUsers(table, [...new Set(shown.flatMap(({ userId }) => userId ?? []))])
  return {
    data: items.map((invite) =>
      viewOf(invite, shown.includes(invite) ? users.get(invite.userId ?? '') : undefined, now()),
    ),
    nextCursor: cursor,
  }
}

const pendingViewOf = (invite: OrgInvite): PendingInvite => ({
  _id: invite.id,
  org: { _id: invite.orgId, ...invite.org },
  role: primary(invite),
  roles: invite.roleNames,
  invitedBy: invite.inviter,
})

type Owner = { readonly email: string; readonly emailVerified: boolean }

/**
 * A person's open invitations. A person without a verified address sees none, because the address may belong to
 * somebody else.
 */
export const pendingInvitesOf = async (
  { table, settings, now }: { readonly table: Table; readonly settings: Settings; now(): Date },
  { email, emailVerified }: Owner,
): Promise<PendingInvite[]> => {
  if (!emailVerified && !allowsUnverifiedAddress(settings)) return []
  return (await listOpenInvites(table, email, now())).map(pendingViewOf)
}

export const listPendingInvites: Operation<Rows['listPendingInvites']> = async (_, context) => {
  const person = await findPerson(context.table, identityOf(context.caller))
  return person ? pendingInvitesOf(context, person) : []
}
