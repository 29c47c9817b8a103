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

/** Outcome of a sign-in: `signedIn` is absent after a test, or after linking an account. */
export type SamlResult = {
  readonly traceId: string
  readonly path: string | undefined
  readonly linked?: true
  /** For a test: the identifying value, and its risks. */
  readonly identity?: string
  readonly signedIn?: SignedIn
  readonly member?: TenantUser | undefined
}

/** Handles that this platform issues. Identity providers send other values when they begin a sign-in. */
const handlePattern = /^r[\w-]{32}$/

/**
 * The request that a response answers. `lost`: its RelayState did not come back, so the response itself named the
 * request.
 */
type RequestLookup = {
  readonly request: SamlRequest | 'used' | 'unknown' | undefined
  readonly lost: boolean
}

/**
 * Uses the request up. If none of our handles came back, the response names its request. A signature must cover that
 * name, which is checked later (rules/saml 49).
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
      'the response has no RelayState from this platform and matches no open request; this school does not allow sign-ins started by the identity provider'
    need('relay state', config.allowIdpInitiated, problem, 'school', InvalidRelayState)
    return undefined
  }
  need('first use', taken !== 'used', 'this sign-in was already completed', 'person', AnswerRepeated)
  const waiting = taken === 'unknown' || taken === 'used' || taken.kind === 'logout' ? undefined : taken
  const old = 'this sign-in is unknown, or was started more than ten minutes ago'
  const request = need('relay state', waiting, old, 'person', InvalidRelayState)
  const { mark, candid = false } = device.browser ?? {}
  const marked = mark !== undefined && markHash(mark) === request.browser
  // Only a sign-in that a program began may end in a program without the mark; the program sends the handle instead. A
  // link that is completed in another person's browser would attach that person's identity to the attacker's account.
  const sameBrowser = marked || !(lost || candid || request.candid || request.kind === 'link')
  need(
    'browser',
    sameBrowser,
    'the response arrived in a different browser from the one that started the sign-in',
    'person',
    InvalidRelayState,
  )
  const isSameProvider = request.idpEntityId === config.idpEntityId
  need(
    'configuration',
    isSameProvider,
    'the identity provider was changed during the sign-in',
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

/**
 * Page that a sign-in continues to when the identity provider began it: a page of the school, or none (rules/saml 52).
 */
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

/** Failures of the platform do not count as failed sign-ins. */
const isPlatformFailure = (kind: FailureKind): boolean =>
  kind.status === 429 || kind === StoreUnavailable || kind === ConcurrentChange

/**
 * Handles the identity provider's response (rules/saml 1). One round trip uses the request up and reads the
 * configuration. Then the message is checked and the person signed in. A refusal leaves only a trace; the failure
 * carries its id.
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
