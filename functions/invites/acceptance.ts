import type { Context } from '../../lib/context.ts'
import { Failure, fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { answer } from '../../lib/contract/reply.ts'
import {
  decisionWrites,
  findInviteId,
  inviteKeyOf,
  isOpen,
  mailHashOf,
  type OrgInvite,
} from '../../lib/identity/org/invites.ts'
import {
  type MembershipChange,
  maxMemberships,
  membershipSteps,
  newMember,
  personCopiesOf,
  withoutTerm,
} from '../../lib/identity/org/membership.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRoles,
  ownerRole,
  roleNamesOf,
} from '../../lib/identity/org/organizations.ts'
import type { Organization } from '../../lib/identity/org/records.ts'
import { allowsUnverifiedAddress } from '../../lib/identity/person/addresses.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { GlobalUser, TenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { findAdmission } from '../policies/index.ts'
import type { contract } from './contract.ts'
import {
  EmailUnproven,
  InviteEmailMismatch,
  InviteExpired,
  InviteForAnother,
  InviteNotFound,
  InviteOver,
  InviteUnknown,
  MembershipSuspended,
  TokenRequired,
  TooManyMemberships,
} from './failures.ts'
import { closeApplication, findInvite, findPerson, readAcceptance } from './repository.ts'

type Rows = (typeof contract)['rows']

/** The person who accepts: a caller, or a person who has just registered. */
type InviteeContext = Pick<Context, 'table' | 'settings' | 'now' | 'newId'> & {
  readonly caller: { readonly tenantUserId: string; readonly globalUserId: string }
}

/**
 * Proof that an invitation belongs to the person. A token was mailed to the address. Without a token the account's own
 * address must be verified.
 */
type InviteProof = 'token' | 'id'

/** Only the account with the invited address may accept. */
const requireInvitee = (
  person: GlobalUser | undefined,
  { mailHash }: OrgInvite,
  way: InviteProof,
  { settings }: InviteeContext,
): void => {
  if (!person || mailHashOf(person.email) !== mailHash) fail(InviteForAnother)
  if (way === 'id' && !person?.emailVerified && !allowsUnverifiedAddress(settings)) fail(EmailUnproven)
}

/** The invitation's roles that still exist; at least the member role. */
const remainingRoles = ({ roles: requested }: OrgInvite, { roles }: OrgRoles): string[] => {
  const left = requested.filter((id) => id !== ownerRole && roles.some(({ _id }) => _id === id))
  return left.length > 0 ? left : [memberRole]
}

type AcceptanceFacts = Awaited<ReturnType<typeof readAcceptance>>

/** A person who accepts is a member by choice. */
const withoutDraftMark = ({ drafted: _, ...member }: OrgMember): OrgMember => member

/** The membership change of an acceptance. */
const membershipChangeFor = (
  { member: before, user, roles: catalogue }: AcceptanceFacts,
  invite: OrgInvite,
  { caller, now }: InviteeContext,
): MembershipChange => {
  if (!user || !catalogue) return fail(OrganizationNotFound)
  if (before?.status === 'suspended') fail(MembershipSuspended)
  if (user.clubAssociations.length >= maxMemberships) fail(TooManyMemberships)
  const at = now().toISOString()
  const roles = remainingRoles(invite, catalogue)
  const assigned = { assignedBy: invite.invitedBy, assigner: invite.inviter }
  const after = before
    ? {
        ...withoutTerm(withoutDraftMark(before)),
        ...personCopiesOf(user),
        ...assigned,
        roles,
        status: 'active' as const,
        joinedAt: at,
        assignedAt: at,
      }
    : newMember(user, at, { ...assigned, orgId: invite.orgId, roles })
  const history = {
    action: 'joined' as const,
    actorUserId: caller.tenantUserId,
    roles: roleNamesOf({ roles }, catalogue),
  }
  return { before, after, user, history }
}

const requireOpen = (invite: OrgInvite, now: Date): void => {
  if (invite.status !== 'pending') fail(InviteOver)
  if (!isOpen(invite, now)) fail(InviteExpired)
}

/** One attempt to accept. Undefined after a conflict. */
const tryAccept = async (
  inviteId: string,
  way: InviteProof,
  context: InviteeContext,
): Promise<{ alreadyMember: boolean } | undefined> => {
  const { table, caller, now } = context
  const inviteKey = inviteKeyOf(inviteId) ?? fail(InviteNotFound)
  const ids = { userId: caller.tenantUserId, globalUserId: caller.globalUserId }
  const [facts, admission] = await Promise.all([
    readAcceptance(table, inviteKey, ids),
    findAdmission(table, inviteKey.orgId),
  ])
  const { invite, roles, person, member, application } = facts
  if (invite?.id !== inviteId) return fail(InviteNotFound)
  requireInvitee(person, invite, way, context)
  if (!roles || roles.deletedAt !== undefined) return fail(OrganizationNotFound)
  const at = now().toISOString()
  if (member?.status === 'active') {
    if (invite.status === 'pending') await table.write(decisionWrites(invite, 'accepted', at))
    return { alreadyMember: true }
  }
  requireOpen(invite, now())
  const steps = admission.steps(
    membershipSteps(context, invite.orgId, [membershipChangeFor(facts, invite, context)]),
  )
  const written = await table.write([
    ...steps.map(({ write }) => write),
    ...decisionWrites(invite, 'accepted', at),
    ...closeApplication(
      application,
      { orgId: invite.orgId, userId: caller.tenantUserId },
      invite.invitedBy,
      at,
    ),
  ])
  if (written.ok) return { alreadyMember: false }
  const card = written.failed.find((index) => steps[index]?.of === 'organization')
  if (card !== undefined) admission.refuse(written.found[card] as Organization | undefined)
  return undefined
}

