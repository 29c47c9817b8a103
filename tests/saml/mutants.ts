import { createHmac, createPublicKey } from 'node:crypto'
import { assertionOf, type Facts, idp, responseOf, signed, uris } from './idp.ts'
import type { Change } from './school.ts'

const stranger = idp(1)
const other = 'https://elsewhere.example.edu'
const at = (offset: number, now: Date): string => new Date(now.getTime() + offset * 1000).toISOString()

/** An answer that somebody changed. `check` refuses it; without that check it would be taken, unless `alone` says no. */
export type Mutant = {
  readonly name: string
  readonly check: string
  readonly change: (now: Date, genuine: Facts) => Change
  /** Why no single check can be left out here: the library, or the shape of the code, has no other way. */
  readonly alone?: false
  /** Settings of the school that the mutant is about. */
  readonly config?: object
}

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
  said('no destination', 'destination', () => ({ destination: undefined })),
  said('another issuer of the assertion', 'assertion issuer', () => ({ issuer: other })),
  said('another issuer of the response', 'response issuer', () => ({ responseIssuer: other })),
  said('another request in the signed part', 'confirmed request', () => ({ confirmedRequest: '_another' })),
  said('no request in the signed part', 'confirmed request', () => ({ confirmedRequest: undefined })),
  said('another request on the envelope', 'in response to', () => ({ inResponseTo: '_another' })),
  said('no request on the envelope', 'in response to', () => ({ inResponseTo: undefined })),
  said('conditions of tomorrow', 'conditions time', (now) => ({ notBefore: at(120, now) })),
  said('conditions of yesterday', 'conditions time', (now) => ({ notOnOrAfter: at(-61, now) })),
  said('conditions without an end', 'conditions time', () => ({ notOnOrAfter: undefined })),
  said('a time in words', 'conditions time', () => ({ notBefore: 'yesterday' })),
  said('a time of another zone', 'conditions time', () => ({ notOnOrAfter: '2099-01-01T00:00:00+02:00' })),
  said('a confirmation of yesterday', 'confirmation time', (now) => ({ confirmedUntil: at(-61, now) })),
  said('a confirmation of tomorrow', 'confirmation time', (now) => ({ confirmedFrom: at(120, now) })),
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
  said('two names', 'name', () => ({ secondNameId: 'eve' })),
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

const forgedFrom = (genuine: Facts): Facts => ({
  ...genuine,
  assertionId: '_forged',
  nameId: 'root@students.example.edu',
  attributes: { ...genuine.attributes, email: ['root@students.example.edu'] },
})

const assertionIn = (xml: string): string =>
  xml.slice(xml.indexOf('<saml:Assertion'), xml.lastIndexOf('</samlp:Response>'))
const signatureIn = (xml: string): string => /<ds:Signature .*<\/ds:Signature>/.exec(xml)?.[0] ?? ''

const wrapped = (name: string, check: string, make: (genuine: string, forged: string) => string): Mutant => ({
  name,
  check,
  alone: false,
  change: (_, genuine) => ({
    edit: (xml) => {
      const forged = assertionOf(forgedFrom(genuine))
      return xml.replace(assertionIn(xml), () => make(assertionIn(xml), forged))
    },
  }),
})

const extensions = (content: string): string => `<samlp:Extensions>${content}</samlp:Extensions>`
const object = (content: string): string => `<ds:Object>${content}</ds:Object>`

