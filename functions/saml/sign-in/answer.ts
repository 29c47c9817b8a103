import type { Context } from '../../../lib/context.ts'
import { Failure, type FailureKind, fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange, StoreUnavailable } from '../../../lib/contract/failures.ts'
import { refuseSpent, spend } from '../../../lib/identity/limit/limits.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
import type { SignedIn } from '../../../lib/identity/session/sign-in.ts'
import { placesFor } from '../addresses.ts'
import { trustedAt } from '../certificates.ts'
import { type Tracing, traceWrite, tracing } from '../config/checks.ts'
import {
  AnswerRepeated,
  InvalidRelayState,
  ResponseRequired,
  SamlNotConfigured,
} from '../contract/failures.ts'
import { samlLimits } from '../contract.ts'
import { ownKey } from '../own-keys.ts'
import { findTerms, type SamlConfig, type SamlRequest, samlTrace, takeRequest } from '../repository.ts'
import { evenly, ownTurn } from '../xml/signature.ts'
import { profileOf } from './attributes.ts'
import { confirmedBy } from './confirmation.ts'
import { formerSubjectOf, identify, identityWarnings } from './identity.ts'
import { linkArrival } from './linking.ts'
import { type Arrival, admit } from './provisioning.ts'
import { markHash } from './request.ts'
import { messageIn, requireResponse } from './response.ts'

/** How a sign-in ended: `signedIn` is absent when it was only tried out, or linked to an account. */
export type Answered = {
  readonly traceId: string
  readonly path: string | undefined
  readonly linked?: true
  /** Of a test: what the person would be known by, and what can go wrong with that. */
  readonly identity?: string
  readonly signedIn?: SignedIn
  readonly member?: TenantUser | undefined
}

/** Handles that this platform gives out; identity providers put other things there when they begin. */
const handle = /^r[\w-]{32}$/

const requireOpen = (
  { checks }: Tracing,
  { device }: Context<'anyone'>,
  taken: SamlRequest | 'used' | 'unknown' | undefined,
  config: SamlConfig,
): SamlRequest | undefined => {
  const { need } = checks
  if (taken === undefined) {
    const problem = 'the identity provider began by itself, which this school has not allowed'
    need('relay state', config.allowIdpInitiated, problem, 'school', InvalidRelayState)
    return undefined
  }
  need('first use', taken !== 'used', 'this sign-in was answered before', 'person', AnswerRepeated)
  const waiting = taken === 'unknown' || taken === 'used' || taken.kind === 'logout' ? undefined : taken
  const old = 'there is no such sign-in, or it began more than ten minutes ago'
  const request = need('relay state', waiting, old, 'person', InvalidRelayState)
  const { mark, candid = false } = device.browser ?? {}
  const marked = mark !== undefined && markHash(mark) === request.browser
  // Only what a program began may a program answer without the mark. Whoever links in a browser of somebody else would
  // link them to the account of their own.
  const sameBrowser = marked || !(candid || request.candid || request.kind === 'link')
  need(
    'browser',
    sameBrowser,
    'the answer came in another browser than the sign-in began in',
    'person',
    InvalidRelayState,
  )
  const same = request.idpEntityId === config.idpEntityId
  need('configuration', same, 'the identity provider was changed meanwhile', 'person', InvalidRelayState)
  return request
}

const arrivalOf = async (
  context: Context<'anyone'>,
  trace: Tracing,
  text: string,
  config: SamlConfig,
  request: SamlRequest | undefined,
  { emailDomains, trust }: { readonly emailDomains: readonly string[]; readonly trust: number },
): Promise<Arrival> => {
  const { checks } = trace
  const { entityId, callback } = placesFor(config)
  const now = context.now()
  const statement = await requireResponse(
    checks,
    text,
    {
      ...config,
      ...trustedAt(config.certificates, now),
      key: async () => (await ownKey(context)).privateKey,
    },
    { issuer: config.idpEntityId, audience: entityId, recipient: callback, request: request?.requestId, now },
  )
  trace.received = statement.attributes
  const profile = profileOf(checks, statement.attributes, config.attributeMapping)
  trace.mapped = profile
  const subject = identify(checks, statement, profile, config)
  const formerSubject = formerSubjectOf(statement, profile, config, now)
  const domain = profile.email.slice(profile.email.lastIndexOf('@') + 1)
  const confirmed = request && confirmedBy(checks, statement.authentications, request, now)
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

const answered = async (
  context: Context<'anyone'>,
  trace: Tracing,
  response: string,
  relay: string | undefined,
): Promise<Answered> => {
  const { table, device, now } = context
  const ours = relay !== undefined && handle.test(relay)
  const [taken, { config, ...school }] = await Promise.all([
    ours ? takeRequest(table, relay, now()) : undefined,
    findTerms(table),
    refuseSpent(context, 'saml-failure', samlLimits.failures, device.address),
  ])
  if (!config) return fail(SamlNotConfigured)
  const tried = typeof taken === 'object' && taken.kind === 'test'
  trace.kind = typeof taken === 'object' ? taken.kind : taken ? 'sign-in' : 'idp-initiated'
  const inactive = 'the configuration is not active'
  trace.checks.need('active', config.isActive || tried, inactive, 'school', SamlNotConfigured)
  const request = requireOpen(trace, context, taken, config)
  await ownTurn()
  const text = messageIn(trace.checks, response)
  const arrival = await arrivalOf(context, trace, text, config, request, school)
  const told = { traceId: trace.id, path: request?.path }
  if (tried) {
    await table.put(samlTrace, traceWrite(context, trace).value)
    const known = trace.checks.done.find(({ name }) => name === 'identity attribute')?.message
    return { ...told, identity: [known, ...identityWarnings(config)].join('. ') }
  }
  if (request?.kind === 'link') {
    await linkArrival(context, arrival, request, () => traceWrite(context, trace).write)
    return { ...told, linked: true }
  }
  const writeTrace = () => traceWrite(context, trace).write
  return { ...told, ...(await admit(context, arrival, trace.checks, writeTrace)) }
}

/** Our own trouble is nobody's failed sign-in. */
const isOurs = (kind: FailureKind): boolean =>
  kind.status === 429 || kind === StoreUnavailable || kind === ConcurrentChange

/**
 * Takes the identity provider's answer (rules/saml 1): the request it answers is used up and the
 * configuration read in one round trip, the message checked, the person signed in. What is refused leaves a trace and
 * nothing else; the failure carries its id.
 */
export const takeAnswer = async (
  context: Context<'anyone'>,
  response: string | undefined,
  relay: string | undefined,
): Promise<Answered> => {
  if (!response) fail(ResponseRequired)
  const trace = tracing(context, 'sign-in')
  const began = performance.now()
  try {
    return await answered(context, trace, response, relay)
  } catch (error) {
    if (!(error instanceof Failure) || isOurs(error.kind)) throw error
    trace.checks.noteRefusal(error.kind)
    const sealed = trace.checks.done.some(({ name }) => name === 'decryption')
    await Promise.all([
      sealed ? evenly(began) : undefined,
      context.table.put(samlTrace, traceWrite(context, trace, error.kind).value),
      spend(context, 'saml-failure', samlLimits.failures, context.device.address),
    ])
    const { data = {} } = error.extras
    throw new Failure(error.kind, { data: { ...Object(data), traceId: trace.id } })
  }
}
