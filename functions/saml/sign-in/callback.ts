import type { Context } from '../../../lib/context.ts'
import { Failure, type FailureKind, fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange, StoreUnavailable } from '../../../lib/contract/failures.ts'
import { refuseExhausted, spend } from '../../../lib/identity/limit/limits.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
import { safeOwnPath } from '../../../lib/identity/school/addresses.ts'
import type { SignedIn } from '../../../lib/identity/session/sign-in.ts'
import { endpointsOf } from '../addresses.ts'
import { trustedCertificates } from '../certificates.ts'
import { startTrace, type TraceDraft, traceWrite } from '../config/checks.ts'
import {
  AnswerRepeated,
  InvalidRelayState,
  ResponseRequired,
  SamlNotConfigured,
} from '../contract/failures.ts'
import { samlLimits } from '../contract.ts'
import { ownKey } from '../own-keys.ts'
import { findTerms, type SamlConfig, type SamlRequest, samlTrace, takeRequest } from '../repository.ts'
import { nextTurn, padRefusalTime } from '../xml/signature.ts'
import { profileOf } from './attributes.ts'
import { formerSubjectOf, identify, identityWarnings } from './identity.ts'
import { linkSignIn } from './linking.ts'
import { completeSamlSignIn, type SamlSignIn } from './provisioning.ts'
import { markHash, relayFor } from './request.ts'
import { messageIn, requestNamedIn, requireResponse } from './response.ts'
import { confirmationOf } from './second-factor-proof.ts'

/** How a sign-in ended: `signedIn` is absent when it was only tried out, or linked to an account. */
export type SamlResult = {
  readonly traceId: string
  readonly path: string | undefined
  readonly linked?: true
  /** Of a test: what the person would be known by, and what can go wrong with that. */
  readonly identity?: string
  readonly signedIn?: SignedIn
  readonly member?: TenantUser | undefined
}

/** Handles that this platform gives out; identity providers put other things there when they begin. */
const handlePattern = /^r[\w-]{32}$/

/** The request that an answer is about. `lost`: its RelayState did not come back, so the answer itself named the request. */
type RequestLookup = {
  readonly request: SamlRequest | 'used' | 'unknown' | undefined
  readonly lost: boolean
}

/**
 * Takes the request for its one use. Where no handle of ours came back, the answer says which request it is for: whether
 * that is so is in what the identity provider has signed, which is checked later (rules/saml 49).
 */
const lookUpRequest = async (
  { table, now }: Context<'anyone'>,
  response: string,
  relay: string | undefined,
): Promise<RequestLookup> => {
  if (relay !== undefined && handlePattern.test(relay))
    return { request: await takeRequest(table, relay, now()), lost: false }
  await nextTurn()
  const own = relayFor(requestNamedIn(response) ?? '')
  const request = own === undefined ? 'unknown' : await takeRequest(table, own, now())
  return { request: request === 'unknown' ? undefined : request, lost: true }
}

const requireRequest = (
  { checks }: TraceDraft,
  { device }: Context<'anyone'>,
  { request: taken, lost }: RequestLookup,
  config: SamlConfig,
): SamlRequest | undefined => {
  const { need } = checks
  if (taken === undefined) {
    const problem =
      'no RelayState of ours came back and the answer names no request that waits here; a sign-in that the identity provider begins by itself is not allowed at this school'
    need('relay state', config.allowIdpInitiated, problem, 'school', InvalidRelayState)
    return undefined
  }
  need('first use', taken !== 'used', 'this sign-in was answered before', 'person', AnswerRepeated)
  const waiting = taken === 'unknown' || taken === 'used' || taken.kind === 'logout' ? undefined : taken
  const old = 'there is no such sign-in, or it began more than ten minutes ago'
  const request = need('relay state', waiting, old, 'person', InvalidRelayState)
  const { mark, candid = false } = device.browser ?? {}
  const marked = mark !== undefined && markHash(mark) === request.browser
  // Only what a program began may a program answer without the mark, and it shows the handle instead. Whoever links in a browser of somebody else would
  // link them to the account of their own.
  const sameBrowser = marked || !(lost || candid || request.candid || request.kind === 'link')
  need(
    'browser',
    sameBrowser,
    'the answer came in another browser than the sign-in began in',
    'person',
    InvalidRelayState,
  )
  const isSameProvider = request.idpEntityId === config.idpEntityId
  need(
    'configuration',
    isSameProvider,
    'the identity provider was changed meanwhile',
    'person',
    InvalidRelayState,
  )
  return request
}

