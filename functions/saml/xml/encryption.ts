import { constants, createDecipheriv, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto'
import type { Checks } from '../config/checks.ts'
import { attributeOf, childElements, isNamed, names, onlyChild, parseXml, textOf } from './xml.ts'

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

/** Accepted ciphers, the better ones first (rules/saml 12). Triple DES and RSA 1.5 are not accepted. */
const ciphers: Readonly<Record<string, Cipher>> = {
  [`${encryption11}aes256-gcm`]: gcm(256),
  [`${encryption11}aes192-gcm`]: gcm(192),
  [`${encryption11}aes128-gcm`]: gcm(128),
  [`${encryption}aes256-cbc`]: cbc(256),
  [`${encryption}aes192-cbc`]: cbc(192),
  [`${encryption}aes128-cbc`]: cbc(128),
}

const wrappings = [`${encryption}rsa-oaep-mgf1p`, `${encryption11}rsa-oaep`]

/** Algorithms that our metadata offer to identity providers that encrypt. */
export const offeredEncryption: readonly string[] = [...Object.keys(ciphers), ...wrappings]

const oaepHashes: Readonly<Record<string, string>> = {
  [`${signature}sha1`]: 'sha1',
  [`${encryption}sha256`]: 'sha256',
  [`${encryption}sha512`]: 'sha512',
}

const methodOf = (element: Element | undefined): Element | undefined =>
  onlyChild(element, encryption, 'EncryptionMethod')

const algorithmOf = (method: Element | undefined): string => attributeOf(method, 'Algorithm') ?? ''

const cipherValue = (element: Element | undefined): Buffer | undefined => {
  const text = textOf(onlyChild(onlyChild(element, encryption, 'CipherData'), encryption, 'CipherValue'))
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

const oaepHashOf = (method: Element): string | undefined => {
  const digest = childElements(method).find(({ localName }) => localName === 'DigestMethod')
  return digest ? oaepHashes[algorithmOf(digest)] : 'sha1'
}

/** Unwraps the content key. A wrong key gives a random one, so that the time does not reveal which step failed. */
const unwrapKey = (key: Element, own: KeyObject, bytes: number): Buffer | undefined => {
  const method = methodOf(key)
  const wrapped = cipherValue(key)
  if (!method || !wrapped || !wrappings.includes(algorithmOf(method))) return undefined
  const oaepHash = oaepHashOf(method)
  if (oaepHash === undefined) return undefined
  try {
    const plain = privateDecrypt({ key: own, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, wrapped)
    return plain.length === bytes ? plain : randomBytes(bytes)
  } catch {
    return randomBytes(bytes)
  }
}

/** Removes the padding of XML Encryption: the last byte gives its length, and the other bytes may have any value. */
const removePadding = (plain: Buffer): Buffer | undefined => {
  const padding = plain.at(-1) ?? 0
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : undefined
}

const decryptValue = (cipher: Cipher, key: Buffer, value: Buffer): Buffer | undefined => {
  const { name, ivBytes, tagBytes } = cipher
  if (value.length <= ivBytes + tagBytes) return undefined
  const body = value.subarray(ivBytes, value.length - tagBytes)
  const decipher = createDecipheriv(name as 'aes-256-gcm', key, value.subarray(0, ivBytes))
  if (tagBytes > 0) decipher.setAuthTag(value.subarray(value.length - tagBytes))
  else decipher.setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(body), decipher.final()])
  return tagBytes > 0 ? plain : removePadding(plain)
}

const partsOf = (encrypted: Element) => {
  const data = onlyChild(encrypted, encryption, 'EncryptedData')
  const keys = encrypted.getElementsByTagNameNS(encryption, 'EncryptedKey')
  const key = keys.length === 1 ? keys[0] : undefined
  return { data, key, cipher: ciphers[algorithmOf(methodOf(data))], value: cipherValue(data) }
}

/** The text of an encrypted element. Undefined for every kind of failure. */
const decryptElement = (encrypted: Element, own: KeyObject): string | undefined => {
  const { key, cipher, value } = partsOf(encrypted)
  if (!key || !cipher || !value) return undefined
  const contentKey = unwrapKey(key, own, cipher.keyBytes)
  if (!contentKey) return undefined
  try {
    const plain = decryptValue(cipher, contentKey, value)
    return plain ? new TextDecoder('utf-8', { fatal: true }).decode(plain) : undefined
  } catch {
    return undefined
  }
}

/** Why an element cannot be decrypted, limited to what anyone can see in the message. */
const problemOf = (encrypted: Element): string => {
  const { data, key, cipher } = partsOf(encrypted)
  const content = algorithmOf(methodOf(data))
  if (!data || !key) return 'there is not exactly one encrypted key beside it'
  if (!cipher) return `it is encrypted with ${content || 'no named algorithm'}; use AES in GCM or CBC mode`
  const method = methodOf(key)
  if (!wrappings.includes(algorithmOf(method)))
    return `its key is encrypted with ${algorithmOf(method) || 'no named algorithm'}; use RSA-OAEP`
  if (method && oaepHashOf(method) === undefined)
    return 'its key is encrypted with an unknown digest; use SHA-1, SHA-256 or SHA-512 with RSA-OAEP'
  return 'compare the certificate that it is encrypted to with the one in our metadata'
}

type KeySource = { key(): Promise<KeyObject | undefined> }

/**
 * The text of an encrypted element. Anybody can encrypt to a school, so the text is trusted only after a signature
 * covers it.
 */
export const requireDecrypted = async (
  { need }: Checks,
  check: string,
  encrypted: Element,
  { key }: KeySource,
): Promise<string> => {
  const own = await key()
  const text = own && decryptElement(encrypted, own)
  return need(check, text, `the message could not be decrypted: ${problemOf(encrypted)}`)
}

/** The NameID inside an EncryptedID, which must be within the signed bytes (rules/saml 51). */
export const requireDecryptedName = async (
  checks: Checks,
  encrypted: Element,
  source: KeySource,
): Promise<Element> => {
  const text = await requireDecrypted(checks, 'decryption of the name', encrypted, source)
  const root = parseXml(text)?.documentElement
  const alone = root && isNamed(root, names.assertion, 'NameID') && childElements(root).length === 0
  return checks.need('decrypted name', alone ? root : undefined, 'the EncryptedID has no NameID')
}
