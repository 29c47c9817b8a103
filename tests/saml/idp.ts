import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { selfSignedCertificate } from '../../functions/saml/own-keys.ts'
import { escaped, type Signing, signed, tag, uris } from './signing.ts'

/** An identity provider as far as its answers go. It shares no code with what checks them: it writes canonical XML. */
export type Idp = {
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string
  readonly key: KeyObject
  readonly certificate: string
}

const pairs: { publicKey: KeyObject; privateKey: KeyObject }[] = []

/** Keys cost time, so that all providers of one run share a few of them. */
const pairNumber = (number: number) => {
  pairs[number] ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return pairs[number]
}

type Validity = { readonly from?: string; readonly until?: string }

export const idp = (number = 0, { from = '2020-01-01', until = '2040-01-01' }: Validity = {}): Idp => {
  const pair = pairNumber(number)
  const entityId = `https://idp${number}.example.edu/metadata`
  return {
    entityId,
    ssoUrl: `https://idp${number}.example.edu/sso`,
    sloUrl: `https://idp${number}.example.edu/slo`,
    key: pair.privateKey,
    certificate: selfSignedCertificate({
      ...pair,
      name: `idp${number}.example.edu`,
      serial: Buffer.alloc(15, number + 1),
      from: new Date(from),
      until: new Date(until),
    }),
  }
}

const names = {
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
}

/** Everything that one response says, so that a test changes one thing. An undefined text is left out. */
export type Facts = {
  responseId: string
  assertionId: string | undefined
  version: string
  responseVersion: string
  issuer: string
  responseIssuer: string | undefined
  destination: string | undefined
  inResponseTo: string | undefined
  issued: string
  responseIssued: string
  status: string
  audiences: readonly (readonly string[])[]
  notBefore: string | undefined
  notOnOrAfter: string | undefined
  condition: string
  conditions: boolean
  method: string
  recipient: string | undefined
  confirmedRequest: string | undefined
  confirmedUntil: string | undefined
  confirmedFrom: string | undefined
  subject: boolean
  nameId: string | undefined
  nameFormat: string
  secondNameId: string | undefined
  authenticated: boolean
  sessionIndex: string
  sessionUntil: string | undefined
  authenticatedAt: string
  context: string
  /** Stands between the statements of the assertion, as it is. */
  secondStatement: string
  attributes: Readonly<Record<string, readonly string[]>>
}

export type Request = {
  readonly entityId: string
  readonly callback: string
  readonly requestId: string | undefined
}

const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString()

export const facts = (idpOf: Idp, { entityId, callback, requestId }: Request, now: Date): Facts => ({
  responseId: `_r${randomBytes(12).toString('hex')}`,
  assertionId: `_a${randomBytes(12).toString('hex')}`,
  version: '2.0',
  responseVersion: '2.0',
  issuer: idpOf.entityId,
  responseIssuer: idpOf.entityId,
  destination: callback,
  inResponseTo: requestId,
  issued: now.toISOString(),
  responseIssued: now.toISOString(),
  status: uris.success,
  audiences: [[entityId]],
  notBefore: later(now, -30),
  notOnOrAfter: later(now, 300),
  condition: '',
  conditions: true,
  method: uris.bearer,
  recipient: callback,
  confirmedRequest: requestId,
  confirmedUntil: later(now, 300),
  confirmedFrom: undefined,
  subject: true,
  nameId: 'ada@students.example.edu',
  nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  secondNameId: undefined,
  authenticated: true,
  sessionIndex: '_session1',
  sessionUntil: later(now, 28_800),
  authenticatedAt: now.toISOString(),
  context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
  secondStatement: '',
  attributes: {
    email: ['ada@students.example.edu'],
    displayName: ['Ada Lovelace'],
    studentId: ['S-1001'],
    role: ['student', 'member'],
  },
})

const subjectOf = (f: Facts): string => {
  if (!f.subject) return ''
  const nameId = (value: string | undefined) =>
    value === undefined ? '' : tag('saml:NameID', { Format: f.nameFormat }, escaped(value))
  const confirmed = tag(
    'saml:SubjectConfirmationData',
    {
      InResponseTo: f.confirmedRequest,
      NotBefore: f.confirmedFrom,
      NotOnOrAfter: f.confirmedUntil,
      Recipient: f.recipient,
    },
    '',
  )
  const confirmation = tag('saml:SubjectConfirmation', { Method: f.method }, confirmed)
  return tag('saml:Subject', {}, nameId(f.nameId) + nameId(f.secondNameId) + confirmation)
}

const conditionsOf = (f: Facts): string => {
  if (!f.conditions) return ''
  const restrictions = f.audiences.map((all) =>
    tag('saml:AudienceRestriction', {}, all.map((one) => tag('saml:Audience', {}, escaped(one))).join('')),
  )
  const times = { NotBefore: f.notBefore, NotOnOrAfter: f.notOnOrAfter }
  return tag('saml:Conditions', times, restrictions.join('') + f.condition)
}

const statementsOf = (f: Facts): string => {
  const context = tag('saml:AuthnContext', {}, tag('saml:AuthnContextClassRef', {}, escaped(f.context)))
  const authentication = tag(
    'saml:AuthnStatement',
    { AuthnInstant: f.authenticatedAt, SessionIndex: f.sessionIndex, SessionNotOnOrAfter: f.sessionUntil },
    context,
  )
  const attributes = Object.entries(f.attributes).map(([name, values]) =>
    tag(
      'saml:Attribute',
      { Name: name },
      values.map((value) => tag('saml:AttributeValue', {}, escaped(value))).join(''),
    ),
  )
  return (
    (f.authenticated ? authentication : '') +
    f.secondStatement +
    tag('saml:AttributeStatement', {}, attributes.join(''))
  )
}

const issuerOf = (issuer: string, alone: boolean): string =>
  tag('saml:Issuer', alone ? { 'xmlns:saml': names.saml } : {}, escaped(issuer))

/** The assertion of some facts, canonical and unsigned. */
export const assertionOf = (f: Facts): string =>
  tag(
    'saml:Assertion',
    { 'xmlns:saml': names.saml, ID: f.assertionId, IssueInstant: f.issued, Version: f.version },
    issuerOf(f.issuer, false) + subjectOf(f) + conditionsOf(f) + statementsOf(f),
  )

/** The response around an assertion, canonical and unsigned. */
export const responseOf = (f: Facts, assertion: string): string =>
  tag(
    'samlp:Response',
    {
      'xmlns:samlp': names.samlp,
      Destination: f.destination,
      ID: f.responseId,
      InResponseTo: f.inResponseTo,
      IssueInstant: f.responseIssued,
      Version: f.responseVersion,
    },
    (f.responseIssuer === undefined ? '' : issuerOf(f.responseIssuer, true)) +
      tag('samlp:Status', {}, tag('samlp:StatusCode', { Value: f.status }, '')) +
      assertion,
  )

export type Sealing = Signing & { readonly parts?: 'assertion' | 'message' | 'both' | 'none' }

/** A whole response, signed as most identity providers do unless told otherwise. */
export const answerOf = (idpOf: Idp, f: Facts, { parts = 'assertion', ...options }: Sealing = {}): string => {
  const bare = assertionOf(f)
  const assertion = parts === 'assertion' || parts === 'both' ? signed(bare, idpOf, options) : bare
  const response = responseOf(f, assertion)
  if (parts !== 'message' && parts !== 'both') return response
  return signed(response, idpOf, options)
}

export const packed = (xml: string): string => Buffer.from(xml, 'utf8').toString('base64')
