import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import { tokensFor } from '../../lib/identity/session/sessions.ts'
import { isPending, type SignedIn } from '../../lib/identity/session/sign-in.ts'
import { isSetupRequired, secondStepReply } from '../../lib/identity/session/welcome.ts'
import { type Operations, type Prefetch, prefetching } from '../../lib/operation.ts'
import { memberWithInvitation, pendingInvitesOf, refuseOthersInvite } from '../invites/index.ts'
import { type contract, UserNotFound } from './contract.ts'
import { login, registrationContext } from './login.ts'
import { logout } from './logout.ts'
import { refreshToken } from './refresh.ts'
import { joinTenant, registerPerson } from './registration.ts'
import { mailRegistrationCode, proveRegistrationCode } from './registration-code.ts'
import { findSelf, selfRefs } from './repository.ts'

const readSelfAt = async ({ tenant, table }: Context, { member }: SignedIn, emailVerified: boolean) => {
  if (tenant.platform) return null
  return { ...(await readSelf(table, member ?? fail(UserNotFound))), emailVerified }
}

const signInReply = async (at: Context, signedIn: SignedIn, emailVerified: boolean) => ({
  user: await readSelfAt(at, signedIn, emailVerified),
  adminMfaSetupRequired: isSetupRequired(signedIn, at),
})

const prefetchSelf: Prefetch = ({ userId, globalUserId }) => ({
  late: userId ? selfRefs(userId, globalUserId) : [],
})

export const operations: Operations<typeof contract> = {
  async register({ school, invite_token: token, code, ...wanted }, context) {
    const at = await registrationContext(context, school, wanted.email)
    const isInvited = token !== undefined && !at.tenant.platform
    const inviteId = isInvited ? await refuseOthersInvite(at, token, wanted.email) : undefined
    const isMailed = code !== undefined || (isInvited && inviteId === undefined)
    const email = normalAddress(wanted.email)
    const mailed = isMailed ? await proveRegistrationCode(at, email, { code, token }) : undefined
    const registered = await registerPerson(at, wanted, { inviteId, mailed }).catch(
      async (error: unknown) => {
        if (mailed || at.tenant.platform) throw error
        return mailRegistrationCode(at, email, error)
      },
    )
    if (isPending(registered)) return secondStepReply(at, registered)
    const invited = registered.member && inviteId !== undefined
    const member = invited ? await memberWithInvitation(at, registered.member, inviteId) : registered.member
    return answer(await signInReply(at, { ...registered, member }, registered.emailVerified), {
      tokens: registered.tokens,
      status: registered.created ? 201 : 200,
    })
  },

  async login(input, context) {
    const { at, signedIn, self, emailVerified } = await login(input, context)
    if (isPending(signedIn)) return secondStepReply(at, signedIn)
    const reply = self
      ? { user: { ...self, emailVerified }, adminMfaSetupRequired: isSetupRequired(signedIn, at) }
      : await signInReply(at, signedIn, emailVerified)
    return answer(reply, { tokens: signedIn.tokens })
  },

  async refreshToken(_, context) {
    return answer(undefined, { tokens: await refreshToken(context) })
  },

  async logout(_, context) {
    const redirectUrl = await logout(context)
    return answer(redirectUrl === undefined ? {} : { redirectUrl }, { clearCookies: true })
  },

  validateToken: prefetching(prefetchSelf, async (_, context) => {
    const { caller, table } = context
    const commonFields = {
      platformRoles: [...caller.platformRoles],
      communities: [...caller.communities],
      pendingOrgInvites: [],
      friendRequests: { received: [], sent: [] },
    }
    if (caller.tenantUserId === null) return { user: null, ...commonFields }
    const { member, emailVerified } = await findSelf(table, caller.tenantUserId, caller.globalUserId)
    if (!member) return fail(UserNotFound)
    const ownAddress = { email: member.email, emailVerified: emailVerified === true }
    const [user, pendingOrgInvites] = await Promise.all([
      readSelf(table, member, caller),
      caller.plain ? [] : pendingInvitesOf(context, ownAddress),
    ])
    return { user: { ...user, emailVerified }, ...commonFields, pendingOrgInvites }
  }),

  async joinTenant(_, context) {
    const { caller, table, tenant } = context
    const joined = await joinTenant(context, identityOf(caller))
    const current = joined.person.sessions.find(({ id }) => id === caller.sid)
    const result = {
      user: {
        ...(await readSelf(table, joined.member, caller)),
        emailVerified: joined.person.user.emailVerified,
      },
      alreadyMember: joined.alreadyMember,
      membership: { tenantKey: tenant.key, status: 'active' as const },
    }
    return answer(result, {
      message: joined.alreadyMember ? 'Already a member' : 'Joined tenant',
      ...(current ? { tokens: await tokensFor({ ...context, table }, current, joined.rights) } : {}),
    })
  },
}
