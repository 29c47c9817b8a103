import { createHash } from 'node:crypto'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { answer } from '../../../lib/contract/reply.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { safeOwnPath } from '../../../lib/identity/school/addresses.ts'
import type { Operation } from '../../../lib/operation.ts'
import { endpointsOf } from '../addresses.ts'
import { requireConfig } from '../config/configuration.ts'
import { InvalidRelayState, SamlNotConfigured } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { samlLimits } from '../contract.ts'
import { randomName } from '../name-hash.ts'
import { ownKey } from '../own-keys.ts'
import { findConfig, requestSeconds, type SamlConfig, type SamlRequest, samlRequest } from '../repository.ts'
import { escaped } from '../xml/escape.ts'
import { redirectAddress } from '../xml/redirect-binding.ts'

type Rows = (typeof contract)['rows']

const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  anyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

const requestedContext = (context: string): string =>
  `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>${escaped(context)}` +
  '</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>'

/**
 * The request to sign a person in (SAML core 3.4.1). It asks for a NameID where the school wants one. Every sign-in
 * begins with it, so it is built without the libraries that read responses.
 */
const authnRequest = (
  config: SamlConfig,
  { requestId, asked: contextToRequest }: SamlRequest,
  at: Date,
): string => {
  const { entityId, callback } = endpointsOf(config)
  const attributes = {
    'xmlns:samlp': names.protocol,
    'xmlns:saml': names.assertion,
    ID: requestId,
    Version: '2.0',
    IssueInstant: at.toISOString(),
    Destination: config.ssoUrl,
    ProtocolBinding: names.post,
    AssertionConsumerServiceURL: callback,
    // Forces a new sign-in at the provider: a factor shown an hour ago is no proof of now.
    ...(contextToRequest === undefined ? {} : { ForceAuthn: 'true' }),
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const policy = `<samlp:NameIDPolicy Format="${names.anyFormat}" AllowCreate="true"/>`
  return (
    `<samlp:AuthnRequest${written.join('')}><saml:Issuer>${escaped(entityId)}</saml:Issuer>` +
    `${config.wantNameId ? policy : ''}${contextToRequest === undefined ? '' : requestedContext(contextToRequest)}</samlp:AuthnRequest>`
  )
}

const mark = /^[\w-]{22,64}$/

/**
 * The handle of the request with this id, for responses whose RelayState was lost. The same address shows both values,
 * so deriving one from the other reveals nothing. Undefined for an id that is not ours.
 */
export const relayFor = (requestId: string): string | undefined =>
  /^_[\w-]{32}$/.test(requestId) ? `r${requestId.slice(1)}` : undefined

export const markHash = (text: string): string => createHash('sha256').update(text).digest('base64url')

type SamlStart = {
  readonly address: string
  readonly requestId: string
  readonly relay: string
  /** Value for the browser to keep until the response comes. */
  readonly mark: string
}

type SamlRequestFields = Pick<SamlRequest, 'path' | 'globalUserId' | 'sid' | 'asked'> & {
  readonly kind: 'sign-in' | 'test' | 'link'
}

const newRequest = (
  { device, now }: Context,
  config: SamlConfig,
  { path, ...requested }: SamlRequestFields,
): { request: SamlRequest; mark: string } => {
  // Several tabs of one browser share the mark, so that each of them can finish.
  const own = device.browser?.mark
  const browserMark = own !== undefined && mark.test(own) ? own : randomName()
  const requestId = randomName('_')
  const request: SamlRequest = {
    relay: relayFor(requestId) ?? randomName('r'),
    requestId,
    ...requested,
    idpEntityId: config.idpEntityId,
    ...(path === undefined ? {} : { path }),
    browser: markHash(browserMark),
    ...(device.browser?.candid ? { candid: true } : {}),
    expiresAt: new Date(now().getTime() + requestSeconds * 1000).toISOString(),
  }
  return { request, mark: browserMark }
}

const startRequest = async (
  context: Context,
  config: SamlConfig,
  requested: SamlRequestFields,
): Promise<SamlStart> => {
  const { table, device, now } = context
  const { request, mark: kept } = newRequest(context, config, requested)
  // A whole campus may share one address, so its tries are counted in a separate write. Sign-ins do not wait for one
  // another.
  const [own] = await Promise.all([
    ownKey(context),
    spend(context, 'saml-start', samlLimits.starts, device.address),
    table.put(samlRequest, request),
  ])
  const xml = authnRequest(config, request, now())
  const message = { part: 'SAMLRequest', xml, relay: request.relay } as const
  return {
    address: redirectAddress(config.ssoUrl, message, own, config.signatureAlgorithm),
    requestId: request.requestId,
    relay: request.relay,
    mark: kept,
  }
}

/** `strong` requests a second factor from the identity provider, if the school has configured its name there. */
type Purpose = {
  readonly link?: Required<Pick<SamlRequest, 'globalUserId' | 'sid'>>
  readonly strong?: boolean
}

/**
 * Begins a sign-in. The expected values of the response are stored, not sent: the browser carries only a handle and a
 * mark. `relayState` is a path of the school's own pages. With `link` the response signs nobody in and is linked to
 * that account. 404 while no configuration is active.
 */
export const startLogin = async (
  context: Context,
  relayState: string | undefined,
  { link, strong = false }: Purpose = {},
): Promise<SamlStart> => {
  const path = relayState ? (safeOwnPath(relayState) ?? fail(InvalidRelayState)) : undefined
  const config = await findConfig(context.table)
  if (!config?.isActive) fail(SamlNotConfigured)
  const contextToRequest = strong ? context.school?.providerContext : undefined
  if (link) return startRequest(context, config, { ...link, kind: 'link', path })
  return startRequest(context, config, {
    kind: 'sign-in',
    path,
    ...(contextToRequest === undefined ? {} : { asked: contextToRequest }),
  })
}

/** Begins an administrator's test sign-in. Until the configuration is active, it signs nobody in. */
export const getSamlTestLogin: Operation<Rows['getSamlTestLogin']> = async ({ redirect }, context) => {
  const config = await requireConfig(context)
  const { address, requestId, relay, mark } = await startRequest(context, config, {
    kind: config.isActive ? 'sign-in' : 'test',
    path: undefined,
  })
  const away = redirect === 'true' ? { status: 302, headers: { location: address } } : {}
  return answer({ loginUrl: address, requestId, relayState: relay }, { mark, ...away })
}
