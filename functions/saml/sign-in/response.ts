import { constants, createDecipheriv, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto'
import type { Checks } from '../config/checks.ts'
import { requireSigned, type Trusted } from '../xml/signature.ts'
import {
  attributeOf,
  childElements,
  elementsOf,
  isNamed,
  names,
  onlyChild,
  parseXml,
  requireOneAssertion,
  requireParts,
  requireRoot,
  requireShape,
  textOf,
} from '../xml/xml.ts'
import { type Expected, requireEnvelope, requireStatement, type Statement } from './assertion.ts'

const { encryption, encryption11, signature } = names

type Cipher = {
  readonly name: string
  readonly keyBytes: number
  readonly ivBytes: number
  readonly tagBytes: number
}

const cbc = (bits: number): Cipher => ({
  name: `aes-${bits}-cbc`,
  keyBytes: bits / 8,
  ivBytes: 16,
  tagBytes: 0,
})
const gcm = (bits: number): Cipher => ({
  name: `aes-${bits}-gcm`,
  keyBytes: bits / 8,
  ivBytes: 12,
  tagBytes: 16,
})

/** Ciphers that count (rules/saml 12). Triple DES and RSA 1.5 are not among them. */
const ciphers: Readonly<Record<string, Cipher>> = {
  [`${encryption}aes128-cbc`]: cbc(128),
  [`${encryption}aes192-cbc`]: cbc(192),
  [`${encryption}aes256-cbc`]: cbc(256),
  [`${encryption11}aes128-gcm`]: gcm(128),
  [`${encryption11}aes192-gcm`]: gcm(192),
  [`${encryption11}aes256-gcm`]: gcm(256),
}

const wrappings = [`${encryption}rsa-oaep-mgf1p`, `${encryption11}rsa-oaep`]

const oaepHashes: Readonly<Record<string, string>> = {
  [`${signature}sha1`]: 'sha1',
  [`${encryption}sha256`]: 'sha256',
  [`${encryption}sha512`]: 'sha512',
}

const methodOf = (element: Element | undefined): Element | undefined =>
  onlyChild(element, encryption, 'EncryptionMethod')

const cipherValue = (element: Element | undefined): Buffer | undefined => {
  const text = textOf(onlyChild(onlyChild(element, encryption, 'CipherData'), encryption, 'CipherValue'))
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

const oaepHashOf = (method: Element): string | undefined => {
  const digest = childElements(method).find(({ localName }) => localName === 'DigestMethod')
  return digest ? oaepHashes[attributeOf(digest, 'Algorithm') ?? ''] : 'sha1'
}

/** The key of the content. A wrong one gives a random key, so that what failed cannot be told from the time it took. */
const unwrapped = (key: Element, own: KeyObject, bytes: number): Buffer | undefined => {
  const method = methodOf(key)
  const wrapped = cipherValue(key)
  if (!method || !wrapped || !wrappings.includes(attributeOf(method, 'Algorithm') ?? '')) return undefined
  const oaepHash = oaepHashOf(method)
  if (oaepHash === undefined) return undefined
  try {
    const plain = privateDecrypt({ key: own, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, wrapped)
    return plain.length === bytes ? plain : randomBytes(bytes)
  } catch {
    return randomBytes(bytes)
  }
}

/** Padding of XML Encryption: the last byte says how many bytes it has, whatever the others are. */
const unpadded = (plain: Buffer): Buffer | undefined => {
  const padding = plain.at(-1) ?? 0
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : undefined
}

const deciphered = (cipher: Cipher, key: Buffer, value: Buffer): Buffer | undefined => {
  const { name, ivBytes, tagBytes } = cipher
  if (value.length <= ivBytes + tagBytes) return undefined
  const body = value.subarray(ivBytes, value.length - tagBytes)
  const decipher = createDecipheriv(name as 'aes-256-gcm', key, value.subarray(0, ivBytes))
  if (tagBytes > 0) decipher.setAuthTag(value.subarray(value.length - tagBytes))
  else decipher.setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(body), decipher.final()])
  return tagBytes > 0 ? plain : unpadded(plain)
}

/**
 * The text of an encrypted assertion. Anybody can encrypt to a school, so nothing of it is believed before a signature
 * vouches for it. Undefined for every kind of failure.
 */
const decrypted = (encrypted: Element, own: KeyObject): string | undefined => {
  const data = onlyChild(encrypted, encryption, 'EncryptedData')
  const keys = encrypted.getElementsByTagNameNS(encryption, 'EncryptedKey')
  const key = keys.length === 1 ? keys[0] : undefined
  const cipher = ciphers[attributeOf(methodOf(data), 'Algorithm') ?? '']
  const value = cipherValue(data)
  if (!data || !key || !cipher || !value) return undefined
  const contentKey = unwrapped(key, own, cipher.keyBytes)
  if (!contentKey) return undefined
  try {
    const plain = deciphered(cipher, contentKey, value)
    return plain ? new TextDecoder('utf-8', { fatal: true }).decode(plain) : undefined
  } catch {
    return undefined
  }
}

/** An assertion holds nothing that is encrypted once more: its NameID and attributes are read in the open. */
const holdsSecrets = (document: Document): boolean =>
  elementsOf(document).some((element) => isNamed(element, encryption, 'EncryptedData'))

/** What a school demands of responses. `key` opens encrypted assertions. */
type Demands = Trusted & {
  readonly wantAssertionsSigned: boolean
  readonly wantMessageSigned: boolean
  readonly wantAssertionsEncrypted: boolean
  key(): Promise<KeyObject | undefined>
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The text that a form field carries in base64. */
export const messageIn = ({ need }: Checks, field: string): string => {
  const packed = field.replace(/\s+/g, '')
  const bytes = base64.test(packed) ? Buffer.from(packed, 'base64') : undefined
  const text = bytes?.toString('utf8')
  return need(
    'encoding',
    bytes && text !== undefined && Buffer.from(text, 'utf8').equals(bytes) && text,
    'the message is no base64 of UTF-8',
  )
}

const requireXml = ({ need }: Checks, what: string, text: string): Document =>
  need(what, parseXml(text), 'the message is no plain XML: DTD, comment, CDATA, or too large')

const assertionIn = (parent: Element): Element | undefined =>
  childElements(parent).find(
    (child) =>
      isNamed(child, names.assertion, 'Assertion') || isNamed(child, names.assertion, 'EncryptedAssertion'),
  )

/** The text of the assertion and its element, opened when it was encrypted. */
const requireOpen = async (
  checks: Checks,
  found: Element,
  outer: string,
  demands: Demands,
): Promise<{ text: string; element: Element; covered: boolean }> => {
  const { need } = checks
  const encrypted = found.localName === 'EncryptedAssertion'
  need(
    'encryption',
    encrypted || !demands.wantAssertionsEncrypted,
    'the assertion is not encrypted, as this school demands',
  )
  if (!encrypted) return { text: outer, element: found, covered: true }
  const key = await demands.key()
  const text = need('decryption', key && decrypted(found, key), 'the assertion could not be decrypted')
  const document = requireXml(checks, 'decrypted assertion', text)
  const element = document.documentElement
  requireShape(checks, document, [element])
  need(
    'decrypted content',
    isNamed(element, names.assertion, 'Assertion') && !holdsSecrets(document),
    'what was encrypted is no assertion',
  )
  return { text, element, covered: false }
}

/**
 * Checks a response from its shape to its times and returns what it says (rules/saml 9). Nothing is
 * read but what a signature by one of the certificates vouches for; the envelope may only agree with it.
 */
export const requireResponse = async (
  checks: Checks,
  text: string,
  demands: Demands,
  expected: Expected,
): Promise<Statement> => {
  const { need } = checks
  const document = requireXml(checks, 'xml', text)
  const response = requireRoot(checks, document, 'Response')
  requireEnvelope(checks, response, expected)
  const found = requireOneAssertion(checks, document)
  const open = found.localName === 'Assertion'
  requireShape(checks, document, open ? [response, found] : [response])
  requireParts(checks, 'response', response)
  const message = requireSigned(checks, 'message', text, response, demands)
  need(
    'message is signed',
    message !== undefined || !demands.wantMessageSigned,
    'the message is not signed, as this school demands',
  )
  // Of a signed message only the signed bytes are read on.
  const outer = message
    ? need('signed assertion', assertionIn(message), 'the signature leaves the assertion out')
    : found
  const { text: inner, element, covered } = await requireOpen(checks, open ? found : outer, text, demands)
  const own = requireSigned(checks, 'assertion', inner, element, demands)
  need(
    'assertion is signed',
    own !== undefined || !demands.wantAssertionsSigned,
    'the assertion itself is not signed, as this school demands',
  )
  const vouched = own ?? (message && (covered ? outer : element))
  return requireStatement(checks, need('signed', vouched, 'nothing is signed'), expected)
}
