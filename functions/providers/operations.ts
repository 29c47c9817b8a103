import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { atSchool } from '../../lib/identity/school/tenants.ts'
import type { Operations } from '../../lib/operation.ts'
import { nameOf, receiveAppleAnswer } from './apple-callback.ts'
import { type contract, startLimits, wayLimits } from './contract.ts'
import { linkIdentity, requireLinker, requireOwner, unlinkWay, waysOf } from './linked-accounts.ts'
import {
  appleCallback,
  beginRequest,
  requireAnsweredRequest,
  requirePath,
  requireRedirect,
} from './requests.ts'
import { IdTokenMissing, ProofMissing } from './shapes.ts'
import { proveByProvider, signInWith, withAnsweredRequest } from './sign-in.ts'

const refuseTwoProofs = (code: string | undefined, idToken: string | undefined): void => {
  const message = 'Send either a code or an ID token'
  if (code !== undefined && idToken !== undefined)
    fail(ValidationError, { field: 'idToken', details: [{ field: 'idToken', message }] })
}

const spendStart = (context: Context): Promise<void> =>
  spend(context, 'provider-start', startLimits.address, context.device.address)

const startReply = ({ begun: request, mark }: Awaited<ReturnType<typeof beginRequest>>) =>
  answer(request, mark === undefined ? {} : { mark })

const spendWay = (context: Context, globalUserId: string): Promise<void> =>
  spend(context, 'ways', wayLimits.account, globalUserId)

export const operations: Operations<typeof contract> = {
  async googleLogin({ code, idToken, codeVerifier, url, state, school }, context) {
    const verifier = codeVerifier ?? undefined
    if (code === undefined && idToken === undefined) fail(ProofMissing)
    refuseTwoProofs(code, idToken)
    const at = await atSchool(context, school)
    const popUp = url === undefined || url === 'postmessage'
    const redirectUri = popUp ? undefined : requireRedirect(url, at)
    const shown = await withAnsweredRequest(at, 'google', state, { code, idToken, verifier, redirectUri })
    return signInWith(at, 'google', shown)
  },

  async appleLogin({ idToken = fail(IdTokenMissing), user, state, school }, context) {
    const at = await atSchool(context, school)
    const shown = await withAnsweredRequest(at, 'apple', state, { idToken })
    return signInWith(at, 'apple', shown, nameOf(user))
  },

  async startGoogleLogin({ url, school }, context) {
    const at = await atSchool(context, school)
    const redirectUri = url === undefined ? undefined : requireRedirect(url, at)
    await spendStart(context)
    return startReply(await beginRequest(at, 'google', { purpose: 'sign-in', redirectUri }))
  },

  async startAppleLogin({ path }, context) {
    const requestedPath = path === undefined ? undefined : requirePath(path, context)
    await spendStart(context)
    const redirectUri = context.device.native ? undefined : appleCallback(context)
    return startReply(
      await beginRequest(context, 'apple', { purpose: 'sign-in', path: requestedPath, redirectUri }),
    )
  },

  async appleCallback(given, context) {
    return receiveAppleAnswer(context, given)
  },

  async listWays(_, context) {
    const { caller } = context
    return { ways: waysOf(await requireOwner(context, identityOf(caller), caller.sid)) }
  },

  async startLink({ provider, url, path }, context) {
    const { caller, now } = context
    const globalUserId = identityOf(caller)
    const nextPath = path === undefined ? undefined : requirePath(path, context)
    const ownRedirect = url === undefined ? undefined : requireRedirect(url, context)
    await spendWay(context, globalUserId)
    requireLinker(await requireOwner(context, globalUserId, caller.sid), now())
    const called = context.device.native ? undefined : appleCallback(context)
    const redirectUri = provider === 'google' ? ownRedirect : called
    const linkRequest = {
      purpose: 'link',
      path: nextPath,
      redirectUri,
      globalUserId,
      sid: caller.sid,
    } as const
    return startReply(await beginRequest(context, provider, linkRequest))
  },

  async linkWay({ state, code, idToken }, context) {
    const { caller } = context
    const globalUserId = identityOf(caller)
    if (code === undefined && idToken === undefined) fail(ProofMissing)
    refuseTwoProofs(code, idToken)
    await spendWay(context, globalUserId)
    const { sid = '' } = caller
    const request = await requireAnsweredRequest(context, state, { globalUserId, sid })
    const identity = await proveByProvider(context, request.provider, { code, idToken, request })
    await linkIdentity(context, request, identity)
    return { ways: waysOf(await requireOwner(context, globalUserId, sid)) }
  },

  async unlinkWay({ wayId }, context) {
    const { caller } = context
    const globalUserId = identityOf(caller)
    await spendWay(context, globalUserId)
    await unlinkWay(context, globalUserId, wayId)
    return { ways: waysOf(await requireOwner(context, globalUserId, caller.sid)) }
  },
}
