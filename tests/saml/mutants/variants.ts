import { encrypted, methods, tripleDes, type Wrapping } from '../encrypting.ts'
import { assertionOf, type Facts, type Idp, idp, responseOf } from '../idp.ts'
import type { Change } from '../school.ts'
import { escaped, signed, uris } from '../signing.ts'

/** An answer as an identity provider may write it, honest or not: what becomes of it is not said here. */
export type Variant = { readonly name: string; readonly change: (now: Date, genuine: Facts) => Change }

const parts = ['assertion', 'message', 'both'] as const
const variant = (name: string, change: Change): Variant => ({ name, change: () => change })
const saying = (name: string, make: (now: Date, genuine: Facts) => Partial<Facts>): readonly Variant[] =>
  parts.map((each) => ({
    name: `${name}, signed: ${each}`,
    change: (now, genuine) => ({ facts: make(now, genuine), seal: { parts: each } }),
  }))
const edited = (name: string, edit: (xml: string) => string): Variant => variant(name, { edit })

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** All times of an answer in another spelling, or by a clock that is ahead. */
const timed =
  (spell: (at: Date) => string, shift = 0) =>
  (now: Date): Partial<Facts> => {
    const at = (seconds: number) => spell(later(now, seconds + shift))
    return {
      issued: at(0),
      responseIssued: at(0),
      notBefore: at(-5),
      notOnOrAfter: at(300),
      confirmedUntil: at(300),
      authenticatedAt: at(0),
      sessionUntil: at(28_800),
    }
  }

const zoned = (offset: string) => (at: Date) => at.toISOString().replace('Z', offset)
const whole = (at: Date) => at.toISOString().replace(/\.\d+Z/, 'Z')
const groups = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `urn:mace:example.edu:groups:section-${index}`)

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const spoken: readonly Variant[] = [
  ...saying('as it is', () => ({})),
  ...saying('times without fractions', timed(whole)),
  ...saying('times of +00:00', timed(zoned('+00:00'))),
  ...saying('times of +02:00', timed(zoned('+02:00'))),
  ...[-90, -30, 30, 50, 90, 170, 300].flatMap((seconds) =>
    saying(
      `a clock that is ${seconds} seconds ahead`,
      timed((at) => at.toISOString(), seconds),
    ),
  ),
  ...saying('no destination', () => ({ destination: undefined })),
  ...saying('an empty destination', () => ({ destination: '' })),
  ...saying('another destination', () => ({ destination: 'https://elsewhere.example.edu' })),
  ...saying('no issuer of the response', () => ({ responseIssuer: undefined })),
  ...saying('a name among line breaks', () => ({ nameId: '\n   p-1\n  ', nameFormat: persistent })),
  ...saying('a transient name', () => ({
    nameId: '_t1',
    nameFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  })),
  ...saying('no name', () => ({ nameId: undefined })),
  ...saying('a thousand groups', () => ({ attributes: { email: ['a@example.edu'], groups: groups(1000) } })),
  ...saying('two addresses', () => ({ attributes: { email: ['a@example.edu', 'b@example.edu'] } })),
  ...saying('no attributes', () => ({ attributes: {} })),
  ...saying('attributes of odd names', () => ({ attributes: { constructor: ['x'], '': ['y'] } as never })),
  ...saying('another audience beside ours', (_, { audiences }) => ({
    audiences: [['https://elsewhere.example.edu', ...(audiences[0] ?? [])]],
  })),
  ...saying('a session without an end', () => ({ sessionUntil: undefined })),
  ...saying('letters of many scripts', () => ({ attributes: { displayName: ['Zoë 𠮷野 O’Neil & <Co>'] } })),
  variant('SHA-512 throughout', { seal: { method: uris.rsaSha512, digest: uris.sha512 } }),
  variant('SHA-512 over SHA-256', { seal: { method: uris.rsaSha512 } }),
  variant('SHA-1 over SHA-256', { seal: { method: uris.rsaSha1 } }),
]

const before = (mark: string, text: string) => (xml: string) => xml.replace(mark, `${text}${mark}`)

