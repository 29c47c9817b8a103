import { invitationIn } from '../../../support/outbox.ts'
import { founded } from '../../../support/societies.ts'
import type { SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'
import { another } from '../identity/signing-in.ts'

/** Somebody of the school is invited to a club of their own. */
const invited = async ({ w, people }: Scene) => {
  const { orgId } = await founded(people.owner)
  const guest = await another(w)
  await happened(people.owner.device.invite({ orgId, email: guest.email, role: 'officer' }))
  await w.deliver()
  const { body } = await happened(guest.device.listPendingInvites())
  return {
    orgId,
    from: guest.device,
    token: invitationIn(w.mails, guest.email),
    inviteId: body.data[0]._id as string,
  }
}

export const invites: readonly SheetRow[] = [
  {
    call: 'POST /org-invites/:orgId/invite',
    as: 'owner',
    sends: ({ w, orgId }) => ({ path: { orgId }, body: { email: w.email('asked'), role: 'member' } }),
    reads: { 'data.userExists': 'flag' },
  },
  {
    call: 'POST /org-invites/:orgId/batch-preview',
    as: 'owner',
    sends: async ({ w, orgId, people }) => {
      const email = w.email('invited')
      await happened(people.owner.device.invite({ orgId, email }))
      return { path: { orgId }, body: { emails: [email, w.email('new'), people.member.email] } }
    },
    reads: {
      'data.members[]': 'text',
      'data.invited[]': 'text',
      'data.toInvite[].email': 'text',
      'data.toInvite[].user': 'object?',
      'data.toInvite[].role': 'text?',
    },
  },
  {
    call: 'POST /org-invites/:orgId/invite-batch',
    as: 'owner',
    sends: ({ w, orgId }) => ({
      path: { orgId },
      body: { invites: [{ email: w.email('batched'), role: 'officer', roles: ['officer'] }] },
    }),
    reads: { 'data.sent': 'number', 'data.skipped': 'number', 'data.errors': 'list' },
  },
  {
    call: 'GET /org-invites/:orgId',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: {
      'data[]._id': 'text',
      'data[].email': 'text',
      'data[].role': 'text',
      'data[].status': 'text',
      'data[].expires_at': 'text',
      'data[].invited_by.name': 'text',
    },
  },
  {
    call: 'GET /org-invites/validate/:token',
    sends: async (scene) => ({ path: { token: (await invited(scene)).token } }),
    reads: { 'data.email': 'text', 'data.orgName': 'text', 'data.inviterName': 'text' },
  },
  {
    call: 'GET /org-invites/landing/:token',
    sends: async (scene) => ({ path: { token: (await invited(scene)).token } }),
    leadsWith: ['invite_token', 'invite'],
  },
  {
    call: 'POST /org-invites/accept-by-token',
    sends: async (scene) => {
      const { token, from } = await invited(scene)
      return { from, body: { token } }
    },
  },
  {
    call: 'POST /org-invites/decline-by-token',
    sends: async (scene) => {
      const { token, from } = await invited(scene)
      return { from, body: { token } }
    },
  },
  {
    call: 'POST /org-invites/:inviteId/accept',
    sends: async (scene) => {
      const { inviteId, from } = await invited(scene)
      return { from, path: { inviteId }, body: {} }
    },
  },
  {
    call: 'POST /org-invites/:inviteId/decline',
    sends: async (scene) => {
      const { inviteId, from } = await invited(scene)
      return { from, path: { inviteId }, body: {} }
    },
  },
]
