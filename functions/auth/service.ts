import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { identityOf } from '../../lib/identity/caller.ts'
import { selfUserOf } from '../../lib/identity/people.ts'
import { session } from '../../lib/identity/records.ts'
import { tokensFor } from '../../lib/identity/sessions.ts'
import { type SignedIn, signIn } from '../../lib/identity/sign-in.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, InvalidCredentials, UserNotFound } from './contract.ts'
import { joinSchool } from './joining.ts'
import { proveByPassword, refuseTiredAddress } from './password-proof.ts'
import { refreshSession } from './refreshing.ts'
import { registerPerson } from './registration.ts'
import { findIdentity, findSelf } from './repository.ts'
import { requireSchoolOrPlatformRole, whereToRegister, whereToSignIn } from './school.ts'

const selfAt = ({ tenant }: Context, { member }: SignedIn, emailVerified: boolean) => {
  if (tenant.platform) return null
  return { ...selfUserOf(member ?? fail(UserNotFound)), emailVerified }
}

const welcome = (at: Context, signedIn: SignedIn, emailVerified: boolean) => ({
  user: selfAt(at, signedIn, emailVerified),
  adminMfaSetupRequired: false as const,
})

export const operations: Operations<typeof contract> = {
  async register({ school, ...wanted }, context) {
    const at = await whereToRegister(context, school, wanted.email)
    const registered = await registerPerson(at, wanted)
    return answer(welcome(at, registered, registered.emailVerified), {
      tokens: registered.tokens,
      status: registered.created ? 201 : 200,
    })
  },

  async login({ email, password, school }, context) {
    const identifier = email.toLowerCase()
    const at = await whereToSignIn(context, school, identifier)
    const [globalUserId] = await Promise.all([findIdentity(at.table, identifier), refuseTiredAddress(at)])
    const person = (await proveByPassword(at, globalUserId, identifier, password)) ?? fail(InvalidCredentials)
    requireSchoolOrPlatformRole(at, person)
    const signedIn = await signIn(at, person, { method: 'password' })
    return answer(welcome(at, signedIn, person.user.emailVerified), { tokens: signedIn.tokens })
  },

  async refreshToken(_, context) {
    return answer(undefined, { tokens: await refreshSession(context) })
  },

  async logout(_, { caller, device, issuer, now, table }) {
    const verdict = device.refreshToken ? await issuer.refreshClaims(device.refreshToken, now()) : 'invalid'
    const named = typeof verdict === 'object' ? verdict.claims : caller
    const { globalUserId, sid: id } = named ?? {}
    if (globalUserId && id) await table.remove(session, { globalUserId, id })
    return answer(undefined, { clearCookies: true })
  },

  async validateToken(_, { caller, table }) {
    const shown = {
      platformRoles: [...caller.platformRoles],
      communities: [...caller.communities],
      pendingOrgInvites: [],
      friendRequests: { received: [], sent: [] },
    }
    if (caller.tenantUserId === null) return { user: null, ...shown }
    const { member, emailVerified } = await findSelf(table, caller.tenantUserId, caller.globalUserId)
    return { user: { ...selfUserOf(member ?? fail(UserNotFound)), emailVerified }, ...shown }
  },

  async joinTenant(_, context) {
    const { caller, table, tenant } = context
    const joined = await joinSchool(context, identityOf(caller))
    const current = joined.person.sessions.find(({ id }) => id === caller.sid)
    const result = {
      user: { ...selfUserOf(joined.member), emailVerified: joined.person.user.emailVerified },
      alreadyMember: joined.alreadyMember,
      membership: { tenantKey: tenant.key, status: 'active' as const },
    }
    return answer(result, {
      message: joined.alreadyMember ? 'Already a member' : 'Joined tenant',
      ...(current ? { tokens: await tokensFor({ ...context, table }, current, joined.rights) } : {}),
    })
  },
}
