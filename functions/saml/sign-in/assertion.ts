import { reservedKeys } from '../../../lib/contract/json.ts'
import type { Checks } from '../config/checks.ts'
import { MappingFailed } from '../contract/failures.ts'
import {
  attributeOf,
  childElements,
  childrenNamed,
  isNamed,
  names,
  onlyChild,
  requireParts,
  textOf,
} from '../xml/xml.ts'
import { type Authentication, authenticationsOf } from './authentication.ts'

const { assertion: saml, protocol } = names

/** Seconds that clocks may differ by. */
export const skewSeconds = 60
/** Minutes after which an assertion is too old, whatever it says of itself. */
const oldest = 10

/** What an assertion has to say to count: times are compared with `now`, texts to the letter. */
export type Expected = {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  /** The request that is answered; undefined when the identity provider began. */
  readonly request: string | undefined
  readonly now: Date
}

/** What a checked assertion says about a person. */
export type Statement = {
  readonly id: string
  readonly nameId: string | undefined
  readonly nameFormat: string | undefined
  readonly sessionIndex: string | undefined
  /** ISO 8601: when the session at the identity provider ends, where it says so. */
  readonly sessionEnds: string | undefined
  readonly authentications: readonly Authentication[]
  /** ISO 8601: from then on it is refused for its age, so its id is remembered until then. */
  readonly ends: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** A moment in UTC, in milliseconds. */
export const momentOf = (text: string | undefined): number | undefined => {
  if (text === undefined || !instant.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

const early = (text: string | undefined, now: Date): boolean => {
  if (text === undefined) return false
  const from = momentOf(text)
  return from === undefined || from > now.getTime() + skewSeconds * 1000
}

/** Whether a moment that has to be there has passed, or is none. */
const late = (text: string | undefined, now: Date): boolean => {
  const until = momentOf(text)
  return until === undefined || until <= now.getTime() - skewSeconds * 1000
}

/** Issued a moment ago, by either clock. */
export const isFresh = (issued: string | undefined, now: Date): boolean => {
  const at = momentOf(issued)
  if (at === undefined) return false
  const age = now.getTime() - at
  return age >= -skewSeconds * 1000 && age <= (oldest * 60 + skewSeconds) * 1000
}

const requireHead = ({ need }: Checks, assertion: Element, { issuer, now }: Expected): string => {
  need('version', attributeOf(assertion, 'Version') === '2.0', 'the assertion is not of SAML 2.0')
  need(
    'assertion issuer',
    textOf(onlyChild(assertion, saml, 'Issuer')) === issuer,
    'the assertion is of another issuer than idp.entityId',
    'school',
  )
  need(
    'age',
    isFresh(attributeOf(assertion, 'IssueInstant'), now),
    'the assertion is too old or of the future; compare the clocks',
  )
  return need('assertion id', attributeOf(assertion, 'ID'), 'the assertion has no ID')
}

const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

const requireConditions = ({ need }: Checks, assertion: Element, { audience, now }: Expected): void => {
  const conditions = need('conditions', onlyChild(assertion, saml, 'Conditions'), 'there are no Conditions')
  const until = attributeOf(conditions, 'NotOnOrAfter')
  need(
    'conditions time',
    !early(attributeOf(conditions, 'NotBefore'), now) && !late(until, now),
    'the assertion counts earlier or later than now; compare the clocks',
  )
  need(
    'known conditions',
    childElements(conditions).every(
      ({ namespaceURI, localName }) => namespaceURI === saml && known.includes(localName),
    ),
    'there is a condition that nobody here knows',
  )
  const restrictions = childrenNamed(conditions, saml, 'AudienceRestriction')
  need(
    'audience',
    restrictions.length > 0 &&
      restrictions.every((each) =>
        childrenNamed(each, saml, 'Audience').some((one) => textOf(one) === audience),
      ),
    `the assertion is for another audience than ${audience}`,
  )
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** What one confirmation lacks, by the name of the check. */
const lacks = (confirmation: Element, { recipient, request, now }: Expected) => {
  const data = onlyChild(confirmation, saml, 'SubjectConfirmationData')
  const until = attributeOf(data, 'NotOnOrAfter')
  return {
    until,
    bearer: data !== undefined && attributeOf(confirmation, 'Method') === bearer,
    recipient: attributeOf(data, 'Recipient') === recipient,
    request: attributeOf(data, 'InResponseTo') === request,
    time: !early(attributeOf(data, 'NotBefore'), now) && !late(until, now),
  }
}

const requireSubject = ({ need }: Checks, assertion: Element, expected: Expected) => {
  const subject = need('subject', onlyChild(assertion, saml, 'Subject'), 'there is no Subject')
  const all = childrenNamed(subject, saml, 'SubjectConfirmation').map((each) => lacks(each, expected))
  const whole = all.find((each) => each.bearer && each.recipient && each.request && each.time)
  const best = need('subject confirmation', whole ?? all[0], 'there is no SubjectConfirmation')
  need('bearer', best.bearer, 'the confirmation is not of the bearer kind')
  need('recipient', best.recipient, `the assertion is meant for another address than ${expected.recipient}`)
  need('confirmed request', best.request, 'the assertion answers another request than this one')
  need(
    'confirmation time',
    best.time,
    'the confirmation counts earlier or later than now; compare the clocks',
  )
  const nameIds = childrenNamed(subject, saml, 'NameID')
  need('name', nameIds.length <= 1, 'the Subject has several names')
  return { nameId: nameIds[0], ends: best.until }
}

const requireSession = ({ need }: Checks, assertion: Element, { now }: Expected) => {
  const statements = childrenNamed(assertion, saml, 'AuthnStatement')
  need('authentication', statements.length > 0, 'the assertion does not say that anybody signed in')
  const ends = statements.flatMap((each) => {
    const until = attributeOf(each, 'SessionNotOnOrAfter')
    return until === undefined ? [] : (momentOf(until) ?? 0)
  })
  const first = Math.min(...ends)
  // The session here ends with it, so that one which is about to end by the other clock would be none.
  need('session time', first > now.getTime(), 'the session at the identity provider has ended')
  return {
    sessionIndex: attributeOf(statements[0], 'SessionIndex'),
    sessionEnds: ends.length > 0 ? new Date(first).toISOString() : undefined,
  }
}

const mostValues = 200

const attributesOf = ({ need }: Checks, assertion: Element): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  const all = childrenNamed(assertion, saml, 'AttributeStatement').flatMap((each) =>
    childrenNamed(each, saml, 'Attribute'),
  )
  for (const attribute of all.slice(0, mostValues)) {
    const name = attributeOf(attribute, 'Name')
    const usable = name === undefined || !reservedKeys.includes(name)
    need('attribute names', usable, `an attribute is called ${name}`, 'identity provider', MappingFailed)
    const values = childrenNamed(attribute, saml, 'AttributeValue').flatMap((value) => textOf(value) ?? [])
    if (name) found.set(name, [...(found.get(name) ?? []), ...values].slice(0, mostValues))
  }
  return found
}

/**
 * Everything that makes an assertion one for this school, this request and this moment (rules/saml 9). `assertion` has to
 * come from bytes that a signature vouches for.
 */
export const requireStatement = (checks: Checks, assertion: Element, expected: Expected): Statement => {
  checks.need('assertion', isNamed(assertion, saml, 'Assertion'), 'this is no assertion')
  requireParts(checks, 'assertion', assertion)
  const id = requireHead(checks, assertion, expected)
  requireConditions(checks, assertion, expected)
  const { nameId, ends } = requireSubject(checks, assertion, expected)
  const session = requireSession(checks, assertion, expected)
  const longest = expected.now.getTime() + (oldest * 60 + 2 * skewSeconds) * 1000
  const until = Math.max(longest, (momentOf(ends) ?? 0) + 2 * skewSeconds * 1000)
  return {
    id,
    nameId: textOf(nameId) || undefined,
    nameFormat: attributeOf(nameId, 'Format'),
    ...session,
    authentications: authenticationsOf(assertion),
    ends: new Date(until).toISOString(),
    attributes: attributesOf(checks, assertion),
  }
}

/** What the envelope says, which is not always signed: it may contradict nothing. */
export const requireEnvelope = (
  { need }: Checks,
  response: Element,
  { issuer, recipient, request, now }: Expected,
): void => {
  need('response version', attributeOf(response, 'Version') === '2.0', 'the response is not of SAML 2.0')
  const issuers = childrenNamed(response, saml, 'Issuer')
  need(
    'response issuer',
    issuers.length <= 1 && issuers.every((each) => textOf(each) === issuer),
    'the response is of another issuer than idp.entityId',
    'school',
  )
  need(
    'destination',
    attributeOf(response, 'Destination') === recipient,
    `the response is meant for another address than ${recipient}`,
  )
  need(
    'in response to',
    attributeOf(response, 'InResponseTo') === request,
    'the response answers another request than this one',
  )
  need('response age', isFresh(attributeOf(response, 'IssueInstant'), now), 'the response is too old')
  const code = onlyChild(onlyChild(response, protocol, 'Status'), protocol, 'StatusCode')
  need(
    'status',
    attributeOf(code, 'Value') === 'urn:oasis:names:tc:SAML:2.0:status:Success',
    'the identity provider says that nobody signed in',
  )
}