/** Texts of a document that readers of XML take, or refuse, in ways of their own. */
const written: readonly Variant[] = [
  edited('a declaration', (xml) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`),
  edited(
    'a declaration in single quotes',
    (xml) => `<?xml version='1.0' encoding='utf-8' standalone='yes'?>${xml}`,
  ),
  edited('a declaration of XML 1.1', (xml) => `<?xml version="1.1"?>${xml}`),
  edited('a declaration of UTF-16', (xml) => `<?xml version="1.0" encoding="UTF-16"?>${xml}`),
  edited('a declaration of nothing', (xml) => `<?xml version="1.0" encoding="x-nothing"?>${xml}`),
  edited('spaces before the declaration', (xml) => ` <?xml version="1.0"?>${xml}`),
  edited('a declaration that comes twice', (xml) => `<?xml version="1.0"?><?xml version="1.0"?>${xml}`),
  edited('a byte order mark', (xml) => `\ufeff${xml}`),
  edited('line breaks around it', (xml) => `\n\n${xml}\n`),
  edited('a text before it', (xml) => `x${xml}`),
  edited('a text behind it', (xml) => `${xml}x`),
  edited('a comment before it', (xml) => `<!-- gateway -->${xml}`),
  edited('a comment behind it', (xml) => `${xml}<!-- gateway -->`),
  edited('a comment before the declaration', (xml) => `<!-- a --><?xml version="1.0"?>${xml}`),
  edited('a comment in the response', before('<samlp:Status>', '<!-- gateway -->')),
  edited('a comment in the assertion', before('<saml:Subject>', '<!-- gateway -->')),
  edited('a comment in the signature', before('<ds:SignatureValue>', '<!-- gateway -->')),
  edited('a comment in SignedInfo', before('<ds:Reference', '<!-- gateway -->')),
  edited('two comments with spaces', before('<samlp:Status>', '<!-- a --> \n <!-- b -->')),
  edited('a comment with two hyphens', before('<samlp:Status>', '<!-- a -- b -->')),
  edited('a comment that never ends', before('<samlp:Status>', '<!-- a ')),
  edited('a comment with a control sign', before('<samlp:Status>', '<!-- \u0001 -->')),
  edited('a comment before a name', (xml) => xml.replace(/(<saml:NameID[^>]*>)/, '$1<!-- -->')),
  edited('a comment behind a name', before('</saml:NameID>', '<!-- -->')),
  edited('a comment inside an attribute', (xml) => xml.replace('Ada ', 'Ada<!-- --> ')),
  edited('a comment inside the audience', before('</saml:Audience>', '<!-- -->')),
  edited('CDATA inside an attribute', (xml) => xml.replace('Ada Lovelace', '<![CDATA[Ada Lovelace]]>')),
  edited('CDATA between elements', before('<samlp:Status>', '<![CDATA[ ]]>')),
  edited('an instruction before it', (xml) => `<?style x?>${xml}`),
  edited('an instruction in the response', before('<samlp:Status>', '<?gateway x?>')),
  edited('an open bracket in an attribute', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="<">')),
  edited('a bare ampersand', (xml) => xml.replace('Ada Lovelace', 'Ada & Lovelace')),
  edited('an ampersand in an attribute', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="a&b">')),
  edited('a sign of no number', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="&#0;">')),
  edited('a control sign by number', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="&#1;">')),
  edited('half a character by number', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="&#xD800;">')),
  edited('a control sign', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="\u0001">')),
  edited('a sign that is none', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="\uffff">')),
  edited('the end of CDATA in a text', (xml) => xml.replace('Ada Lovelace', 'Ada ]]> Lovelace')),
  edited('a letter by number', (xml) => xml.replace('Ada Lovelace', '&#65;da &#x4c;ovelace')),
  edited(
    'a prefix that nobody declared',
    before('<samlp:Status>', '<samlp:Extensions><y:a/></samlp:Extensions>'),
  ),
  edited('an attribute twice', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="1" x="2">')),
  edited(
    'an attribute twice by namespace',
    before(
      '<samlp:Status>',
      '<samlp:Extensions><a xmlns:c="u" xmlns:d="u" c:x="1" d:x="2"/></samlp:Extensions>',
    ),
  ),
  edited(
    'a namespace that is taken back',
    before('<samlp:Status>', '<samlp:Extensions><a xmlns:c=""/></samlp:Extensions>'),
  ),
  edited(
    'extensions',
    before('<samlp:Status>', '<samlp:Extensions><x:a xmlns:x="urn:x"/></samlp:Extensions>'),
  ),
  edited('a name of a tag in capitals', (xml) => xml.replace('<samlp:Status>', '<samlp:STATUS>')),
  edited('tags that cross', (xml) => xml.replace('</samlp:Status>', '<a><b></a></b></samlp:Status>')),
  edited('attributes without a space between', (xml) =>
    xml.replace('<samlp:Status>', '<samlp:Status x="1"y="2">'),
  ),
  edited('attributes without quotes', (xml) => xml.replace('<samlp:Status>', '<samlp:Status x=1>')),
  edited('line breaks within a tag', (xml) => xml.replace('<samlp:Status>', '<samlp:Status\n\t>')),
  edited('spaces in the digest', (xml) => xml.replace(/(<ds:DigestValue>)(.{10})/, '$1\n$2\n')),
  edited('line breaks in the signature value', (xml) =>
    xml.replace(
      /(<ds:SignatureValue>)([^<]+)/,
      (_, tag: string, value: string) => tag + (value.match(/.{1,76}/g) ?? []).join('&#13;\n'),
    ),
  ),
  edited('signs in the signature value that are no base64', (xml) =>
    xml.replace(/(<ds:SignatureValue>)/, '$1~!'),
  ),
  edited('a status without a code', (xml) => xml.replace(/<samlp:StatusCode[^>]*><\/samlp:StatusCode>/, '')),
  edited('no status', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/s, '')),
  edited('two statuses', (xml) => xml.replace(/(<samlp:Status>.*<\/samlp:Status>)/s, '$1$1')),
]

const own = idp(2)
const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
const open = `<saml:NameID ${saml} Format="${persistent}">encrypted-1</saml:NameID>`

/** Elements as they are in the canonical form, so that they may be signed as they stand. */
const canonical = (xml: string): string => xml.replace(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>')

const sealedName = (
  text: string,
  method: (typeof methods)[number],
  wrapping?: Wrapping,
  to: Idp = own,
): string =>
  canonical(encrypted(text, to.certificate, method, wrapping))
    .replace(`<saml:EncryptedAssertion ${saml}>`, '<saml:EncryptedID>')
    .replace('</saml:EncryptedAssertion>', '</saml:EncryptedID>')
    .replace(/<xenc:EncryptedData xmlns:xenc="([^"]*)" Type/, '<xenc:EncryptedData xmlns:xenc="$1" Type')

/** An answer whose signed assertion has something else for a name. */
const named = (name: string, make: () => string, signer = idp()): Variant => ({
  name,
  change: (_, genuine) => ({
    edit: () => {
      const bare = assertionOf(genuine).replace(/<saml:NameID.*<\/saml:NameID>/s, make)
      return responseOf(genuine, signed(bare, signer))
    },
  }),
})

const [aes] = methods as [(typeof methods)[number]]

const sealed: readonly Variant[] = [
  ...methods.flatMap((method) => [
    named(`a name that is encrypted by ${method.name}`, () => sealedName(open, method)),
    edited(`an assertion that is encrypted by ${method.name}`, (xml) =>
      xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (found) =>
        encrypted(found, own.certificate, method),
      ),
    ),
  ]),
  named('a name that is encrypted by triple DES', () => sealedName(open, tripleDes)),
  named('a name whose key is encrypted by RSA 1.5', () => sealedName(open, aes, 'rsa-1_5')),
  named('a name that is encrypted to somebody else', () => sealedName(open, aes, undefined, idp(1))),
  named('an encrypted text for a name', () => sealedName('eve', aes)),
  named(
    'an encrypted name beside an open one',
    () => `<saml:NameID>${escaped('eve')}</saml:NameID>${sealedName(open, aes)}`,
  ),
  named('an encrypted name by a stranger', () => sealedName(open, aes), idp(1)),
]

export const variants: readonly Variant[] = [...spoken, ...written, ...sealed]
