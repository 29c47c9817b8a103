import { safeParse } from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { Failure, type FailureKind, fail, settleInOrder } from '../../lib/contract/failure.ts'
import { RateLimited } from '../../lib/contract/failures.ts'
import { Email } from '../../lib/contract/fields.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { answer } from '../../lib/contract/reply.ts'
import { days } from '../../lib/contract/time.ts'
import { silentSpendWrite, spend } from '../../lib/identity/limit/limits.ts'
import { requireProvenAddress, spenderOf, spendMails } from '../../lib/identity/limit/mail-budget.ts'
import {
  decisionWrites,
  inviteKeyOf,
  isOpen,
  mailHashOf,
  type OrgInvite,
  offerWrites,
} from '../../lib/identity/org/invites.ts'
import { memberRole, type OrgRights, ownerRole, roleNamesOf } from '../../lib/identity/org/organizations.ts'
import { actingRank, canGrant, isSystemRole, permissionsOf, rankOf } from '../../lib/identity/org/roles.ts'
import { allowsUnverifiedAddress } from '../../lib/identity/person/addresses.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue, notificationDue } from '../../lib/outbox.ts'
import { isHeldBack, managementConfig } from '../policies/index.ts'
import type { contract } from './contract.ts'
import { inviteLimits } from './contract.ts'
import {
  AlreadyInvited,
  AlreadyMember,
  CannotAssignRole,
  EmailInvalid,
  EmailRequired,
  InviteNotFound,
  OrgPending,
  OwnerByTransferOnly,
  PermissionNotHeld,
  RoleNotFound,
  TooManyInvites,
} from './failures.ts'
import { findInvite, findInvited, findOrganization, inviteWrite } from './repository.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>

export type InviteRequest = {
  readonly email?: string | undefined
  readonly role?: string | undefined
  readonly roles?: readonly string[] | undefined
}

/** The result of one requested invitation. */
export type InviteResult =
  | { readonly email: string; readonly invite: OrgInvite; readonly userExists: boolean }
  | { readonly email: string; readonly failure: FailureKind }

const inviteSeconds = 7 * days
const keptSeconds = 30 * days

const addressOf = (given: string | undefined): string => {
  const requested = given?.trim() || fail(EmailRequired, { field: 'email' })
  const { success, data } = safeParse(Email, requested)
  return success ? data : fail(EmailInvalid, { field: 'email' })
}

/**
 * Ids of the offered roles. Callers cannot offer a role above their own rank or rights. Only a transfer moves the owner
 * role.
 */
const resolveRoles = ({ role, roles }: InviteRequest, rights: OrgRights): string[] => {
  const names = roles && roles.length > 0 ? roles : [role ?? memberRole]
  const ids = names.map(
    (requested) =>
      rights.roles.roles.find(({ name, _id }) => name === requested || _id === requested)?._id ??
      fail(RoleNotFound),
  )
  if (ids.includes(ownerRole)) fail(OwnerByTransferOnly)
  if (rankOf(rights.roles, ids) < actingRank(rights)) fail(CannotAssignRole)
  if (!canGrant(rights, permissionsOf(rights.roles, ids))) fail(PermissionNotHeld)
  return [...new Set(ids)]
}

/** The organization's name in its invitations. A pending organization may not invite unless the school permits it. */
const requireInviter = async ({ table }: OrgContext, orgId: string): Promise<OrgInvite['org']> => {
  const [card, config] = await Promise.all([
    findOrganization(table, orgId),
    table.get(managementConfig, {}, { strong: true }),
  ])
  if (isHeldBack(config, 'manage_members', card)) fail(OrgPending)
  return { org_name: card?.org_name ?? '', org_profile_image: card?.org_profile_image ?? '' }
}

type InviteOffer = { readonly email: string; readonly roles: string[] }

