import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { atSchool } from '../../lib/identity/school/tenants.ts'
import type { Operation } from '../../lib/operation.ts'
import { nameOf } from './apple-callback.ts'
import type { contract } from './contract.ts'
import { startLimits } from './contract.ts'
import { appleCallbackAddress, beginRequest, requirePath, requireRedirect, startReply } from './requests.ts'
import { IdTokenMissing, ProofMissing } from './shapes.ts'
import { refuseTwoProofs, signInWith, withAnsweredRequest } from './sign-in.ts'

type Rows = (typeof contract)['rows']

const spendStart = (context: Context): Promise<void> =>
  spend(context, 'provider-start', startLimits.address, context.device.address)

export const googleLogin: Operation<Rows['googleLogin']> = async (
  { code, idToken, codeVerifier, url, state, school },
  context,
) => {
  const verifier = codeVerifier ?? undefined
  if (code === undefined && idToken === undefined) fail(ProofMissing)
  refuseTwoProofs(code, idToken)
  const at = await atSchool(context, school)
  const popUp = url === undefined || url === 'postmessage'
  const redirectUri = popUp ? undefined : requireRedirect(url, at)
  const shown = await withAnsweredRequest(at, 'google', state, { code, idToken, verifier, redirectUri })
  return signInWith(at, 'google', shown)
}

export const appleLogin: Operation<Rows['appleLogin']> = async (
  { idToken = fail(IdTokenMissing), user, state, school },
  context,
) => {
  const at = await atSchool(context, school)
  const shown = await withAnsweredRequest(at, 'apple', state, { idToken })
  return signInWith(at, 'apple', shown, nameOf(user))
}

export const startGoogleLogin: Operation<Rows['startGoogleLogin']> = async ({ url, school }, context) => {
  const at = await atSchool(context, school)
  const redirectUri = url === undefined ? undefined : requireRedirect(url, at)
  await spendStart(context)
  return startReply(await beginRequest(at, 'google', { purpose: 'sign-in', redirectUri }))
}

export const startAppleLogin: Operation<Rows['startAppleLogin']> = async ({ path }, context) => {
  const requestedPath = path === undefined ? undefined : requirePath(path, context)
  await spendStart(context)
  const redirectUri = context.device.native ? undefined : appleCallbackAddress(context)
  return startReply(
    await beginRequest(context, 'apple', { purpose: 'sign-in', path: requestedPath, redirectUri }),
  )
}
