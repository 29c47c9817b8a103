import * as z from 'zod/mini'
import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { type Answer, answer } from '../../../lib/contract/reply.ts'
import { isAdminRole } from '../../../lib/identity/person/caller.ts'
import type { SignedIn } from '../../../lib/identity/session/sign-in.ts'
import { schoolCallback } from '../addresses.ts'
import { AppleTokenInvalid, EmailExists, IdTokenMissing, StateInvalid } from '../failures.ts'
import { handOverPage, onwardPage, refusalRedirect } from '../pages.ts'
import { findRequest, type ProviderRequest } from '../repository.ts'
import { type AppleAnswer, AppleUser } from '../shapes.ts'
import { linkProven } from '../ways/link.ts'
import { proveByProvider } from './proof.ts'
import { answeredRequest, hashOf } from './requests.ts'
import { enter } from './sign-in.ts'

/** Words that existing front ends know; others are the code of the failure in lower case (rules/providers 21). */
const words = new Map([
  [EmailExists.code, 'email_exists'],
  [IdTokenMissing.code, 'no_token'],
  [StateInvalid.code, 'invalid_state'],
  [AppleTokenInvalid.code, 'invalid_token'],
])

const wordOf = (error: unknown): string => {
  if (!(error instanceof Failure)) throw error
  const { code = 'failed' } = error.kind
  return words.get(code) ?? code.toLowerCase()
}

/** What somebody is called, as Apple tells it once; nobody has signed it. */
export const nameOf = (user: AppleUser | null | undefined): string | undefined => {
  const { firstName, lastName } = user?.name ?? {}
  const whole = [firstName, lastName].map((part) => part?.trim() ?? '').join(' ')
  return whole.trim().slice(0, 120) || undefined
}

const userIn = (json: string | undefined): AppleUser | undefined => {
  try {
    const parsed = z.safeParse(AppleUser, JSON.parse(json ?? ''))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const homeOf = ({ rights }: SignedIn, { tenant }: Context): string =>
  rights.memberships[tenant.key]?.roles.some(isAdminRole) ? '/admin' : '/events-dashboard'

const carriedOut = async (
  context: Context,
  request: ProviderRequest,
  given: AppleAnswer,
): Promise<Answer<string>> => {
  if (given.error !== undefined) fail({ ...AppleTokenInvalid, code: 'CANCELLED' })
  const { code, id_token: idToken } = given
  if (code === undefined && idToken === undefined) fail(IdTokenMissing)
  const shown = idToken === undefined ? { code, request } : { idToken, request }
  const proven = await proveByProvider(context, 'apple', shown)
  const { origin } = context.tenant
  if (request.purpose === 'link') {
    await linkProven(context, request, proven)
    return onwardPage(new URL(request.path ?? '/', origin))
  }
  const signedIn = await enter(context, proven, nameOf(userIn(given.user)))
  const { data, headers = {} } = onwardPage(new URL(request.path ?? homeOf(signedIn, context), origin))
  return answer(data, { headers, tokens: signedIn.tokens })
}

/** On the platform host nobody's browser is known: the answer goes on to the school whose sign-in it is. */
const handedOver = async ({ table, tenant, settings }: Context, given: AppleAnswer) => {
  const request = await findRequest(table, hashOf(given.state ?? ''))
  if (!request) return refusalRedirect(tenant.origin, '/login', 'invalid_state')
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  return handOverPage(schoolCallback(settings, request.tenantKey), Object.fromEntries(fields))
}

/**
 * Apple's answer (rules/providers 17): a cross-site form that the browser posts. Ends on a page of the school, whose path was
 * settled when the sign-in began; nothing in the answer itself can name a place.
 */
export const takeAppleAnswer = async (context: Context, given: AppleAnswer): Promise<Answer<string>> => {
  const { tenant } = context
  if (tenant.platform) return handedOver(context, given)
  let request: ProviderRequest | undefined
  // A form is what a browser posts, so only what a browser began ends here.
  const inBrowser = { ...context, device: { ...context.device, native: false } }
  try {
    request = await answeredRequest(inBrowser, given.state ?? '', { provider: 'apple' })
    return await carriedOut(context, request, given)
  } catch (error) {
    const path = request?.purpose === 'link' ? (request.path ?? '/') : '/login'
    return refusalRedirect(tenant.origin, path, wordOf(error))
  }
}
