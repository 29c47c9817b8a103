import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, remove, update, type Write } from '../../table/write.ts'
import { orgRoleCount } from './records.ts'
import { isSystemRole } from './roles.ts'

const text = z.string()

/**
 * An invitation to an organization: one per organization and address, so that a new one
 * takes the place of one that is over. Past `expiresAt` it cannot be accepted; it is kept a while for the list.
 */
export const OrgInvite = z.object({
  orgId: text,
  mailHash: text,
  /** `<orgId>.<mailHash>.<ulid>`: it leads to its place and tells this invitation from the one before. */
  id: text,
  email: text,
  /** Ids of roles, and their names at that time. */
  roles: z.array(text),
  roleNames: z.array(text),
  /** A tenant user, or the global id of an administrator. */
  invitedBy: text,
  /** Copies for who reads the invitation. */
  inviter: z.object({ name: text, username: text }),
  org: z.object({ org_name: text, org_profile_image: text }),
  /** Whoever had the address here when it was sent. */
  userId: z.optional(text),
  status: z.enum(['pending', 'accepted', 'declined', 'revoked']),
  createdAt: text,
  decidedAt: z.optional(text),
  /** When it made its addressee a member of the school. It does so once, accepted or not. */
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
 * That a role is offered by an invitation, until the invitation is decided or ends. They stand in the order in which they
 * end, so that those still open are read by themselves.
 */
export const RoleOffer = z.object({ orgId: text, roleId: text, expiresAt: text, mailHash: text })
export type RoleOffer = z.infer<typeof RoleOffer>
export const roleOffer = entity('RoleOffer', RoleOffer, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'OFFER#{roleId}#{expiresAt}#{mailHash}',
  ttl: 'expiresAt',
})

/** Leads from the hash of a token to the invitation it was mailed for. The token itself is nowhere but in the mail. */
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

/** Where an invitation of this id is kept; undefined for what is no such id. */
export const inviteKeyOf = (
  id: string,
): { readonly orgId: string; readonly mailHash: string } | undefined => {
  const [orgId, mailHash, serial, ...rest] = id.split('.')
  return orgId && mailHash && serial && rest.length === 0 ? { orgId, mailHash } : undefined
}

export const isOpen = ({ status, expiresAt }: OrgInvite, now: Date): boolean =>
  status === 'pending' && Date.parse(expiresAt) > now.getTime()

/**
 * A new token for the mail of an invitation: 32 random bytes in hex. Undefined when the invitation is over, so that
 * nobody gets a mail that leads nowhere.
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

/** The id of the invitation that a token was mailed for. */
export const findInviteId = async (table: Table, token: string): Promise<string | undefined> => {
  if (!/^[0-9a-f]{64}$/.test(token)) return undefined
  return (await table.get(inviteToken, { hash: tokenHashOf(token) }, { strong: true }))?.inviteId
}

/** Open invitations of an address, the next to end first. */
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

/** The roles of an invitation that could be deleted meanwhile. */
const offersIn = ({ orgId, mailHash, expiresAt, roles }: OrgInvite): readonly RoleOffer[] =>
  roles.flatMap((roleId) => (isSystemRole({ _id: roleId }) ? [] : [{ orgId, roleId, expiresAt, mailHash }]))

/** What a new invitation offers, each with the counter of the role: it refuses when the role is gone by now. */
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

/** An open invitation that is decided. It leaves the list of its address with that, and offers nothing any more. */
export const decisionWrites = (
  invite: OrgInvite,
  status: OrgInvite['status'],
  at: string,
): readonly Write[] => [
  put(orgInvite, { ...invite, status, decidedAt: at }, { equals: { id: invite.id, status: 'pending' } }),
  ...offersIn(invite).map((offer) => remove(roleOffer, offer)),
]
