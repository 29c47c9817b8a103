import type { Context } from '../../lib/context.ts'
import { Failure, fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { hours } from '../../lib/contract/time.ts'
import { msg } from '../../lib/html/texts.ts'
import { refuseExhausted, spend } from '../../lib/identity/limit/limits.ts'
import { put } from '../../lib/table/write.ts'
import { endpointsOf } from './addresses.ts'
import { trustedCertificates } from './certificates.ts'
import { skewSeconds } from './clock-skew.ts'
import { type Checks, startTrace, traceWrite } from './config/checks.ts'
import { LogoutRefused, SamlNotConfigured } from './contract/failures.ts'
import { samlLimits } from './contract.ts'
import { logoutReply } from './logout-response.ts'
import { nameHash } from './name-hash.ts'
import { ownKey } from './own-keys.ts'
import { onwardPage } from './pages.ts'
import {
  findConfig,
  removeSamlSession,
  type SamlConfig,
  samlName,
  samlSeen,
  samlTrace,
  takeRequest,
} from './repository.ts'
import { ageProblem, isFresh, momentOf, nameIn } from './sign-in/assertion.ts'
import { messageIn } from './sign-in/response.ts'
import { requireDecryptedName } from './xml/encryption.ts'
import { type MessagePart, verifyQuery } from './xml/redirect-binding.ts'
import { nextTurn, padRefusalTime, requireSigned, type TrustedCertificates } from './xml/signature.ts'
import {
  attributeOf,
  childrenNamed,
  names,
  onlyChild,
  parseXml,
  requireRoot,
  requireShape,
  textOf,
} from './xml/xml.ts'

/** A logout message as received: `text` is the field that carries it. */
type LogoutMessage = {
  readonly part: MessagePart
  readonly by: 'redirect' | 'post'
  readonly text: string | undefined
  readonly relay: string | undefined
}

type VerifiedMessage = { readonly root: Element; readonly relay: string | undefined }

const rootNames = { SAMLRequest: 'LogoutRequest', SAMLResponse: 'LogoutResponse' } as const

const requireDocument = (
  checks: Checks,
  xml: string,
  part: MessagePart,
): { root: Element; document: Document } => {
  const document = checks.need('xml', parseXml(xml), 'the message is not plain XML')
  return { document, root: requireRoot(checks, document, rootNames[part]) }
}

/** The message, read only from bytes that a signature of the identity provider covers. */
const requireMessage = (
  checks: Checks,
  { part, by, text = '', relay }: LogoutMessage,
  query: string,
  trusted: TrustedCertificates,
): VerifiedMessage => {
  if (by === 'redirect') {
    const signed = checks.need(
      'signature',
      verifyQuery(query, part, trusted.certificates),
      'the query is not signed by a configured certificate',
    )
    const { document, root } = requireDocument(checks, signed.xml, part)
    requireShape(checks, document, [])
    return { root, relay: signed.relay }
  }
  const xml = messageIn(checks, text)
  const { document, root } = requireDocument(checks, xml, part)
  requireShape(checks, document, [root])
  const signed = requireSigned(checks, 'message', root, trusted)
  return { root: checks.need('message is signed', signed, 'the message is not signed'), relay }
}

const requireHead = (
  { need }: Checks,
  root: Element,
  config: SamlConfig,
  by: LogoutMessage['by'],
  now: Date,
): void => {
  const { logout, postedLogout } = endpointsOf(config)
  const destination = by === 'redirect' ? logout : postedLogout
  need('version', attributeOf(root, 'Version') === '2.0', 'the message is not of SAML 2.0')
  need(
    'issuer',
    textOf(onlyChild(root, names.assertion, 'Issuer')) === config.idpEntityId,
    "the message's issuer differs from idp.entityId",
  )
  need(
    'destination',
    attributeOf(root, 'Destination') === destination,
    `the message is for ${attributeOf(root, 'Destination')?.slice(0, 200) ?? 'no Destination'} and not for ${destination}`,
  )
  const issued = attributeOf(root, 'IssueInstant')
  need('age', isFresh(issued, now), ageProblem('the message', issued, now))
  const until = attributeOf(root, 'NotOnOrAfter')
  const over = until !== undefined && (momentOf(until) ?? 0) <= now.getTime() - skewSeconds * 1000
  need('time', !over, 'the message has expired')
}

/** Sessions of one name; no person has more (see `maxSessions` of lib/identity). */
const maxSessions = 30
const rememberedSeconds = hours

/** Name whose sessions a message ends: exactly one NameID, plain or encrypted to us. */
const requireName = async (context: Context<'anyone'>, checks: Checks, root: Element): Promise<string> => {
  const found = ['NameID', 'EncryptedID'].flatMap((name) => childrenNamed(root, names.assertion, name))
  const only = checks.need(
    'one name',
    found.length === 1 && found[0],
    'the message identifies no person, or several',
  )
  const key = async () => (await ownKey(context)).privateKey
  const name = only.localName === 'EncryptedID' ? await requireDecryptedName(checks, only, { key }) : only
  return checks.need('name', nameIn(name), 'the message identifies no person')
}

const endSessions = async (
  context: Context<'anyone'>,
  checks: Checks,
  root: Element,
  config: SamlConfig,
): Promise<string> => {
  const { table, now } = context
  const { need } = checks
  const id = need('id', attributeOf(root, 'ID'), 'the message has no ID')
  const nameId = await requireName(context, checks, root)
  const name = nameHash(config.idpEntityId, nameId)
  const sessionIndexes = childrenNamed(root, names.protocol, 'SessionIndex').map(textOf)
  const { items } = await table.list(samlName, { keyParams: { name }, limit: maxSessions, strong: true })
  const ending = items.filter(
    ({ sessionIndex }) => sessionIndexes.length === 0 || sessionIndexes.includes(sessionIndex),
  )
  const expiresAt = new Date(now().getTime() + rememberedSeconds * 1000).toISOString()
  const written = await table.write([
    put(samlSeen, { hash: nameHash('logout', config.idpEntityId, id), expiresAt }, { absent: true }),
    ...ending.flatMap(({ sid, globalUserId }) => removeSamlSession(name, sid, globalUserId)),
  ])
  need('first use', written.ok, 'this message was already used')
  return id
}

const completeLogout = async (
  context: Context<'anyone'>,
  { need }: Checks,
  { root, relay }: VerifiedMessage,
) => {
  const { table, now, device } = context
  const request = relay === undefined ? 'unknown' : await takeRequest(table, relay, now())
  const answers =
    typeof request === 'object' &&
    request.kind === 'logout' &&
    attributeOf(root, 'InResponseTo') === request.requestId
  need('in response to', answers, 'the message does not respond to one of our logout requests', 'person')
  const page = device.browser?.navigates
    ? {
        ...(await onwardPage(context, '/?done=signed-out', msg('Signed out'))),
        confirmation: 'signed-out',
      }
    : {}
  return answer(undefined, page)
}

const processLogoutMessage = async (context: Context<'anyone'>, checks: Checks, posted: LogoutMessage) => {
  const { table, device, now } = context
  const [config] = await Promise.all([
    findConfig(table),
    refuseExhausted(context, 'saml-failure', samlLimits.failures, device.address),
  ])
  if (!config?.isActive) return fail(SamlNotConfigured)
  await nextTurn()
  const received = requireMessage(
    checks,
    posted,
    device.rawQuery ?? '',
    trustedCertificates(config.certificates, now()),
  )
  requireHead(checks, received.root, config, posted.by, now())
  if (posted.part === 'SAMLResponse') return completeLogout(context, checks, received)
  const id = await endSessions(context, checks, received.root, config)
  return logoutReply(context, config, { id, by: posted.by, relay: received.relay })
}

/**
 * Handles single logout by the identity provider (rules/saml 38). A request ends the sessions that it names and gets a
 * response; a response completes a logout of ours. A message that is unsigned, not addressed to us, old or repeated
 * changes nothing.
 */
export const receiveLogoutMessage = async (context: Context<'anyone'>, posted: LogoutMessage) => {
  const trace = startTrace(context, 'logout')
  const began = performance.now()
  try {
    return await processLogoutMessage(context, trace.checks, posted)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind.status !== 401) throw error
    const sealed = trace.checks.done.some(({ name }) => name.startsWith('decryption'))
    await Promise.all([
      sealed ? padRefusalTime(began) : undefined,
      context.table.put(samlTrace, traceWrite(context, trace, LogoutRefused).value),
      spend(context, 'saml-failure', samlLimits.failures, context.device.address),
    ])
    throw new Failure(LogoutRefused, { data: { traceId: trace.id } })
  }
}
