import type { Facts } from '../idp.ts'
import { foreign } from './foreign-mutants.ts'
import type { Mutant } from './mutant.ts'

const other = 'https://elsewhere.example.edu'
const at = (offset: number, now: Date): string => new Date(now.getTime() + offset * 1000).toISOString()

const said = (
  name: string,
  check: string,
  make: (now: Date) => Partial<Facts>,
  more: Partial<Mutant> = {},
): Mutant => ({
  name,
  check,
  change: (now) => ({ facts: make(now) }),
  ...more,
})

/** Signed by the identity provider itself, but not for this school, this request or this moment. */
export const honest: readonly Mutant[] = [
  ...foreign,
  said('another audience', 'audience', () => ({ audiences: [[other]] })),
  {
    name: 'two restrictions of which one is not ours',
    check: 'audience',
    change: (_, { audiences }) => ({ facts: { audiences: [...audiences, [other]] } }),
  },
  said('no audience', 'audience', () => ({ audiences: [] })),
  said('another recipient', 'recipient', () => ({ recipient: other })),
  said('no recipient', 'recipient', () => ({ recipient: undefined })),
  said('another destination', 'destination', () => ({ destination: other })),
  {
    name: 'no destination of a signed response',
    check: 'destination',
    change: () => ({ facts: { destination: undefined }, seal: { parts: 'both' } }),
  },
  said('another issuer of the assertion', 'assertion issuer', () => ({ issuer: other })),
  said('another issuer of the response', 'response issuer', () => ({ responseIssuer: other })),
  said('another request in the signed part', 'confirmed request', () => ({ confirmedRequest: '_another' })),
  said('no request in the signed part', 'confirmed request', () => ({ confirmedRequest: undefined })),
  said('another request on the envelope', 'in response to', () => ({ inResponseTo: '_another' })),
  said('no request on the envelope', 'in response to', () => ({ inResponseTo: undefined })),
  said('conditions of tomorrow', 'conditions time', (now) => ({ notBefore: at(240, now) })),
  said('conditions of yesterday', 'conditions time', (now) => ({ notOnOrAfter: at(-181, now) })),
  said('conditions without an end', 'conditions time', () => ({ notOnOrAfter: undefined })),
  said('a time in words', 'conditions time', () => ({ notBefore: 'yesterday' })),
  said('a time of another zone', 'conditions time', () => ({ notOnOrAfter: '2099-01-01T00:00:00+02:00' })),
  said('a confirmation of yesterday', 'confirmation time', (now) => ({ confirmedUntil: at(-181, now) })),
  said('a confirmation of tomorrow', 'confirmation time', (now) => ({ confirmedFrom: at(240, now) })),
  said('a confirmation without an end', 'confirmation time', () => ({ confirmedUntil: undefined })),
  said('a confirmation for holders of a key', 'bearer', () => ({
    method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key',
  })),
  said('an assertion of an hour ago', 'age', (now) => ({ issued: at(-3600, now) })),
  said('an assertion of the future', 'age', (now) => ({ issued: at(300, now) })),
  said('a response of an hour ago', 'response age', (now) => ({ responseIssued: at(-3600, now) })),
  said('a session that has ended', 'session time', (now) => ({ sessionUntil: at(-61, now) })),
  said('nobody who signed in', 'authentication', () => ({ authenticated: false })),
  said('a failed sign-in', 'status', () => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })),
  said('SAML 1.1', 'version', () => ({ version: '1.1' })),
  said('a response of SAML 1.1', 'response version', () => ({ responseVersion: '1.1' })),
  said('a condition that nobody knows', 'known conditions', () => ({
    condition: '<saml:Condition></saml:Condition>',
  })),
  said('a statement without attributes', 'attribute statement', () => ({ attributes: {} })),
  said('an attribute without a name', 'attribute names', () => ({ attributes: { '': ['x'] } }), {
    alone: false,
  }),
  {
    name: 'two statuses',
    check: 'status element',
    alone: false,
    change: () => ({ edit: (xml) => xml.replace(/(<samlp:Status>.*<\/samlp:Status>)/s, '$1$1') }),
  },
  said('two names', 'name', () => ({ secondNameId: 'eve' })),
  {
    name: 'an assertion without an id',
    check: 'assertion id',
    change: () => ({ facts: { assertionId: undefined }, seal: { parts: 'message' } }),
    config: { wantAssertionsSigned: false },
  },
  said('no conditions', 'conditions', () => ({ conditions: false }), { alone: false }),
  said('no subject', 'subject', () => ({ subject: false }), { alone: false }),
  {
    name: 'a message that is signed where the assertion should be',
    check: 'assertion is signed',
    change: () => ({ seal: { parts: 'message' } }),
  },
  {
    name: 'an assertion that is signed where the message should be too',
    check: 'message is signed',
    change: () => ({}),
    config: { wantMessageSigned: true },
  },
  {
    name: 'an open assertion where an encrypted one is demanded',
    check: 'encryption',
    change: () => ({}),
    config: { wantAssertionsEncrypted: true },
  },
]