const verifyAnswer = async (
  context: Context<'anyone'>,
  trace: TraceDraft,
  text: string,
  config: SamlConfig,
  request: SamlRequest | undefined,
  { emailDomains, trust }: { readonly emailDomains: readonly string[]; readonly trust: number },
): Promise<SamlSignIn> => {
  const { checks } = trace
  const { entityId, callback } = endpointsOf(config)
  const now = context.now()
  const statement = await requireResponse(
    checks,
    text,
    {
      ...config,
      ...trustedCertificates(config.certificates, now),
      key: async () => (await ownKey(context)).privateKey,
    },
    { issuer: config.idpEntityId, audience: entityId, recipient: callback, request: request?.requestId, now },
  )
  trace.received = statement.attributes
  const profile = profileOf(checks, statement.attributes, config)
  trace.mapped = profile
  const subject = identify(checks, statement, profile, config)
  const formerSubject = formerSubjectOf(statement, profile, config, now)
  const domain = profile.email.slice(profile.email.lastIndexOf('@') + 1)
  const confirmed = request && confirmationOf(checks, statement.authentications, request, now)
  const proven = emailDomains.includes(domain)
  return {
    config,
    subject,
    formerSubject,
    profile,
    statement,
    proven,
    trust,
    ...(confirmed ? { confirmed } : {}),
  }
}

/** Where a sign-in goes on to that the identity provider began: a page of our own, or none (rules/saml 52). */
const deepLink = (
  { tenant }: Context<'anyone'>,
  config: SamlConfig,
  relay: string | undefined,
): string | undefined => {
  if (relay === undefined) return undefined
  const origins = [tenant.origin, new URL(endpointsOf(config).entityId).origin]
  const own = origins.find((origin) => relay.startsWith(`${origin}/`))
  return safeOwnPath(own === undefined ? relay : relay.slice(own.length))
}

const processAnswer = async (
  context: Context<'anyone'>,
  trace: TraceDraft,
  response: string,
  relay: string | undefined,
): Promise<SamlResult> => {
  const { table, device } = context
  const [taken, { config, ...school }] = await Promise.all([
    lookUpRequest(context, response, relay),
    findTerms(table),
    refuseExhausted(context, 'saml-failure', samlLimits.failures, device.address),
  ])
  if (!config) return fail(SamlNotConfigured)
  const found = taken.request
  const isTest = typeof found === 'object' && found.kind === 'test'
  trace.kind = typeof found === 'object' ? found.kind : found ? 'sign-in' : 'idp-initiated'
  const inactive = 'the configuration is not active'
  trace.checks.need('active', config.isActive || isTest, inactive, 'school', SamlNotConfigured)
  const request = requireRequest(trace, context, taken, config)
  await nextTurn()
  const text = messageIn(trace.checks, response)
  const arrival = await verifyAnswer(context, trace, text, config, request, school)
  const result = { traceId: trace.id, path: request ? request.path : deepLink(context, config, relay) }
  if (isTest) {
    await table.put(samlTrace, traceWrite(context, trace).value)
    const known = trace.checks.done.find(({ name }) => name === 'identity attribute')?.message
    return { ...result, identity: [known, ...identityWarnings(config)].join('. ') }
  }
  if (request?.kind === 'link') {
    await linkSignIn(context, arrival, request, () => traceWrite(context, trace).write)
    return { ...result, linked: true }
  }
  const writeTrace = () => traceWrite(context, trace).write
  return { ...result, ...(await completeSamlSignIn(context, arrival, trace.checks, writeTrace)) }
}

/** Our own trouble is nobody's failed sign-in. */
const isPlatformFailure = (kind: FailureKind): boolean =>
  kind.status === 429 || kind === StoreUnavailable || kind === ConcurrentChange

/**
 * Takes the identity provider's answer (rules/saml 1): the request it answers is used up and the
 * configuration read in one round trip, the message checked, the person signed in. What is refused leaves a trace and
 * nothing else; the failure carries its id.
 */
export const receiveAnswer = async (
  context: Context<'anyone'>,
  response: string | undefined,
  relay: string | undefined,
): Promise<SamlResult> => {
  if (!response) fail(ResponseRequired)
  const trace = startTrace(context, 'sign-in')
  const began = performance.now()
  try {
    return await processAnswer(context, trace, response, relay)
  } catch (error) {
    if (!(error instanceof Failure) || isPlatformFailure(error.kind)) throw error
    trace.checks.noteRefusal(error.kind)
    const sealed = trace.checks.done.some(({ name }) => name.startsWith('decryption'))
    await Promise.all([
      sealed ? padRefusalTime(began) : undefined,
      context.table.put(samlTrace, traceWrite(context, trace, error.kind).value),
      spend(context, 'saml-failure', samlLimits.failures, context.device.address),
    ])
    const { data = {} } = error.extras
    throw new Failure(error.kind, { data: { ...Object(data), traceId: trace.id } })
  }
}
