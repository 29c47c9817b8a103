import { deflateRawSync } from 'node:zlib'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { checkedText } from '../../functions/messages/content.ts'
import { readRoster } from '../../functions/operators/roster-list.ts'
import { maxRosterAddresses, maxRosterBytes } from '../../functions/operators/roster-shapes.ts'
import { messagingRulesOf } from '../../functions/policies/index.ts'
import { readCertificates } from '../../functions/saml/certificates.ts'
import { createChecks } from '../../functions/saml/config/checks.ts'
import { metadataLimits, readIdpMetadata } from '../../functions/saml/config/idp-metadata.ts'
import { requireResponse } from '../../functions/saml/sign-in/response.ts'
import { inflateMessage } from '../../functions/saml/xml/redirect-binding.ts'
import { listOf } from '../../functions/users/search.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { done } from '../../lib/contract/reply.ts'
import { form, type Row } from '../../lib/contract/row.ts'
import { visibleText } from '../../lib/contract/text/plain-text.ts'
import { readCsv } from '../../lib/csv.ts'
import { sniffImage } from '../../lib/gateways/image.ts'
import { bodyParser, maxFormFields, maxTextBytes, readInput } from '../../lib/http/body.ts'
import { readForm } from '../../lib/http/multipart.ts'
import { receive } from '../../lib/http/request.ts'
import { decodeUnverified } from '../../lib/identity/token/tokens.ts'
import { wordsOf } from '../../lib/search/words.ts'
import { idp } from '../saml/idp.ts'
import { hostile } from '../saml/mutants/hostile.ts'
import { demands, expected, written } from '../saml/mutants/judging.ts'

/** One input that costs its reader the most, as large as it may come. */
export type WorstInput = { readonly reader: string; readonly input: string; readonly run: () => unknown }

const inputsOf = <I>(
  reader: string,
  read: (input: I) => unknown,
  inputs: Readonly<Record<string, I>>,
): readonly WorstInput[] =>
  Object.entries(inputs).map(([input, value]) => ({ reader, input, run: () => read(value) }))

