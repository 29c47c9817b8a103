import type { Tenant } from '../../context.ts'
import { dormantStatus, isDormant, refusedStatus } from '../../contract/org-rules.ts'
import { unchanged } from '../../table/condition.ts'
import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { check, update, type Write } from '../../table/write.ts'
import { isAdmin } from '../person/caller.ts'
import { unchangedAccess } from '../person/roles.ts'
import { findCurrentPerson } from './current-person.ts'
import { inviteKeyOf, isOpen, mailHashOf, type OrgInvite, orgInvite } from './invites.ts'
import { type OrgMember, type OrgRoles, orgMember, orgRightsOf, orgRoles } from './organizations.ts'
import { type Organization, organization } from './records.ts'

type InviteContext = { readonly table: Table; readonly tenant: Tenant; now(): Date }

/** An invitation as its addressee presents it: the id behind the mailed token, and the account's address. */
type PresentedInvite = { readonly inviteId: string; readonly email: string }

/** A deleted or inactive organization cannot invite, even with invitations sent before. */
const canInvite = (card: Organization | undefined): card is Organization =>
  card !== undefined && card.deletedAt === undefined && !isDormant(card)

const orgUnchangedChecks = ({ orgId }: Organization, roles: OrgRoles): Write[] => [
  check(
    organization,
    { orgId },
    { without: ['deletedAt'], unequal: { lifecycleStatus: dormantStatus, approvalStatus: refusedStatus } },
  ),
  check(orgRoles, { orgId }, unchanged(roles)),
]

/**
 * The conditions under which the inviter may still invite, or undefined if they may not. Only the permission counts,
 * whichever role grants it: a change of roles that keeps it leaves the invitation open.
 */
const inviterUnchanged = async (
  context: InviteContext,
  invite: OrgInvite,
  roles: OrgRoles,
): Promise<Write[] | undefined> => {
  const { orgId, invitedBy } = invite
  const inviter = await findCurrentPerson(context, invitedBy, [key(orgMember, { orgId, userId: invitedBy })])
  if (!inviter) return undefined
  const { access, caller } = inviter
  const member = inviter.rows[0] as OrgMember | undefined
  if (!orgRightsOf(caller, roles, member).may('manage_members')) return undefined
  return [unchangedAccess(access), ...(member && !isAdmin(caller) ? [memberUnchanged(member)] : [])]
}

const memberUnchanged = (member: OrgMember): Write => check(orgMember, member, unchanged(member))

/**
 * Conditions of an open invitation for the write that makes its addressee a member of the school. It admits once, and
 * only while the organization and the inviter may still invite (rules/invites 20, 21). Undefined if it admits nobody.
 */
export const inviteAdmission = async (
  context: InviteContext,
  { inviteId, email }: PresentedInvite,
): Promise<Write[] | undefined> => {
  const inviteKey = inviteKeyOf(inviteId)
  if (inviteKey?.mailHash !== mailHashOf(email)) return undefined
  const { orgId } = inviteKey
  const [invite, roles, card] = await context.table.batchGet(
    [key(orgInvite, inviteKey), key(orgRoles, { orgId }), key(organization, { orgId })],
    { strong: true },
  )
  const now = context.now()
  if (invite?.id !== inviteId || !isOpen(invite, now) || invite.admittedAt !== undefined) return undefined
  if (!roles || roles.deletedAt !== undefined || !canInvite(card)) return undefined
  const inviter = await inviterUnchanged(context, invite, roles)
  if (!inviter) return undefined
  return [
    update(
      orgInvite,
      inviteKey,
      { set: { admittedAt: now.toISOString() } },
      { equals: { id: inviteId, status: 'pending' }, without: ['admittedAt'] },
    ),
    ...orgUnchangedChecks(card, roles),
    ...inviter,
  ]
}