/**
 * Makes the caller a member with all roles of the invitation (rules/invites 10). One transaction changes the
 * membership, counters, the person's own list and the invitation.
 */
export const acceptInvitation = async (
  inviteId: string,
  way: InviteProof,
  context: InviteeContext,
): Promise<{ alreadyMember: boolean }> => {
  return context.table.retryOnConflict(async () => {
    const outcome = await tryAccept(inviteId, way, context)
    if (outcome) return outcome
    return conflicted
  })
}

/** Declines the caller's invitation. One that is no longer pending stays as it is. */
export const declineInvitation = async (
  inviteId: string,
  way: InviteProof,
  context: InviteeContext,
): Promise<void> => {
  const { table, caller, now } = context
  const inviteKey = inviteKeyOf(inviteId) ?? fail(InviteNotFound)
  const [invite, person] = await Promise.all([
    findInvite(table, inviteKey),
    findPerson(table, caller.globalUserId),
  ])
  if (invite?.id !== inviteId) return fail(InviteNotFound)
  requireInvitee(person, invite, way, context)
  if (invite.status !== 'pending') return
  await table.commit(decisionWrites(invite, 'declined', now().toISOString()))
}

/** The caller as an invitee. Legacy tokens contain no address. */
export const inviteeContextOf = (context: Context<'member'>): InviteeContext => {
  const { tenantUserId } = context.caller
  return { ...context, caller: { tenantUserId, globalUserId: identityOf(context.caller) } }
}

/** The invitation of a mailed token. */
export const requireToken = async (
  { table }: Pick<Context, 'table'>,
  token: string | undefined,
): Promise<string> => {
  const given = token?.trim() || fail(TokenRequired)
  return (await findInviteId(table, given)) ?? fail(InviteUnknown)
}

/**
 * The id of the invitation used for a registration, if its token is still valid. An invitation for another address
 * rejects the registration before anything is written (rules/invites 17).
 */
export const refuseOthersInvite = async (
  { table }: Pick<InviteeContext, 'table'>,
  token: string | undefined,
  email: string,
): Promise<string | undefined> => {
  const inviteId = token === undefined ? undefined : await findInviteId(table, token)
  if (inviteId === undefined) return undefined
  return inviteKeyOf(inviteId)?.mailHash === mailHashOf(email) ? inviteId : fail(InviteEmailMismatch)
}

/**
 * Makes a newly registered person a member with all roles of their invitation. The mailed token has verified the
 * address. Returns the person's record after that. An invitation that is no longer pending, or a deleted organization,
 * does not affect the sign-in.
 */
export const memberWithInvitation = async (
  at: Omit<InviteeContext, 'caller'>,
  member: TenantUser,
  inviteId: string,
): Promise<TenantUser> => {
  const caller = { tenantUserId: member.id, globalUserId: member.globalUserId }
  try {
    await acceptInvitation(inviteId, 'token', { ...at, caller })
  } catch (error) {
    if (error instanceof Failure) return member
    throw error
  }
  const orgId = inviteKeyOf(inviteId)?.orgId
  const clubs = member.clubAssociations
  return orgId === undefined || clubs.includes(orgId)
    ? member
    : { ...member, clubAssociations: [...clubs, orgId] }
}

const welcome = ({ alreadyMember }: { alreadyMember: boolean }) =>
  answer({ alreadyMember }, alreadyMember ? { message: 'You are already a member' } : {})

export const acceptInviteByToken: Operation<Rows['acceptInviteByToken']> = async ({ token }, context) =>
  welcome(await acceptInvitation(await requireToken(context, token), 'token', inviteeContextOf(context)))

export const declineInviteByToken: Operation<Rows['declineInviteByToken']> = async ({ token }, context) => {
  await declineInvitation(await requireToken(context, token), 'token', inviteeContextOf(context))
  return undefined
}

export const acceptInvite: Operation<Rows['acceptInvite']> = async ({ inviteId }, context) =>
  welcome(await acceptInvitation(inviteId, 'id', inviteeContextOf(context)))

export const declineInvite: Operation<Rows['declineInvite']> = async ({ inviteId }, context) => {
  await declineInvitation(inviteId, 'id', inviteeContextOf(context))
  return undefined
}
