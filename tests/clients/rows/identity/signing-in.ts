import { invitationIn } from '../../../support/outbox.ts'
import { password, registered } from '../../../support/people.ts'
import { founded } from '../../../support/societies.ts'
import type { SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

/** Somebody whom nothing else happens to. */
let others = 0
export const another = (w: Scene['w']) => {
  others += 1
  return registered(w, `another${others}`, { username: `another${others}`, name: `Another ${others}` })
}

const code = async ({ w }: Scene, email: string): Promise<string> => {
  await w.deliver()
  return w.codeFor(email)
}

/** Somebody who has asked for a code to set a new password. */
const forgetful = async (scene: Scene) => {
  const { email } = await another(scene.w)
  await happened(scene.w.device().forgotPassword({ email }))
  return { email, code: await code(scene, email) }
}

const signed = {
  'data.user._id': 'text',
  'data.user.username': 'text',
  'data.user.roles': 'list',
} as const

export const signingIn: readonly SheetRow[] = [
  { call: 'POST /auth/saml/logout', sends: async ({ w }) => ({ from: (await another(w)).device, body: {} }) },
  {
    call: 'POST /register',
    sends: ({ w }) => ({ body: { email: w.email('newcomer'), password, username: 'newcomer' } }),
    reads: signed,
  },
  {
    call: 'POST /register',
    when: 'with an invitation to another address',
    sends: async ({ w, orgId, people }) => {
      const email = w.email('invitee')
      await happened(people.owner.device.invite({ orgId, email }))
      await w.deliver()
      const invite_token = invitationIn(w.mails, email)
      return { body: { email: w.email('else'), password, username: 'somebodyelse', invite_token } }
    },
    refused: 400,
  },
  {
    call: 'POST /login',
    sends: async ({ w }) => ({ body: { email: (await another(w)).email, password } }),
    reads: { ...signed, 'data.user.globalUserId': 'text' },
  },
  {
    call: 'POST /login',
    when: 'by a username',
    sends: async ({ w }) => ({ body: { email: (await another(w)).user.username, password } }),
    reads: signed,
  },
  {
    call: 'POST /refresh-token',
    sends: async ({ w }) => ({ from: (await another(w)).device, body: {} }),
  },
  { call: 'POST /refresh-token', when: 'by nobody', sends: () => ({ body: {} }), refused: 401 },
  { call: 'POST /logout', sends: async ({ w }) => ({ from: (await another(w)).device, body: {} }) },
  {
    call: 'GET /validate-token',
    as: 'member',
    sends: async ({ w, people }) => {
      const { orgId } = await founded(people.owner, { org_name: 'Inviting club' })
      await happened(people.owner.device.invite({ orgId, email: people.member.email, role: 'officer' }))
      await w.deliver()
      return {}
    },
    reads: {
      ...signed,
      'data.user.name': 'text',
      'data.user.email': 'text',
      'data.user.picture': 'text?',
      'data.user.tags': 'list',
      'data.user.onboarded': 'flag',
      'data.user.clubAssociations[].org_name': 'text',
      'data.user.affiliatedEmail': 'text?',
      'data.user.affiliatedEmailVerified': 'flag?',
      'data.user.samlProvider': 'text?',
      'data.user.googleId': 'flag?',
      'data.user.appleId': 'flag?',
      'data.platformRoles': 'list',
      'data.communities': 'list',
      'data.friendRequests.received': 'list',
      'data.friendRequests.sent': 'list',
      'data.pendingOrgInvites[]._id': 'text',
      'data.pendingOrgInvites[].org.org_name': 'text',
      'data.pendingOrgInvites[].org.org_profile_image': 'text?',
      'data.pendingOrgInvites[].role': 'text',
      'data.pendingOrgInvites[].invitedBy.name': 'text',
    },
  },
  {
    call: 'POST /google-login',
    sends: async ({ w }) => {
      const idToken = await w.providers.idToken('google', { email: w.email('googled'), email_verified: true })
      w.providers.codes.set('4/code', idToken)
      return {
        body: {
          code: '4/code',
          isRegister: true,
          url: `http://${w.home}.localhost/register?code=4/code`,
          codeVerifier: null,
        },
      }
    },
    reads: signed,
  },
  {
    call: 'POST /apple-login',
    when: 'with nothing that Apple has signed',
    sends: () => ({ body: { idToken: 'none', user: null } }),
    refused: 401,
  },
  { call: 'POST /forgot-password', sends: async ({ w }) => ({ body: { email: (await another(w)).email } }) },
  { call: 'POST /verify-code', sends: async (scene) => ({ body: await forgetful(scene) }) },
  {
    call: 'POST /reset-password',
    sends: async (scene) => ({ body: { ...(await forgetful(scene)), newPassword: 'another long password' } }),
  },
  {
    call: 'POST /verify-email',
    sends: ({ w }) => ({ body: { email: w.email('checked') } }),
    reads: { 'data.result': 'text' },
  },
  {
    call: 'POST /verify-affiliated-email/request',
    as: 'member',
    sends: ({ w }) => ({ body: { email: w.email('affiliate') } }),
  },
  {
    call: 'POST /verify-affiliated-email/verify',
    as: 'member',
    sends: async (scene) => {
      const email = scene.w.email('affiliate')
      return { body: { email, code: await code(scene, email) } }
    },
  },
  { call: 'POST /verify-affiliated-email/unlink', as: 'member' },
]
