import { createSign, createVerify, X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Certificate } from '../certificates.ts'
import type { OwnKey } from '../own-keys.ts'

/** Names of algorithms in the configuration. */
export type DigestStrength = 'sha256' | 'sha384' | 'sha512'
export const strengths = ['sha256', 'sha384', 'sha512'] as const

/** Signature algorithms by their strength. */
export const signatureNames: Readonly<Record<DigestStrength, string>> = {
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}

export const digestNames: Readonly<Record<DigestStrength, string>> = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
}

export const exclusiveTransform = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const envelopedTransform = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

export const signatureAddress = (strength: DigestStrength): string => signatureNames[strength]
export const digestAddress = (strength: DigestStrength): string => digestNames[strength]

const strengthNamed = (
  table: Readonly<Record<DigestStrength, string>>,
  address: string | undefined,
): DigestStrength | undefined => strengths.find((strength) => table[strength] === address)

/** Undefined for SHA-1, HMAC and every other algorithm that is not listed. */
export const signatureStrength = (address: string | undefined): DigestStrength | undefined =>
  strengthNamed(signatureNames, address)
export const digestStrength = (address: string | undefined): DigestStrength | undefined =>
  strengthNamed(digestNames, address)

export type MessagePart = 'SAMLRequest' | 'SAMLResponse'
type Message = { readonly part: MessagePart; readonly xml: string; readonly relay: string | undefined }

const pair = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`

/**
 * The signed address that carries a message to the identity provider in its query (SAML bindings 3.4). An existing
 * query of the address stays.
 */
export const redirectAddress = (
  to: string,
  { part, xml, relay }: Message,
  { privateKey }: OwnKey,
  strength: DigestStrength,
): string => {
  const signed = [
    pair(part, deflateRawSync(xml).toString('base64')),
    ...(relay === undefined ? [] : [pair('RelayState', relay)]),
    pair('SigAlg', signatureAddress(strength)),
  ].join('&')
  const signature = createSign(`RSA-${strength}`).update(signed).sign(privateKey, 'base64')
  return `${to}${to.includes('?') ? '&' : '?'}${signed}&${pair('Signature', signature)}`
}

const maxInflatedBytes = 262_144

/** The text of a message in a query. Unpacking stops beyond the size of any honest message. */
export const inflateMessage = (packed: string): string | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined
  try {
    return inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxInflatedBytes }).toString(
      'utf8',
    )
  } catch {
    return undefined
  }
}

/** Parts of a query as they were sent, by name. Undefined when a name occurs twice, because it would be ambiguous. */
const rawParts = (query: string): ReadonlyMap<string, string> | undefined => {
  const pairs = query.split('&').map((each) => {
    const at = each.indexOf('=')
    return at < 0 ? ([each, ''] as const) : ([each.slice(0, at), each.slice(at + 1)] as const)
  })
  const parts = new Map(pairs)
  return parts.size === pairs.length ? parts : undefined
}

const decodeValue = (raw: string | undefined): string | undefined => {
  try {
    return raw === undefined ? undefined : decodeURIComponent(raw.replaceAll('+', '%20'))
  } catch {
    return undefined
  }
}

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())

/**
 * Texts that may have been signed. The query as it was sent, because senders encode differently. The same values in the
 * two usual encodings, because gateways may have rewritten it. All of them have the same meaning.
 */
const signedCandidates = (part: MessagePart, raw: readonly (string | undefined)[]): readonly string[] => {
  const named = (values: readonly (string | undefined)[]): string =>
    [part, 'RelayState', 'SigAlg']
      .flatMap((name, at) => (values[at] === undefined ? [] : [`${name}=${values[at]}`]))
      .join('&')
  const reencoded = raw.map((each) =>
    each === undefined ? each : encodeURIComponent(decodeValue(each) ?? ''),
  )
  return [named(raw), named(reencoded), named(reencoded.map((each) => each && lowerHex(each)))]
}

const isSignedBy = (
  { pem }: Certificate,
  octets: string,
  strength: DigestStrength,
  signature: string,
): boolean => {
  try {
    const { publicKey } = new X509Certificate(pem)
    return createVerify(`RSA-${strength}`).update(octets).verify(publicKey, signature, 'base64')
  } catch {
    return false
  }
}

/** The message of a query, if one of the certificates signed it. It is decoded from the signed text. */
export const verifyQuery = (
  query: string,
  part: MessagePart,
  certificates: readonly Certificate[],
): { xml: string; relay: string | undefined } | undefined => {
  const parts = rawParts(query)
  const raw = [part, 'RelayState', 'SigAlg'].map((name) => parts?.get(name))
  const [message, relay, algorithm] = raw.map(decodeValue)
  const strength = signatureStrength(algorithm)
  const signature = decodeValue(parts?.get('Signature'))?.replaceAll(' ', '+')
  if (message === undefined || !strength || !signature) return undefined
  const good = signedCandidates(part, raw).some((octets) =>
    certificates.some((each) => isSignedBy(each, octets, strength, signature)),
  )
  const xml = good ? inflateMessage(message.replaceAll(' ', '+')) : undefined
  return xml === undefined ? undefined : { xml, relay }
}
