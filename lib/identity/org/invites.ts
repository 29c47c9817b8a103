import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, remove, update, type Write } from '../../table/write.ts'
import { orgRoleCount } from './records.ts'
import { isSystemRole } from './roles.ts'

const text = z.string()

/**
 * An invitation to an organization: one per organization and address, so that a new one replaces an expired one. After
 * `expiresAt` it cannot be accepted; it stays in the list for a while.
 */
export const OrgInvite = z.object({
  orgId: text,
  mailHash: text,
  /** `<orgId>.<mailHash>.<ulid>`: it contains the key and distinguishes this invitation from the one before. */
  id: text,
  email: text,
  /** Ids of roles, and their names at that time. */
  roles: z.array(text),
  roleNames: z.array(text),
  /** A tenant user, or the global id of an administrator. */
  invitedBy: text,
  /** Copies for the reader of the invitation. */
  inviter: z.object({ name: text, username: text }),
  org: z.object({ org_name: text, org_profile_image: text }),
  /** The person with this address when it was sent. */
  userId: z.optional(text),
  status: z.enum(['pending', 'accepted', 'declined', 'revoked']),
  createdAt: text,
  decidedAt: z.optional(text),
  /** When it made its addressee a member of the school. That happens once, whether or not it is accepted. */
  admittedAt: z.optional(text),
  expiresAt: text,
  purgeAt: text,
})
export type OrgInvite = z.infer<typeof OrgInvite>
export const orgInvite = entity('OrgInvite', OrgInvite, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'INV#{mailHash}',
  gsi1: {
    pk: 'INV#{mailHash}',
    sk: '{expiresAt}#{orgId}',
    when: ({ status }: { status: string }) => status === 'pending',
  },
  gsi2: { pk: 'ORG#{orgId}#INV', sk: '{createdAt}#{mailHash}' },
  ttl: 'purgeAt',
})

/**
 * A role offered by an invitation, until the invitation is decided or expires. Offers are ordered by expiry, so that
 * open ones can be read alone.
 */
export const RoleOffer = z.object({ orgId: text, roleId: text, expiresAt: text, mailHash: text })
export type RoleOffer = z.infer<typeof RoleOffer>
export const roleOffer = entity('RoleOffer', RoleOffer, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'OFFER#{roleId}#{expiresAt}#{mailHash}',
  ttl: 'expiresAt',
})

/** Maps the hash of a token to its invitation. The token itself exists only in the mail. */
export const InviteToken = z.object({
  hash: text,
  orgId: text,
  mailHash: text,
  inviteId: text,
  expiresAt: text,
})
export type InviteToken = z.infer<typeof InviteToken>
export const inviteToken = entity('InviteToken', InviteToken, {
  expected: true,
  scope: 'tenant',
  pk: 'TOK#{hash}',
  sk: 'PTR',
  ttl: 'expiresAt',
})

export const mailHashOf = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The key of the invitation with this id; undefined for a malformed id. */
export const inviteKeyOf = (
  id: string,
): { readonly orgId: string; readonly mailHash: string } | undefined => {
  const [orgId, mailHash, serial, ...rest] = id.split('.')
  return orgId && mailHash && serial && rest.length === 0 ? { orgId, mailHash } : undefined
}

export const isOpen = ({ status, expiresAt }: OrgInvite, now: Date): boolean =>
  status === 'pending' && Date.parse(expiresAt) > now.getTime()

/**
 * A new token for an invitation's mail: 32 random bytes in hex. Undefined when the invitation is over, so that no mail
 * contains a dead link.
 */
export const mintInviteToken = async (
  table: Table,
  inviteId: string,
  now: Date,
): Promise<string | undefined> => {
  const inviteKey = inviteKeyOf(inviteId)
  const invite = inviteKey && (await table.get(orgInvite, inviteKey, { strong: true }))
  if (!invite || invite.id !== inviteId || !isOpen(invite, now)) return undefined
  const token = randomBytes(32).toString('hex')
  const { orgId, mailHash, expiresAt } = invite
  await table.put(inviteToken, { hash: tokenHashOf(token), orgId, mailHash, inviteId, expiresAt })
  return token
}

/** The invitation id of a mailed token. */
export const findInviteId = async (table: Table, token: string): Promise<string | undefined> => {
  if (!/^[0-9a-f]{64}$/.test(token)) return undefined
  return (await table.get(inviteToken, { hash: tokenHashOf(token) }, { strong: true }))?.inviteId
}

/** Open invitations of an address, ordered by expiry. */
export const listOpenInvites = async (
  table: Table,
  email: string,
  now: Date,
): Promise<readonly OrgInvite[]> => {
  const keyParams = { mailHash: mailHashOf(email) }
  const { items } = await table.list(orgInvite, {
    index: 'gsi1',
    keyParams,
    from: now.toISOString(),
    limit: 100,
  })
  return items
}

/** Roles of an invitation that could be deleted before it is accepted. */
const offersIn = ({ orgId, mailHash, expiresAt, roles }: OrgInvite): readonly RoleOffer[] =>
  roles.flatMap((roleId) => (isSystemRole({ _id: roleId }) ? [] : [{ orgId, roleId, expiresAt, mailHash }]))

/** The offers of a new invitation, each with the role's counter. The counter refuses if the role has been deleted. */
export const offerWrites = (
  invite: OrgInvite,
): { readonly counters: readonly Write[]; readonly offers: readonly Write[] } => {
  const offers = offersIn(invite)
  return {
    counters: offers.map(({ orgId, roleId }) =>
      update(orgRoleCount, { orgId, roleId }, { add: { offers: 1 } }, { exists: true }),
    ),
    offers: offers.map((offer) => put(roleOffer, offer)),
  }
}

/** Decides an open invitation: it leaves the list of its address and no longer offers roles. */
export const decisionWrites = (
  invite: OrgInvite,
  status: OrgInvite['status'],
  at: string,
): readonly Write[] => [
  put(orgInvite, { ...invite, status, decidedAt: at }, { equals: { id: invite.id, status: 'pending' } }),
  ...offersIn(invite).map((offer) => remove(roleOffer, offer)),
]
