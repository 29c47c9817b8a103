import type { KeyObject } from 'node:crypto'
import { visibleLine } from '../../../lib/contract/text/plain-text.ts'
import { skewSeconds } from '../clock-skew.ts'
import type { Checks } from '../config/checks.ts'
import { requireDecryptedName } from '../xml/encryption.ts'
import {
  attributeOf,
  childElements,
  childrenNamed,
  isNamed,
  names,
  onlyChild,
  requireParts,
  signatureIn,
  textOf,
} from '../xml/xml.ts'
import { type Authentication, authenticationsOf } from './authentication.ts'

const { assertion: saml, protocol } = names

/** Minutes after which an assertion is too old, whatever end it states. */
const maxAgeMinutes = 10

/** Values that an assertion must match. Times are compared with `now`, texts to the letter. */
export type AssertionExpectation = {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  /** The request that it answers; undefined when the identity provider began. */
  readonly request: string | undefined
  readonly now: Date
}

/** Contents of a checked assertion about a person. */
export type Statement = {
  readonly id: string
  readonly nameId: string | undefined
  readonly nameFormat: string | undefined
  readonly sessionIndex: string | undefined
  /** End of the session at the identity provider (ISO 8601), if stated. */
  readonly sessionEnds: string | undefined
  readonly authentications: readonly Authentication[]
  /** From this moment (ISO 8601) its age refuses it, so its id is stored until then. */
  readonly ends: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+00:00)$/

