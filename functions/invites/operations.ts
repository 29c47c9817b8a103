import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { decisionWrites, inviteKeyOf } from '../../lib/identity/org/invites.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { addressOf } from '../../lib/identity/school/addresses.ts'
import type { Operations } from '../../lib/operation.ts'
import { acceptInvitation, declineInvitation, inviteeContextOf, requireToken } from './acceptance.ts'
import type { contract } from './contract.ts'
import { AlreadyInvited, AlreadyMember, InviteNotFound, InviteUnknown, TooManyInvites } from './failures.ts'
import { type InviteResult, sendInvites } from './invitation.ts'
import { listInvites, pendingInvitesOf } from './lists.ts'
import { findInvitationByToken, previewInvites } from './previews.ts'
import { findInvite, findPerson } from './repository.ts'

const maxInvites = 30

const welcome = ({ alreadyMember }: { alreadyMember: boolean }) =>
  answer({ alreadyMember }, alreadyMember ? { message: 'You are already a member' } : {})

const resultOf = (sent: InviteResult) => {
  if (!('failure' in sent)) return { email: sent.email, status: 'sent' as const, inviteId: sent.invite.id }
  const known = sent.failure === AlreadyMember || sent.failure === AlreadyInvited
  return {
    email: sent.email,
    status: known ? ('skipped' as const) : ('failed' as const),
    message: sent.failure.message,
  }
}

export const operations: Operations<typeof contract> = {
  async invite({ orgId: _, ...wanted }, context) {
    const [sent] = await sendInvites([wanted], context)
    if (!sent || 'failure' in sent) return fail(sent?.failure ?? AlreadyInvited)
    return { userExists: sent.userExists, inviteId: sent.invite.id }
  },

  previewInvites,

  async inviteBatch({ invites }, context) {
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
  },

  listInvites,

  async revokeInvite({ orgId, inviteId }, { table, now }) {
    const place = inviteKeyOf(inviteId)
    const invite = place?.orgId === orgId ? await findInvite(table, place) : undefined
    if (invite?.id !== inviteId) return fail(InviteNotFound)
    await table.commit(decisionWrites(invite, 'revoked', now().toISOString()), InviteNotFound)
    return undefined
  },

  async listPendingInvites(_, context) {
    const person = await findPerson(context.table, identityOf(context.caller))
    return person ? pendingInvitesOf(context, person) : []
  },

  async validateInvite({ token }, context) {
    return (await findInvitationByToken(context, token)) ?? fail(InviteUnknown)
  },

  async landOnInvite({ token }, context) {
    const found = await findInvitationByToken(context, token)
    // Old and new clients read the token under two different names.
    const query = found ? `invite_token=${token}&invite=${token}` : 'invite_error=invalid'
    const location = addressOf(context.tenant, 'register', {}, query)
    return answer(
      `<!doctype html><title>Invitation</title><a href="${location.replaceAll('&', '&amp;')}">Continue</a>\n`,
      {
        headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      },
    )
  },

  async acceptInviteByToken({ token }, context) {
    return welcome(
      await acceptInvitation(await requireToken(context, token), 'token', inviteeContextOf(context)),
    )
  },

  async declineInviteByToken({ token }, context) {
    await declineInvitation(await requireToken(context, token), 'token', inviteeContextOf(context))
    return undefined
  },

  async acceptInvite({ inviteId }, context) {
    return welcome(await acceptInvitation(inviteId, 'id', inviteeContextOf(context)))
  },

  async declineInvite({ inviteId }, context) {
    await declineInvitation(inviteId, 'id', inviteeContextOf(context))
    return undefined
  },
}