/** The eight ways to wrap a signature that are known by number, and others. */
export const wrappings: readonly Mutant[] = [
  {
    name: 'XSW1: a forged response around the genuine one, within the signature',
    check: 'message',
    alone: false,
    change: (_, genuine) => ({
      seal: { parts: 'message' },
      edit: (xml) => {
        const moved = signatureIn(xml).replace('</ds:Signature>', `${object(xml)}</ds:Signature>`)
        const forged = responseOf({ ...genuine, responseId: '_f' }, assertionOf(forgedFrom(genuine)))
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${moved}`)
      },
    }),
  },
  {
    name: 'XSW2: a forged response before the genuine one, with a detached signature',
    check: 'message',
    alone: false,
    change: (_, genuine) => ({
      seal: { parts: 'message' },
      edit: (xml) => {
        const forged = responseOf({ ...genuine, responseId: '_f' }, assertionOf(forgedFrom(genuine)))
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${xml}${signatureIn(xml)}`)
      },
    }),
  },
  wrapped('XSW3: a forged assertion before the genuine one', 'one assertion', (good, bad) => bad + good),
  wrapped('XSW4: a forged assertion around the genuine one', 'one assertion', (good, bad) =>
    bad.replace('</saml:Assertion>', `${good}</saml:Assertion>`),
  ),
  wrapped(
    'XSW5: the genuine assertion at the end, its signature in the forged one',
    'one assertion',
    (good, bad) => {
      const signature = signatureIn(good)
      return bad.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + good.replace(signature, '')
    },
  ),
  wrapped(
    'XSW6: the genuine assertion within the signature of the forged one',
    'one assertion',
    (good, bad) => {
      const signature = signatureIn(good)
      const around = signature.replace(
        '</ds:Signature>',
        `${object(good.replace(signature, ''))}</ds:Signature>`,
      )
      return bad.replace('</saml:Issuer>', `</saml:Issuer>${around}`)
    },
  ),
  wrapped(
    'XSW7: the forged assertion among extensions',
    'one assertion',
    (good, bad) => extensions(bad) + good,
  ),
  wrapped('XSW8: the genuine assertion in an object of its own signature', 'one assertion', (good, bad) => {
    const signature = signatureIn(good)
    const holding = signature.replace(
      '</ds:Signature>',
      `${object(good.replace(signature, ''))}</ds:Signature>`,
    )
    return bad.replace('</saml:Issuer>', `</saml:Issuer>${holding}`)
  }),
  wrapped('the genuine assertion as advice of the forged one', 'one assertion', (good, bad) =>
    bad.replace('<saml:AuthnStatement', `<saml:Advice>${good}</saml:Advice><saml:AuthnStatement`),
  ),
  wrapped(
    'a forged assertion of another namespace beside the genuine one',
    'one assertion',
    (good, bad) => bad.replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:x') + good,
  ),
  wrapped('only an assertion among extensions', 'assertion place', (good) => extensions(good)),
  {
    name: 'one id on two elements',
    check: 'ids',
    alone: false,
    change: (_, { assertionId }) => ({
      edit: (xml) => xml.replace('<samlp:Status>', `<samlp:Status ID="${assertionId}">`),
    }),
  },
]

const edited = (
  name: string,
  check: string,
  edit: (xml: string) => string,
  more: Partial<Mutant> = {},
): Mutant => ({
  name,
  check,
  alone: false,
  change: () => ({ edit }),
  ...more,
})

const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join('')

/** Tricks with the text of the document. */
export const texts: readonly Mutant[] = [
  edited('a comment inside the name', 'xml', (xml) =>
    xml.replace('students.example', 'students<!-- -->.example'),
  ),
  edited('CDATA inside the name', 'xml', (xml) =>
    xml.replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>'),
  ),
  edited('a processing instruction inside the name', 'xml', (xml) =>
    xml.replace('students.example', 'students<?x y?>.example'),
  ),
  edited('a document type', 'xml', (xml) => `<!DOCTYPE a>${xml}`),
  edited(
    'an entity of its own',
    'xml',
    (xml) => `<!DOCTYPE a [<!ENTITY e "x">]>${xml.replace('Lovelace', '&e;')}`,
  ),
  edited(
    'an entity of a file',
    'xml',
    (xml) => `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`,
  ),
  edited('an entity that nobody declared', 'xml', (xml) => xml.replace('Lovelace', '&nothing;')),
  edited('a comment inside the digest', 'xml', (xml) => xml.replace(/(<ds:DigestValue>)/, '$1<!--x-->')),
  edited('half a document', 'xml', (xml) => xml.slice(0, -20)),
  edited('another root beside it', 'xml', (xml) => `${xml}<a/>`),
  edited('very deep', 'xml', (xml) =>
    xml.replace('</samlp:Status>', `${times(100, '<a>')}${times(100, '</a>')}</samlp:Status>`),
  ),
  edited('very many elements', 'xml', (xml) =>
    xml.replace('</samlp:Status>', `${times(7000, '<a/>')}</samlp:Status>`),
  ),
  edited('no XML at all', 'xml', () => 'response=ok'),
  edited('an error of another kind', 'message', (xml) =>
    xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'),
  ),
]