/** A moment in UTC, in milliseconds. */
export const momentOf = (text: string | undefined): number | undefined => {
  if (text === undefined || !instant.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

const isTooEarly = (text: string | undefined, now: Date): boolean => {
  if (text === undefined) return false
  const from = momentOf(text)
  return from === undefined || from > now.getTime() + skewSeconds * 1000
}

/** Whether a required moment has passed, or is invalid. */
const isTooLate = (text: string | undefined, now: Date): boolean => {
  const until = momentOf(text)
  return until === undefined || until <= now.getTime() - skewSeconds * 1000
}

/** Whether a message was issued a moment ago, by either clock. */
export const isFresh = (issued: string | undefined, now: Date): boolean => {
  const at = momentOf(issued)
  if (at === undefined) return false
  const age = now.getTime() - at
  return age >= -skewSeconds * 1000 && age <= (maxAgeMinutes * 60 + skewSeconds) * 1000
}

/** What is wrong with a moment or a period, by our clock. */
const clockProblem = (
  what: string,
  now: Date,
  times: Readonly<Record<string, string | undefined>>,
): string => {
  const moments = Object.entries(times).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name} ${text}`],
  )
  return `${what} (${moments.join(', ') || 'no time given'}; our clock: ${now.toISOString()}); compare the clocks`
}

/** Why a message does not count as issued a moment ago. */
export const ageProblem = (what: string, issued: string | undefined, now: Date): string => {
  const at = momentOf(issued)
  if (at === undefined) return `${what} has no IssueInstant in UTC`
  const seconds = Math.round(Math.abs(at - now.getTime()) / 1000)
  return at > now.getTime()
    ? `${what} was issued ${seconds} seconds in the future (now ${now.toISOString()}); compare the clocks`
    : `${what} is too old: it was issued ${seconds} seconds ago`
}

/** Why a period is not valid now. */
const spanProblem = (what: string, element: Element | undefined, now: Date): string => {
  const [NotBefore, NotOnOrAfter] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')]
  if (momentOf(NotOnOrAfter) === undefined) return `${what} has no NotOnOrAfter in UTC`
  const kind = isTooEarly(NotBefore, now) ? 'is not valid yet' : 'has expired'
  return clockProblem(`${what} ${kind}`, now, { NotBefore, NotOnOrAfter })
}

const requireHead = ({ need }: Checks, assertion: Element, { issuer, now }: AssertionExpectation): string => {
  need('version', attributeOf(assertion, 'Version') === '2.0', 'the assertion is not of SAML 2.0')
  need(
    'assertion issuer',
    textOf(onlyChild(assertion, saml, 'Issuer')) === issuer,
    "the assertion's issuer differs from idp.entityId",
    'school',
  )
  need(
    'age',
    isFresh(attributeOf(assertion, 'IssueInstant'), now),
    ageProblem('the assertion', attributeOf(assertion, 'IssueInstant'), now),
  )
  return need('assertion id', attributeOf(assertion, 'ID'), 'the assertion has no ID')
}

const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

const requireConditions = (
  { need }: Checks,
  assertion: Element,
  { audience, now }: AssertionExpectation,
): void => {
  const conditions = need('conditions', onlyChild(assertion, saml, 'Conditions'), 'there are no Conditions')
  const until = attributeOf(conditions, 'NotOnOrAfter')
  need(
    'conditions time',
    !isTooEarly(attributeOf(conditions, 'NotBefore'), now) && !isTooLate(until, now),
    spanProblem('the assertion', conditions, now),
  )
  need(
    'known conditions',
    childElements(conditions).every(
      ({ namespaceURI, localName }) => namespaceURI === saml && knownConditions.includes(localName),
    ),
    'the assertion has an unknown condition',
  )
  const restrictions = childrenNamed(conditions, saml, 'AudienceRestriction')
  need(
    'audience',
    restrictions.length > 0 &&
      restrictions.every((each) =>
        childrenNamed(each, saml, 'Audience').some((one) => textOf(one) === audience),
      ),
    `the assertion's audience is not ${audience}`,
  )
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Requirements that one confirmation does not meet, by the name of the check. */
const confirmationChecks = (confirmation: Element, { recipient, request, now }: AssertionExpectation) => {
  const data = onlyChild(confirmation, saml, 'SubjectConfirmationData')
  const until = attributeOf(data, 'NotOnOrAfter')
  return {
    data,
    until,
    bearer: data !== undefined && attributeOf(confirmation, 'Method') === bearer,
    recipient: attributeOf(data, 'Recipient') === recipient,
    request: attributeOf(data, 'InResponseTo') === request,
    time: !isTooEarly(attributeOf(data, 'NotBefore'), now) && !isTooLate(until, now),
  }
}

const requireSubject = ({ need }: Checks, assertion: Element, expected: AssertionExpectation) => {
  const subject = need('subject', onlyChild(assertion, saml, 'Subject'), 'there is no Subject')
  const all = childrenNamed(subject, saml, 'SubjectConfirmation').map((each) =>
    confirmationChecks(each, expected),
  )
  const fitting = all.find((each) => each.bearer && each.recipient && each.request && each.time)
  const best = need('subject confirmation', fitting ?? all[0], 'there is no SubjectConfirmation')
  need('bearer', best.bearer, 'the confirmation method is not bearer')
  need('recipient', best.recipient, `the assertion's recipient is not ${expected.recipient}`)
  need('confirmed request', best.request, 'the assertion responds to another request')
  need('confirmation time', best.time, spanProblem('the confirmation', best.data, expected.now))
  const found = ['NameID', 'EncryptedID'].flatMap((name) => childrenNamed(subject, saml, name))
  need('name', found.length <= 1, 'the Subject has more than one name')
  return { name: found[0], ends: best.until }
}

/** The subject's name. Spaces and line breaks around it belong to the document, not to the name. */
export const nameIn = (nameId: Element | undefined): string | undefined =>
  textOf(nameId)
    ?.replace(/^[ \t\r\n]+/, '')
    .replace(/[ \t\r\n]{1,256}$/, '') || undefined

/** The NameID itself, or decrypted from an EncryptedID. */
const openName = async (checks: Checks, name: Element | undefined, keys: KeySource) =>
  name?.localName === 'EncryptedID' ? requireDecryptedName(checks, name, keys) : name

const requireSession = ({ need }: Checks, assertion: Element, { now }: AssertionExpectation) => {
  const statements = childrenNamed(assertion, saml, 'AuthnStatement')
  need('authentication', statements.length > 0, 'the assertion has no AuthnStatement, so nobody signed in')
  const ends = statements.flatMap((each) => {
    const until = attributeOf(each, 'SessionNotOnOrAfter')
    return until === undefined ? [] : (momentOf(until) ?? 0)
  })
  const first = Math.min(...ends)
  // Our session ends with the provider's, so a tolerance for clocks would create a session that has already ended.
  need('session time', first > now.getTime(), 'the session at the identity provider has ended')
  return {
    sessionIndex: attributeOf(statements[0], 'SessionIndex'),
    sessionEnds: ends.length > 0 ? new Date(first).toISOString() : undefined,
  }
}

const attributesOf = ({ need }: Checks, assertion: Element): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  const statements = childrenNamed(assertion, saml, 'AttributeStatement')
  const filled = statements.every((each) => childElements(each).length > 0)
  need('attribute statement', filled, 'there is an AttributeStatement without an Attribute')
  for (const attribute of statements.flatMap((each) => childrenNamed(each, saml, 'Attribute'))) {
    const name = need(
      'attribute names',
      attributeOf(attribute, 'Name') || undefined,
      'an Attribute has no Name',
    )
    const known = found.get(name) ?? []
    for (const value of childrenNamed(attribute, saml, 'AttributeValue')) {
      const text = textOf(value)
      if (text !== undefined) known.push(text)
    }
    found.set(name, known)
  }
  return found
}

