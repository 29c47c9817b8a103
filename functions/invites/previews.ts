import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { readPastedAddress } from '../../lib/contract/fields.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { answer } from '../../lib/contract/reply.ts'
import { frameOf, htmlPage } from '../../lib/html/page.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { requireProvenAddress, spenderOf } from '../../lib/identity/limit/mail-budget.ts'
import { findInviteId, inviteKeyOf, isOpen, mailHashOf } from '../../lib/identity/org/invites.ts'
import { memberRole } from '../../lib/identity/org/organizations.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { addressOf } from '../../lib/identity/school/addresses.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { inviteLimits } from './contract.ts'
import { InviteUnknown, TooManyEmails } from './failures.ts'
import { findInvite, findInvited, findOrganization, findRoles } from './repository.ts'

type Rows = (typeof contract)['rows']

const maxEmails = 30

/**
 * Previews what inviting some addresses would do, without writes. Reads addresses as mail programs and spreadsheets
 * write them, and lists every text that contains none (rules/invites 22). Only school administrators learn which
 * addresses belong to users. Organization managers learn only about their own members and invitations.
 */
export const previewInvites = async (
  { emails }: { readonly emails?: readonly string[] | undefined },
  context: Context<OrgAccess>,
) => {
  const { caller, table, tenant, now } = context
  if (!emails || emails.length > maxEmails) return fail(TooManyEmails)
  const { orgId } = caller.org.roles
  const sent = emails.map((text) => text.trim()).filter((text) => text !== '')
  const read = sent.map((text) => ({ text, address: readPastedAddress(text) }))
  const addresses = [...new Set(read.flatMap(({ address }) => address ?? []))]
  const invalid = [...new Set(read.flatMap(({ text, address }) => (address === undefined ? [text] : [])))]
  const [{ invites, users, members }] = await Promise.all([
    findInvited(table, tenant.key, orgId, new Map(addresses.map((email) => [email, mailHashOf(email)]))),
    requireProvenAddress(context),
    spend(context, 'invite', inviteLimits.person, spenderOf(context), Math.max(1, addresses.length)),
  ])
  const rows = addresses.map((email, at) => {
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
    members: rows.flatMap(({ email, user, isMember }) => (isMember && user ? [email] : [])),
    invited: rows.flatMap(({ email, isMember, isInvited }) => (!isMember && isInvited ? [email] : [])),
    toInvite: rows.flatMap(({ email, user, isMember, isInvited }) =>
      isMember || isInvited ? [] : [{ email, user: caller.org.isAdmin ? user : null, role: memberRole }],
    ),
    invalid,
  }
}

/** The invitation of a token. Undefined when it can no longer be accepted. */
export const findInvitationByToken = async (
  { table, now }: Pick<Context, 'table' | 'now'>,
  token: string,
) => {
  const inviteId = await findInviteId(table, token)
  const place = inviteId === undefined ? undefined : inviteKeyOf(inviteId)
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

export const validateInvite: Operation<Rows['validateInvite']> = async ({ token }, context) =>
  (await findInvitationByToken(context, token)) ?? fail(InviteUnknown)

export const landOnInvite: Operation<Rows['landOnInvite']> = async ({ token }, context) => {
  const found = await findInvitationByToken(context, token)
  // Old and new clients read the token under two different names.
  const query = found ? `invite_token=${token}&invite=${token}` : 'invite_error=invalid'
  const location = addressOf(context.tenant, 'register', {}, query)
  const frame = await frameOf(context)
  const { t } = frame
  const shown = htmlPage(frame, { title: t('Invitation'), link: { href: location, label: t('Continue') } })
  return answer(shown.page, {
    headers: {
      ...shown.headers,
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}