/** The requested invitations, each with its failure if it has one. */
const checkRequests = (
  requested: readonly InviteRequest[],
  rights: OrgRights,
): readonly (InviteOffer | InviteResult)[] => {
  const seen = new Set<string>()
  return requested.map((each) => {
    try {
      const email = addressOf(each.email)
      if (seen.has(email)) fail(AlreadyInvited)
      seen.add(email)
      return { email, roles: resolveRoles(each, rights) }
    } catch (error) {
      if (error instanceof Failure) return { email: each.email?.trim() ?? '', failure: error.kind }
      throw error
    }
  })
}

const newInvite = (
  { caller, now, newId }: OrgContext,
  org: OrgInvite['org'],
  { email, roles }: InviteOffer,
  userId: string | undefined,
): OrgInvite => {
  const { org: rights, tenantUserId, globalUserId } = caller
  const { orgId } = rights.roles
  const mailHash = mailHashOf(email)
  const at = now().getTime()
  const after = (seconds: number) => new Date(at + seconds * 1000).toISOString()
  const { name = 'An administrator', username = '' } = rights.member ?? {}
  return {
    orgId,
    mailHash,
    id: `${orgId}.${mailHash}.${newId()}`,
    email,
    roles,
    roleNames: roleNamesOf({ roles }, rights.roles),
    invitedBy: tenantUserId ?? globalUserId ?? 'unknown',
    inviter: { name, username },
    org,
    userId,
    status: 'pending',
    createdAt: after(0),
    expiresAt: after(inviteSeconds),
    purgeAt: after(keptSeconds),
  }
}

/**
 * Stores the invitation with its mail. A person with that verified address also gets a notification with both answers.
 */
const send = async (
  context: OrgContext,
  invite: OrgInvite,
  before: OrgInvite | undefined,
  proven: boolean,
): Promise<InviteResult> => {
  const { email, userId, org, inviter, id } = invite
  const { tenantUserId } = context.caller
  const limits = [
    silentSpendWrite(context, 'invite-address', inviteLimits.address, `${invite.orgId} ${email}`),
    silentSpendWrite(context, 'invite-mailbox', inviteLimits.mailbox, email),
  ]
  const params = { orgName: org.org_name, inviterName: inviter.name }
  const answers = [
    {
      id: 'accept',
      label: 'Accept',
      type: 'api_call' as const,
      operation: 'invites.accept',
      payload: { inviteId: id },
    },
    {
      id: 'decline',
      label: 'Decline',
      type: 'api_call' as const,
      operation: 'invites.decline',
      payload: { inviteId: id },
    },
  ]
  const { counters, offers } = offerWrites(invite)
  const written = await context.table.write([
    inviteWrite(invite, before),
    ...limits,
    ...counters,
    ...offers,
    mailDue(context, { template: 'org_invite', to: email, params: { ...params, inviteId: id } }),
    ...(userId && (proven || allowsUnverifiedAddress(context.settings))
      ? [
          notificationDue(context, {
            template: 'org_invite',
            to: { kind: 'users', ids: [userId] },
            cause: `invite.${id}`,
            params,
            // An administrator from outside the school is no person of the school.
            ...(tenantUserId ? { namedPeople: { [tenantUserId]: inviter.name } } : {}),
            metadata: { orgId: invite.orgId, inviteId: id },
            actions: answers,
          }),
        ]
      : []),
  ])
  if (written.ok) return { email, invite, userExists: context.caller.org.isAdmin && userId !== undefined }
  if (written.failed.some((at) => at === 1 || at === 2)) return { email, failure: RateLimited }
  return { email, failure: written.failed.includes(0) ? AlreadyInvited : RoleNotFound }
}

/** Limit of concurrent invitations that change the same role counter. More would mostly conflict. */
const maxConcurrent = 5

const offersRole = (offer: InviteOffer | InviteResult): boolean =>
  'roles' in offer && offer.roles.some((roleId) => !isSystemRole({ _id: roleId }))