/** Source of the key that decrypts data sent to the school. */
type KeySource = { key(): Promise<KeyObject | undefined> }

/**
 * Requires that an assertion is for this school, this request and this moment (rules/saml 9). `assertion` must come
 * from bytes that a signature covers.
 */
export const requireStatement = async (
  checks: Checks,
  assertion: Element,
  expected: AssertionExpectation,
  keys: KeySource,
): Promise<Statement> => {
  checks.need('assertion', isNamed(assertion, saml, 'Assertion'), 'this is not an assertion')
  requireParts(checks, 'assertion', assertion)
  const id = requireHead(checks, assertion, expected)
  requireConditions(checks, assertion, expected)
  const { name, ends } = requireSubject(checks, assertion, expected)
  const session = requireSession(checks, assertion, expected)
  const nameId = await openName(checks, name, keys)
  const longest = expected.now.getTime() + (maxAgeMinutes * 60 + 2 * skewSeconds) * 1000
  const until = Math.max(longest, (momentOf(ends) ?? 0) + 2 * skewSeconds * 1000)
  return {
    id,
    nameId: nameIn(nameId),
    nameFormat: attributeOf(nameId, 'Format'),
    ...session,
    authentications: authenticationsOf(assertion),
    ends: new Date(until).toISOString(),
    attributes: attributesOf(checks, assertion),
  }
}

const statusPrefix = 'urn:oasis:names:tc:SAML:2.0:status:'

/**
 * The status codes of a response, from the outermost inwards, with its message. They are unsigned, so anybody may have
 * written them.
 */
const statusProblem = (status: Element | undefined, code: Element | undefined): string => {
  const inner = onlyChild(code, protocol, 'StatusCode')
  const codes = [code, inner].flatMap(
    (one) => attributeOf(one, 'Value')?.replace(statusPrefix, '').slice(0, 100) ?? [],
  )
  const words = visibleLine(textOf(onlyChild(status, protocol, 'StatusMessage')) ?? '').slice(0, 200)
  const said = words === '' ? '' : `, with the message: ${words}`
  return `nobody signed in: the identity provider responded ${codes.join(' / ') || 'without a status'}${said}`
}

/** Checks the envelope, which is not always signed: it must contradict nothing. */
export const requireEnvelope = (
  checks: Checks,
  response: Element,
  { issuer, recipient, request, now }: AssertionExpectation,
): void => {
  const { need } = checks
  need('response version', attributeOf(response, 'Version') === '2.0', 'the response is not of SAML 2.0')
  const issuers = childrenNamed(response, saml, 'Issuer')
  need(
    'response issuer',
    issuers.length <= 1 && issuers.every((each) => textOf(each) === issuer),
    "the response's issuer differs from idp.entityId",
    'school',
  )
  const destination = attributeOf(response, 'Destination')
  // Without a signature of its own the response proves nothing: the Recipient of the assertion states the address.
  const mayLack = destination === undefined && signatureIn(response) === undefined
  need(
    'destination',
    destination === recipient || mayLack,
    destination === undefined
      ? 'the response is signed and has no Destination'
      : `the response's Destination (${destination.slice(0, 200)}) is not ${recipient}`,
  )
  need(
    'in response to',
    attributeOf(response, 'InResponseTo') === request,
    'the response responds to another request',
  )
  const issued = attributeOf(response, 'IssueInstant')
  need('response age', isFresh(issued, now), ageProblem('the response', issued, now))
  const status = need(
    'status element',
    onlyChild(response, protocol, 'Status'),
    'there is not exactly one Status',
  )
  requireParts(checks, 'status', status)
  const code = onlyChild(status, protocol, 'StatusCode')
  need('status', attributeOf(code, 'Value') === `${statusPrefix}Success`, statusProblem(status, code))
}
