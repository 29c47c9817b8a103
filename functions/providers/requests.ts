import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Tenant } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { platformKey, schoolAt } from '../../lib/identity/school/schools.ts'
import { browserMarkOf } from '../../lib/identity/session/known-device.ts'
import type { Settings } from '../../lib/settings.ts'
import { nonceMark, type Provider, type ProviderName, providerOf } from './provider.ts'
import { type ProviderRequest, storeRequest, takeRequest } from './repository.ts'
import { PathNotAllowed, ProviderUnavailable, RedirectNotAllowed, StateInvalid } from './shapes.ts'

const printable = /^[\x21-\x7e]+$/
const loopback = /^http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

const parsed = (address: string): URL | undefined => {
  const plain = printable.test(address) && !address.includes('\\')
  return plain && URL.canParse(address) ? new URL(address) : undefined
}

const isOwnOrigin = (origin: string, { key }: Tenant, settings: Settings): boolean =>
  [key, platformKey].some((own) => origin === schoolAt(settings, own).origin) ||
  (!settings.production && loopback.test(origin))

/**
 * Checks a client's redirect address: a page of this school or of the platform host, or outside production of any
 * loopback origin. Kept to the letter, since the provider compares it.
 */
export const requireRedirect = (address: string, { tenant, settings }: Context): string => {
  const url = parsed(address)
  const plain = url && url.username === '' && url.password === '' && url.hash === ''
  return plain && isOwnOrigin(url.origin, tenant, settings)
    ? address
    : fail(RedirectNotAllowed, { field: 'url' })
}

/**
 * Checks a path at the school's own address. It begins with one slash and leads to no other host, however a browser
 * reads it.
 */
export const requirePath = (path: string, { tenant }: Context): string => {
  const plain = printable.test(path) && /^\/(?![/\\])/.test(path)
  const url = plain ? parsed(`${tenant.origin}${path}`) : undefined
  if (url?.origin !== tenant.origin || url.pathname.startsWith('//'))
    return fail(PathNotAllowed, { field: 'path' })
  return `${url.pathname}${url.search}${url.hash}`
}

const callbackPath = '/auth/apple/callback'

/** Apple knows one address of the platform in production, because schools cannot be registered there one by one. */
export const appleCallbackAddress = ({ tenant, settings }: Context): string =>
  `${settings.production ? schoolAt(settings, platformKey).origin : tenant.origin}${callbackPath}`

/** The same address at a school, where the browser that began the sign-in is known. */
export const schoolCallback = (settings: Settings, tenantKey: string): URL =>
  new URL(callbackPath, schoolAt(settings, tenantKey).origin)

const lifeSeconds = 600

const random = (): string => randomBytes(32).toString('base64url')
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

type ProviderRequestFields = Pick<
  ProviderRequest,
  'purpose' | 'path' | 'redirectUri' | 'globalUserId' | 'sid'
>

const scopes = { google: 'openid email profile', apple: 'openid name email' } as const

/**
 * Apple sends a name only with a form response. With a key the code is redeemed; without one the form includes the
 * token.
 */
const answerMode = async ({ name, secret }: Provider): Promise<Record<string, string>> => {
  if (name === 'google') return { response_type: 'code' }
  return {
    response_type: (await secret()) === undefined ? 'code id_token' : 'code',
    response_mode: 'form_post',
  }
}

const authorizationUrl = async (
  { gateways }: Context,
  provider: Provider,
  request: ProviderRequest,
  state: string,
): Promise<{ url: string; verifier: string | undefined }> => {
  const places = (await gateways.providers.endpoints(provider.issuer)) ?? fail(ProviderUnavailable)
  const verifier = places.pkce ? random() : undefined
  const url = new URL(places.authorization)
  const queryParams = {
    client_id: provider.clientIds[0],
    redirect_uri: request.redirectUri ?? '',
    scope: scopes[provider.name],
    state,
    nonce: request.nonce,
    ...(await answerMode(provider)),
    ...(verifier === undefined ? {} : { code_challenge: hashOf(verifier), code_challenge_method: 'S256' }),
  }
  for (const [name, value] of Object.entries(queryParams)) url.searchParams.set(name, value)
  return { url: url.href, verifier }
}

/**
 * Begins a sign-in: the state, nonce and PKCE verifier of one attempt. They are valid for ten minutes, once, at this
 * school, and only in the browser or app that began it. `mark` is a value for that browser to keep.
 */
export const beginRequest = async (
  context: Context,
  name: ProviderName,
  requested: ProviderRequestFields,
) => {
  const provider = providerOf(context, name)
  const [state, mark] = [random(), browserMarkOf(context.device)]
  const bare: ProviderRequest = {
    ...requested,
    stateHash: hashOf(state),
    provider: name,
    tenantKey: context.tenant.key,
    nonce: `${nonceMark}${random()}`,
    markHash: mark && hashOf(mark),
    expiresAt: new Date(context.now().getTime() + lifeSeconds * 1000).toISOString(),
  }
  const authorization = bare.redirectUri ? await authorizationUrl(context, provider, bare, state) : undefined
  await storeRequest(context.table, { ...bare, verifier: authorization?.verifier })
  const { nonce, expiresAt } = bare
  return { begun: { authorizationUrl: authorization?.url, state, nonce, expiresAt }, mark }
}

const isSameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * A sign-in ends where it began: in the same browser, or in an app. A page accepts no response for an app's request.
 */
const isFromSameDevice = ({ markHash }: ProviderRequest, { device }: Context): boolean =>
  markHash === undefined ? device.native : isSameSecret(markHash, hashOf(device.browser?.mark ?? ''))

type RequestExpectation = Partial<Pick<ProviderRequest, 'provider' | 'purpose' | 'globalUserId' | 'sid'>>

/**
 * Uses up and returns the request of a state. Fails with 400 unless it belongs to this school and device, and matches
 * `expected`. So the state of another person's sign-in is worthless.
 */
export const requireAnsweredRequest = async (
  context: Context,
  state: string,
  expected: RequestExpectation,
): Promise<ProviderRequest> => {
  const request = (await takeRequest(context.table, hashOf(state))) ?? fail(StateInvalid)
  const expectedFields = Object.entries({ ...expected, tenantKey: context.tenant.key })
  const fits = expectedFields.every(([field, value]) => request[field as keyof ProviderRequest] === value)
  return fits && isFromSameDevice(request, context) ? request : fail(StateInvalid)
}

export const startReply = ({ begun: request, mark }: Awaited<ReturnType<typeof beginRequest>>) =>
  answer(request, mark === undefined ? {} : { mark })