const facade = createPublicKey(idp().key).export({ type: 'spki', format: 'pem' }).toString()

/** Signatures that are missing, wrong, weak, or cover something else. */
export const signatures: readonly Mutant[] = [
  {
    name: 'no signature',
    check: 'assertion is signed',
    alone: false,
    change: () => ({ seal: { parts: 'none' } }),
  },
  {
    name: 'the key of a stranger',
    check: 'assertion: signature',
    alone: false,
    change: () => ({ seal: { key: stranger.key } }),
  },
  {
    name: 'the key of a stranger, with a certificate along',
    check: 'assertion: signature',
    alone: false,
    change: () => ({
      seal: {
        key: stranger.key,
        keyInfo: `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${stranger.certificate
          .replace(/-----[^-]+-----/g, '')
          .replace(/\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      },
    }),
  },
  {
    name: 'a good assertion in a message that a stranger has signed',
    check: 'message: signature',
    alone: false,
    change: () => ({ edit: (xml) => signed(xml, stranger) }),
  },
  edited('one letter of a name', 'assertion: signature', (xml) =>
    xml.replace('Ada Lovelace', 'Eve Lovelace'),
  ),
  edited('a role that was added', 'assertion: signature', (xml) =>
    xml.replace('>student<', '>student</saml:AttributeValue><saml:AttributeValue>admin<'),
  ),
  edited('a longer life', 'assertion: signature', (xml) =>
    xml.replace(/NotOnOrAfter="2026/g, 'NotOnOrAfter="2036'),
  ),
  {
    name: 'SHA-1',
    check: 'assertion: signature algorithm',
    alone: false,
    change: () => ({ seal: { method: uris.rsaSha1, digest: uris.sha1 } }),
  },
  {
    name: 'a digest of SHA-1',
    check: 'assertion: signature algorithm',
    alone: false,
    change: () => ({ seal: { digest: uris.sha1 } }),
  },
  {
    name: 'a keyed hash with the public key for a secret',
    check: 'assertion: signature algorithm',
    alone: false,
    change: () => ({
      seal: {
        method: uris.hmacSha256,
        sign: (info) => createHmac('sha256', facade).update(info).digest('base64'),
      },
    }),
  },
  {
    name: 'a reference to the whole document',
    check: 'assertion: signature reference',
    alone: false,
    change: () => ({ seal: { reference: '' } }),
  },
  {
    name: 'a reference to the response',
    check: 'assertion: signature reference',
    alone: false,
    change: (_, { responseId }) => ({ seal: { reference: `#${responseId}` } }),
  },
  edited('two references', 'signature places', (xml) =>
    xml.replace(/(<ds:Reference .*?<\/ds:Reference>)/, '$1$1'),
  ),
  edited('two hundred references', 'signature places', (xml) =>
    xml.replace(/(<ds:Reference .*?<\/ds:Reference>)/, (one) => times(200, one)),
  ),
  edited('two bodies of one signature', 'signature places', (xml) =>
    xml.replace(/(<ds:SignedInfo>.*?<\/ds:SignedInfo>)/, '$1$1'),
  ),
  edited('two digests', 'signature places', (xml) =>
    xml.replace(/(<ds:DigestValue>.*?<\/ds:DigestValue>)/, '<ds:DigestValue>x</ds:DigestValue>$1'),
  ),
  edited('two signatures of one element', 'signature places', (xml) =>
    xml.replace(/(<ds:Signature .*<\/ds:Signature>)/, '$1$1'),
  ),
  edited('a transform of another kind', 'assertion: signature form', (xml) =>
    xml.replace(
      uris.exclusive + '"></ds:Transform>',
      'http://www.w3.org/TR/1999/REC-xslt-19991116"></ds:Transform>',
    ),
  ),
  edited('another canonical form', 'assertion: signature form', (xml) =>
    xml.replace(
      `<ds:CanonicalizationMethod Algorithm="${uris.exclusive}"`,
      '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    ),
  ),
  edited('an object within the signature', 'signature places', (xml) =>
    xml.replace('</ds:Signature>', '<ds:Object>x</ds:Object></ds:Signature>'),
  ),
]

export const mutants: readonly Mutant[] = [...honest, ...wrappings, ...texts, ...signatures]
