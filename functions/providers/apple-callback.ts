import * as z from 'zod/mini'
import type { Context, Tenant } from '../../lib/context.ts'
import { Failure, fail } from '../../lib/contract/failure.ts'
import { type Answer, answer } from '../../lib/contract/reply.ts'
import { selfSubmittingForm, submitRule } from '../../lib/html/document.ts'
import { frameOf, htmlPage } from '../../lib/html/page.ts'
import { isAdminRole } from '../../lib/identity/person/caller.ts'
import { urlAt } from '../../lib/identity/school/addresses.ts'
import { isPending, type SignedIn } from '../../lib/identity/session/sign-in.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { linkIdentity } from './linked-accounts.ts'
import { findRequest, type ProviderRequest } from './repository.ts'
import { hashOf, requireAnsweredRequest, schoolCallback } from './requests.ts'
import {
  type AppleAnswer,
  AppleTokenInvalid,
  AppleUser,
  EmailExists,
  IdTokenMissing,
  StateInvalid,
} from './shapes.ts'
import { proveByProvider, signInByIdentity } from './sign-in.ts'

type Rows = (typeof contract)['rows']

/**
 * A page that continues to an address of the school. A redirect would still count as coming from the other site, so the
 * browser would not send Strict cookies.
 */
const onwardPage = async (context: Context, address: URL): Promise<Answer<string>> => {
  const frame = await frameOf(context)
  const { t } = frame
  const { page, headers } = htmlPage(frame, {
    title: t('Signing in'),
    onward: 'link',
    link: { href: address.href, label: t('Continue') },
  })
  return answer(page, { headers })
}

/** A page that posts the provider's response to the school's own host, where the browser's mark can be read. */
const handOverPage = async (
  context: Context,
  address: URL,
  fields: Readonly<Record<string, string>>,
): Promise<Answer<string>> => {
  const frame = await frameOf(context)
  const { t } = frame
  const { page, headers } = htmlPage(frame, {
    title: t('Signing in'),
    body: selfSubmittingForm(address.href, fields, t('Continue')),
    link: { href: address.origin, label: t('Go to the front page') },
    onward: 'form',
    rules: [submitRule, `form-action ${address.origin}`],
  })
  return answer(page, { headers })
}

/** Redirects to a page of the school that shows the failure, and from there to the intended page. */
const refusalRedirect = (tenant: Tenant, path: string, error: string, next?: string): Answer<string> => {
  const address = new URL(urlAt(tenant, path))
  address.searchParams.set('error', error)
  if (next !== undefined) address.searchParams.set('next', next)
  return answer('', { status: 302, headers: { location: address.href } })
}

/** Error codes that existing front ends know. Others are the failure's code in lower case (rules/providers 21). */
const errorWords = new Map([
  [EmailExists.code, 'email_exists'],
  [IdTokenMissing.code, 'no_token'],
  [StateInvalid.code, 'invalid_state'],
  [AppleTokenInvalid.code, 'invalid_token'],
])

const errorWordOf = (error: unknown): string => {
  if (!(error instanceof Failure)) throw error
  const { code = 'failed' } = error.kind
  return errorWords.get(code) ?? code.toLowerCase()
}

/** The person's name as Apple sends it once. It is not signed. */
export const nameOf = (user: AppleUser | null | undefined): string | undefined => {
  const { firstName, lastName } = user?.name ?? {}
  const fullName = [firstName, lastName].map((part) => part?.trim() ?? '').join(' ')
  return fullName.trim().slice(0, 120) || undefined
}

const userIn = (json: string | undefined): AppleUser | undefined => {
  try {
    const parsed = z.safeParse(AppleUser, JSON.parse(json ?? ''))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const startPageOf = ({ rights }: SignedIn, { tenant }: Context): string =>
  rights.memberships[tenant.key]?.roles.some(isAdminRole) ? '/admin' : '/events-dashboard'

const completeAppleSignIn = async (
  context: Context,
  request: ProviderRequest,
  response: AppleAnswer,
): Promise<Answer<string>> => {
  if (response.error !== undefined) fail({ ...AppleTokenInvalid, code: 'CANCELLED' })
  const { code, id_token: idToken } = response
  if (code === undefined && idToken === undefined) fail(IdTokenMissing)
  const credential = idToken === undefined ? { code, request } : { idToken, request }
  const identity = await proveByProvider(context, 'apple', credential)
  if (request.purpose === 'link') {
    await linkIdentity(context, request, identity)
    return onwardPage(context, new URL(urlAt(context.tenant, request.path ?? '/')))
  }
  const signedIn = await signInByIdentity(context, identity, nameOf(userIn(response.user)))
  if (isPending(signedIn)) {
    const step = `/login?mfa=required${request.path ? `&next=${encodeURIComponent(request.path)}` : ''}`
    const { data, headers = {} } = await onwardPage(context, new URL(urlAt(context.tenant, step)))
    return answer(data, { headers, secondStep: signedIn.token })
  }
  const { data, headers = {} } = await onwardPage(
    context,
    new URL(urlAt(context.tenant, request.path ?? startPageOf(signedIn, context))),
  )
  return answer(data, { headers, tokens: signedIn.tokens })
}

/** The platform host cannot recognize the browser, so it passes the response on to the school of the sign-in. */
const handOver = async (context: Context, response: AppleAnswer) => {
  const { table, tenant, settings } = context
  const request = await findRequest(table, hashOf(response.state ?? ''))
  if (!request) return refusalRedirect(tenant, '/login', 'invalid_state')
  const fields = Object.entries(response).filter(([, value]) => value !== undefined)
  return handOverPage(context, schoolCallback(settings, request.tenantKey), Object.fromEntries(fields))
}

/**
 * Handles Apple's response (rules/providers 17): a cross-site form that the browser posts. Ends on a page of the
 * school, whose path was set when the sign-in began. The response itself cannot choose an address.
 */
export const receiveAppleAnswer = async (
  context: Context,
  response: AppleAnswer,
): Promise<Answer<string>> => {
  const { tenant } = context
  if (tenant.platform) return handOver(context, response)
  let request: ProviderRequest | undefined
  // Only browsers post forms, so only a sign-in that began in a browser can end here.
  const inBrowser = { ...context, device: { ...context.device, native: false } }
  try {
    request = await requireAnsweredRequest(inBrowser, response.state ?? '', { provider: 'apple' })
    return await completeAppleSignIn(context, request, response)
  } catch (error) {
    if (request?.purpose === 'link') return refusalRedirect(tenant, request.path ?? '/', errorWordOf(error))
    return refusalRedirect(tenant, '/login', errorWordOf(error), request?.path)
  }
}

export const appleCallback: Operation<Rows['appleCallback']> = async (response, context) =>
  receiveAppleAnswer(context, response)