/** Sends all in their order. Those that offer more than the member role go a few at a time. */
const sendInTurns = async (
  offers: readonly (InviteOffer | InviteResult)[],
  carryOut: (offer: InviteOffer | InviteResult) => Promise<InviteResult>,
): Promise<readonly InviteResult[]> => {
  const sent: Promise<InviteResult>[] = []
  for (const [at, offer] of offers.entries()) {
    const shared = offers.slice(0, at).filter(offersRole).length
    if (offersRole(offer) && shared > 0 && shared % maxConcurrent === 0) await Promise.all(sent)
    sent.push(carryOut(offer))
  }
  return Promise.all(sent)
}

/** Sends invitations, each in its own transaction. One failure does not stop the others. */
export const sendInvites = async (
  requested: readonly InviteRequest[],
  context: OrgContext,
): Promise<readonly InviteResult[]> => {
  const { caller, table, tenant, now } = context
  const { orgId } = caller.org.roles
  const offers = checkRequests(requested, caller.org)
  const hashes = new Map(
    offers.flatMap((offer) => ('roles' in offer ? [[offer.email, mailHashOf(offer.email)]] : [])),
  )
  const [org, found] = await settleInOrder([
    requireInviter(context, orgId),
    findInvited(table, tenant.key, orgId, hashes),
    requireProvenAddress(context),
    spend(context, 'invite', inviteLimits.person, spenderOf(context), Math.max(1, requested.length)),
  ])
  const places = [...hashes.keys()]
  const refusal = (email: string): FailureKind | undefined => {
    const at = places.indexOf(email)
    const before = found.invites[at]
    if (found.members[at]?.status === 'active') return AlreadyMember
    return before && isOpen(before, now()) ? AlreadyInvited : undefined
  }
  await spendMails(context, 'typed', orgId, places.filter((email) => !refusal(email)).length)
  return sendInTurns(offers, async (offer) => {
    if (!('roles' in offer)) return offer
    const { email } = offer
    const failure = refusal(email)
    if (failure) return { email, failure }
    const at = places.indexOf(email)
    const invite = newInvite(context, org, offer, found.users[at]?.id)
    return send(context, invite, found.invites[at], found.proven[at] === true)
  })
}

const maxInvites = 30

const resultOf = (sent: InviteResult) => {
  if (!('failure' in sent)) return { email: sent.email, status: 'sent' as const, inviteId: sent.invite.id }
  const known = sent.failure === AlreadyMember || sent.failure === AlreadyInvited
  return {
    email: sent.email,
    status: known ? ('skipped' as const) : ('failed' as const),
    message: sent.failure.message,
  }
}

export const invite: Operation<Rows['invite']> = async ({ orgId: _, ...requested }, context) => {
  const [sent] = await sendInvites([requested], context)
  if (!sent || 'failure' in sent) return fail(sent?.failure ?? AlreadyInvited)
  return { userExists: sent.userExists, inviteId: sent.invite.id }
}

export const inviteBatch: Operation<Rows['inviteBatch']> = async ({ invites }, context) => {
  if (!invites || invites.length > maxInvites) return fail(TooManyInvites)
  const results = (await sendInvites(invites, context)).map(resultOf)
  const count = (status: string) => results.filter((result) => result.status === status).length
  const errors = results.flatMap(({ email, status, message = '' }) =>
    status === 'failed' ? [{ email, message }] : [],
  )
  const sent = count('sent')
  return answer(
    { sent, skipped: count('skipped'), errors, results },
    { message: `${sent} invitation(s) sent`, status: sent > 0 ? 201 : 200 },
  )
}

export const revokeInvite: Operation<Rows['revokeInvite']> = async ({ orgId, inviteId }, { table, now }) => {
  const place = inviteKeyOf(inviteId)
  const invite = place?.orgId === orgId ? await findInvite(table, place) : undefined
  if (invite?.id !== inviteId) return fail(InviteNotFound)
  const { ok } = await table.write(decisionWrites(invite, 'revoked', now().toISOString()))
  return ok ? undefined : fail(InviteNotFound)
}
