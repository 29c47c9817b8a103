import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { atSchool } from '../../lib/identity/school/tenants.ts'
import type { Operations } from '../../lib/operation.ts'
import { nameOf, takeAppleAnswer } from './callback.ts'
import { type contract, startLimits, wayLimits } from './contract.ts'
import { answeredRequest, appleCallback, beginRequest, requirePath, requireRedirect } from './requests.ts'
import { IdTokenMissing, ProofMissing } from './shapes.ts'
import { answering, proveByProvider, signInWith } from './sign-in.ts'
import { linkProven, requireLinker, requireOwner, unlinkWay, waysOf } from './ways.ts'

const refuseTwoProofs = (code: string | undefined, idToken: string | undefined): void => {
  const message = 'Send either a code or an ID token'
  if (code !== undefined && idToken !== undefined)
    fail(ValidationError, { field: 'idToken', details: [{ field: 'idToken', message }] })
}

const spendStart = (context: Context): Promise<void> =>
  spend(context, 'provider-start', startLimits.address, context.device.address)

const begun = ({ begun: request, mark }: Awaited<ReturnType<typeof beginRequest>>) =>
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
    const shown = await answering(at, 'google', state, { code, idToken, verifier, redirectUri })
    return signInWith(at, 'google', shown)
  },

  async appleLogin({ idToken = fail(IdTokenMissing), user, state, school }, context) {
    const at = await atSchool(context, school)
    const shown = await answering(at, 'apple', state, { idToken })
    return signInWith(at, 'apple', shown, nameOf(user))
  },

  async startGoogleLogin({ url, school }, context) {
    const at = await atSchool(context, school)
    const redirectUri = url === undefined ? undefined : requireRedirect(url, at)
    await spendStart(context)
    return begun(await beginRequest(at, 'google', { purpose: 'sign-in', redirectUri }))
  },

  async startAppleLogin({ path }, context) {
    const wanted = path === undefined ? undefined : requirePath(path, context)
    await spendStart(context)
    const redirectUri = context.device.native ? undefined : appleCallback(context)
    return begun(await beginRequest(context, 'apple', { purpose: 'sign-in', path: wanted, redirectUri }))
  },

  async appleCallback(given, context) {
    return takeAppleAnswer(context, given)
  },

  async listWays(_, context) {
    const { caller } = context
    return { ways: waysOf(await requireOwner(context, identityOf(caller), caller.sid)) }
  },

  async startLink({ provider, url, path }, context) {
    const { caller, now } = context
    const globalUserId = identityOf(caller)
    const place = path === undefined ? undefined : requirePath(path, context)
    const own = url === undefined ? undefined : requireRedirect(url, context)
    await spendWay(context, globalUserId)
    requireLinker(await requireOwner(context, globalUserId, caller.sid), now())
    const called = context.device.native ? undefined : appleCallback(context)
    const redirectUri = provider === 'google' ? own : called
    const wanted = { purpose: 'link', path: place, redirectUri, globalUserId, sid: caller.sid } as const
    return begun(await beginRequest(context, provider, wanted))
  },

  async linkWay({ state, code, idToken }, context) {
    const { caller } = context
    const globalUserId = identityOf(caller)
    if (code === undefined && idToken === undefined) fail(ProofMissing)
    refuseTwoProofs(code, idToken)
    await spendWay(context, globalUserId)
    const { sid = '' } = caller
    const request = await answeredRequest(context, state, { globalUserId, sid })
    const proven = await proveByProvider(context, request.provider, { code, idToken, request })
    await linkProven(context, request, proven)
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