const numbered = (count: number, make: (at: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(separator)

/** A pattern as often as it fits into so many bytes. */
const filled = (pattern: string, bytes: number): string =>
  pattern.repeat(Math.floor(bytes / Buffer.byteLength(pattern)))

const file = maxRosterBytes
const tables = {
  commas: filled(',', file),
  'rows of one comma': filled(',\n', file),
  'rows of 200 columns': filled(`${'a,'.repeat(199)}\n`, file),
  'blank lines': filled('\n', file),
  'blank lines of CRLF': filled('\r\n', file),
  quotes: filled('"', file),
  'quoted cells': filled('"a",', file),
  'rows of quoted cells': filled(`${'"a",'.repeat(9)}\n`, file),
  'quoted newlines': filled('"\n\n\n"\n', file),
  'one cell': filled('a', file),
  'one cell of doubled quotes': `"${filled('""', file - 2)}"`,
  'an open quote': `"${filled('a', file - 1)}`,
  'marks on one letter': `a${filled('\u0300\u0316', file - 1)}`,
}
const rosters = {
  ...tables,
  'as many addresses as it may have': numbered(
    maxRosterAddresses,
    (at) => `${'x'.repeat(50)},p${at}@x.example.edu\n`,
  ),
  'as many that are none': numbered(maxRosterAddresses, (at) => `p@${'a-'.repeat(30)}${at}-.x\n`),
}

const uploads = form(z.strictObject({}), ['file'], file)
const multipart = (parts: string): Buffer => Buffer.from(`${parts}\r\n--x--\r\n`)
const head = '\r\n--x\r\ncontent-disposition: form-data; name="a"'
const multiparts = {
  delimiters: multipart(filled('\r\n--x', file)),
  'empty parts': multipart(filled('\r\n--x\r\n\r\n', file)),
  fields: multipart(filled(`${head}\r\n\r\n0`, file)),
  'headers of one part': multipart(`\r\n--x${filled('\r\na: b', file)}\r\n\r\n`),
  'long headers in every part': multipart(`${head}; ${filled('b="\\";', 16_000)}\r\n\r\n0`.repeat(100)),
  'delimiters that nearly match': multipart(`${head}\r\n\r\n${filled('\r\n-', file)}`),
  'one file': multipart(`${head}; filename="f"\r\n\r\n${filled('a', file - 1000)}`),
}

const json = (text: string) =>
  invocationOf({
    method: 'POST',
    path: '/',
    host: 'x',
    body: text,
    headers: { 'content-type': 'application/json' },
    requestId: 'r',
    at: new Date(),
  })
const parseBody = (text: string) => bodyParser().before({ event: json(text) })
const bodies = {
  'open lists': filled('[', maxTextBytes),
  numbers: `[${filled('0,', maxTextBytes - 4)}0]`,
  'empty lists': `[${filled('[],', maxTextBytes - 4)}0]`,
  keys: `{${numbered(25_000, (at) => `"${at}":0`, ',')}}`,
  'one key many times': `{${filled('"a":1,', maxTextBytes - 10)}"a":1}`,
  quotes: filled('"', maxTextBytes),
  'escaped signs': `"${filled('\\u0041', maxTextBytes - 2)}"`,
  'one long number': filled('1', maxTextBytes),
  'numbers beyond 2^53': `[${filled('9007199254740993,', maxTextBytes - 20)}0]`,
  blanks: filled(' ', maxTextBytes),
}

const request = receive(
  invocationOf({ method: 'POST', path: '/', host: 'x', headers: {}, requestId: 'r', at: new Date() }),
  { kind: 'none' },
)
const formRow: Row = {
  method: 'POST',
  path: '/',
  access: 'anyone',
  body: z.catchall(z.object({}), z.string()),
  urlencoded: true,
  reply: done(''),
}
const readUrlencoded = (text: string) =>
  readInput(
    {
      ...request,
      body: { kind: 'bytes', bytes: Buffer.from(text), type: 'application/x-www-form-urlencoded' },
    },
    formRow,
    {},
  )
const urlencodedForms = {
  'empty fields': filled('&', maxTextBytes),
  fields: numbered(30_000, (at) => `f${at}=`, '&'),
  'as many as there may be': numbered(maxFormFields, (at) => `f${at}=${'%C3%A9'.repeat(40)}`, '&'),
  'one of escapes': `a=${filled('%41', maxTextBytes - 2)}`,
  blanks: `a=${filled('+', maxTextBytes - 2)}`,
}

const cbor = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const passkeyOf = (attestationObject: string) =>
  verifyRegistrationResponse({
    response: {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: Buffer.from(
          JSON.stringify({ type: 'webauthn.create', challenge: 'c', origin: 'http://x' }),
        ).toString('base64url'),
        attestationObject,
      },
    },
    expectedChallenge: 'c',
    expectedOrigin: 'http://x',
    expectedRPID: 'x',
  })
const attestations = {
  'lists in lists': cbor(new Uint8Array(12_000).fill(0x81)),
  'maps in maps': cbor(new Uint8Array(12_000).fill(0xa1)),
  'a list of 2^32': cbor(
    Uint8Array.from({ length: 12_000 }, (_, at) => (at < 5 ? ([0x9a, 255, 255, 255, 255][at] ?? 0) : 0)),
  ),
  'endless lists': cbor(new Uint8Array(12_000).fill(0x9f)),
}

const tokens = {
  'a long header': `${Buffer.from('['.repeat(6000)).toString('base64url')}.${'a'.repeat(100)}.a`,
  dots: '.'.repeat(8192),
  letters: 'a'.repeat(8192),
}

const long = 250_000
const texts = {
  'marks on one letter': `a${filled('\u0300\u0316', long)}`,
  'marks between signs that nobody sees': `a${filled('\u0300\u200B\u0316\u200B', long)}`,
  blanks: ` ${' '.repeat(long)}a`,
  joiners: filled('\u{1F468}\u200D', long),
  'Hangul letters': filled('\u1100\u1161\u11A8', long),
  'carriage returns': filled('\r', long),
}

/** Quadratic work hides in short inputs, and shows in ten times as long ones. */
const stretched = 10

const headLimit = 10_000
const headsOf = (length: number) => ({
  'cookies of one name': { cookie: filled('a=;', length) },
  cookies: { cookie: numbered(length / 7, (at) => `a${at}=`, ';') },
  'session cookies': { cookie: filled('accessToken=a.b.c;', length) },
  'a bearer of blanks': { cookie: 'accessToken=a', authorization: `Bearer${' '.repeat(length)}x` },
  'a refresh token of blanks': { 'x-refresh-token': `Bearer${' '.repeat(length)}x` },
  'proofs of devices': { 'x-known-device': filled('~', length) },
})
const receiveHead = (headers: Readonly<Record<string, string>>) =>
  receive(invocationOf({ method: 'GET', path: '/', host: 'x', headers, requestId: 'r', at: new Date() }), {
    kind: 'none',
  })

const messageLength = 20_000
const open = { ...messagingRulesOf(undefined), requireProfanityFilter: true, allowLinks: false }
const readMessage = (content: string) =>
  checkedText(content, open, { most: stretched * messageLength, least: 0 })
const readLinks = (content: string) =>
  checkedText(
    content,
    { ...open, requireProfanityFilter: false, allowLinks: true },
    { most: stretched * messageLength, least: 0 },
  )
const messagesOf = (length: number) => ({
  letters: 'a'.repeat(length),
  'dots after letters': filled('a.', length),
  'digits and dots': filled('1.', length),
  'blocks that never end': `<p>${filled('</p>', length - 4)}x`,
  'line breaks in a block': `<p>${'\n'.repeat(length - 8)}</p>`,
  'tags that never end': `<p>${filled('<a', length - 8)}</p>`,
})
const linksOf = (length: number) => ({
  'signs behind an address': `https://a${'.'.repeat(length - 12)}a`,
  addresses: filled('https://a.b ', length),
})

const jpeg = (fill: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(file)
  for (let at = 0; at < bytes.length; at += fill.length) bytes.set(fill.slice(0, bytes.length - at), at)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return bytes
}
const repeated = (head: string, each: string): Uint8Array => {
  const start = Buffer.from(head, 'hex')
  return Uint8Array.from(Buffer.concat([start, Buffer.alloc(file - start.length, each, 'hex')]))
}
const pictures = {
  zeros: jpeg([0]),
  'markers alone': jpeg([0xff]),
  'empty segments': jpeg([0xff, 0xe1, 0, 2]),
  'stray bytes': jpeg([0, 1]),
  'a GIF of empty frames': repeated('474946383961010001000000002c00000000010001000002', '0100'),
  'a PNG of empty chunks': repeated(
    '89504e470d0a1a0a0000000d494844520000000100000001080600000000000000',
    '000000007465537400000000',
  ),
  'a WebP of empty chunks': repeated(
    '52494646ffffffff574542505650385800000000000000000000',
    '6c6f636100000000',
  ),
  'a PNG of zeros': Uint8Array.from(
    { length: file },
    (_, at) => [0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa][at] ?? 0,
  ),
}

const prefixes = numbered(30_000, (at) => `p${at}`, ' ')
const inclusive = `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${prefixes}"/>`
const answers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(hostile.map(({ name, edit }) => [name, edit(written())])),
  'a list of prefixes': written().replace(/(<ds:Transform [^>]*exc-c14n#">)/, `$1${inclusive}`),
}
/** Of other providers, so that every one is tried. */
const [stranger] = demands({}, idp().certificate).certificates
const readAnswer = (text: string, certificates = 10) =>
  requireResponse(
    createChecks(),
    text,
    { ...demands(), certificates: stranger ? Array(certificates).fill(stranger) : [] },
    expected,
  )
/** The costliest answer, judged by so many certificates. */
export const readCostlyAnswer = (certificates: number) =>
  readAnswer(answers['many tags of a namespace each in the assertion'] ?? '', certificates)

const metadata = (inside: string): string =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="e"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</md:IDPSSODescriptor></md:EntityDescriptor>`
const million = 990_000
const spareTags = 100
const mostTags = metadataLimits.tags - spareTags
const mostAttributes = metadataLimits.quotes / 2 - spareTags
const documents = {
  tags: metadata(filled('<a/>', mostTags * 4)),
  'tags that never close': filled('<a>', mostTags * 3),
  'tags of a namespace each': metadata(numbered(mostTags, (at) => `<n${at}:a xmlns:n${at}="u"/>`)),
  attributes: metadata(`<a ${numbered(mostAttributes, (at) => `b${at}="" `)}/>`),
  namespaces: metadata(`<a ${numbered(mostAttributes, (at) => `xmlns:b${at}="u" `)}/>`),
  'comments that never end': filled('<!--', million),
  comments: filled('<!---->', million),
  'blanks in a tag': metadata(`<a ${' '.repeat(million - 400)}/>`),
  'a long text': metadata('x'.repeat(million - 400)),
}

const certificate = `A${' '.repeat(100_000)}!`
export const worstInputs: readonly WorstInput[] = [
  ...inputsOf('CSV, as a reader alone', (text) => Array.from(readCsv(text)).length, tables),
  ...inputsOf(
    'CSV, as the roster',
    (text) => readRoster({ files: { file: { bytes: Buffer.from(text), filename: 'f', type: 'text/csv' } } }),
    rosters,
  ),
  ...inputsOf(
    'multipart',
    (bytes) => readForm(bytes, 'multipart/form-data; boundary=x', uploads),
    multiparts,
  ),
  ...inputsOf('JSON', parseBody, bodies),
  ...inputsOf('urlencoded forms', readUrlencoded, urlencodedForms),
  ...inputsOf('passkeys', passkeyOf, attestations),
  ...inputsOf('tokens', decodeUnverified, tokens),
  ...inputsOf('text that people write', visibleText, texts),
  ...inputsOf('search terms', wordsOf, texts),
  ...inputsOf('lists in queries', (text) => listOf(text, 'roles'), {
    commas: ','.repeat(headLimit),
    'open lists': '['.repeat(headLimit),
  }),
  ...inputsOf('headers and cookies', receiveHead, headsOf(headLimit)),
  ...inputsOf('headers and cookies, stretched', receiveHead, headsOf(stretched * headLimit)),
  ...inputsOf('messages', readMessage, messagesOf(messageLength)),
  ...inputsOf('messages, stretched', readMessage, messagesOf(stretched * messageLength)),
  ...inputsOf('links in messages', readLinks, linksOf(messageLength)),
  ...inputsOf('links in messages, stretched', readLinks, linksOf(stretched * messageLength)),
  ...inputsOf('pictures', sniffImage, pictures),
  ...inputsOf('SAML answers, ten certificates', (text) => readAnswer(text), answers),
  ...inputsOf(
    'SAML metadata',
    (xml) =>
      readIdpMetadata(xml, { pinned: undefined, authorities: [], now: new Date(), isUsable: () => true }),
    documents,
  ),
  ...inputsOf('inflate in the redirect binding', inflateMessage, {
    zeros: deflateRawSync(Buffer.alloc(7_000_000)).toString('base64'),
  }),
  ...inputsOf('certificates', (text) => readCertificates([text]), {
    blanks: certificate,
    beginnings: filled('-----BEGIN CERTIFICATE-----', 100_000),
  }),
]
