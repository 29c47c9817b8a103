import { createSign, createVerify, X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Strength, signatureAddress, signatureStrength } from './algorithms.ts'
import type { Certificate } from './certificates.ts'
import type { OwnKey } from './own-keys.ts'

export type Part = 'SAMLRequest' | 'SAMLResponse'
type Message = { readonly part: Part; readonly xml: string; readonly relay: string | undefined }

const pair = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`

/**
 * The address that carries a message to the identity provider in its query, signed (SAML bindings 3.4). An address that
 * has a query of its own keeps it.
 */
export const redirectAddress = (
  to: string,
  { part, xml, relay }: Message,
  { privateKey }: OwnKey,
  strength: Strength,
): string => {
  const signed = [
    pair(part, deflateRawSync(xml).toString('base64')),
    ...(relay === undefined ? [] : [pair('RelayState', relay)]),
    pair('SigAlg', signatureAddress(strength)),
  ].join('&')
  const signature = createSign(`RSA-${strength}`).update(signed).sign(privateKey, 'base64')
  return `${to}${to.includes('?') ? '&' : '?'}${signed}&${pair('Signature', signature)}`
}

const mostInflated = 262_144

/** The text of a message in a query. What would become larger than any honest message is not unpacked. */
export const inflated = (packed: string): string | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined
  try {
    return inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostInflated }).toString('utf8')
  } catch {
    return undefined
  }
}

/** Parts of a query as they were sent, by name. Undefined when a name comes twice: nobody could tell which one counts. */
const rawParts = (query: string): ReadonlyMap<string, string> | undefined => {
  const pairs = query.split('&').map((each) => {
    const at = each.indexOf('=')
    return at < 0 ? ([each, ''] as const) : ([each.slice(0, at), each.slice(at + 1)] as const)
  })
  const parts = new Map(pairs)
  return parts.size === pairs.length ? parts : undefined
}

const decoded = (raw: string | undefined): string | undefined => {
  try {
    return raw === undefined ? undefined : decodeURIComponent(raw.replaceAll('+', '%20'))
  } catch {
    return undefined
  }
}

/**
 * The message of a query when one of the certificates signed these very characters. The octets are those of the query as
 * it was sent, because senders encode differently; what is read is decoded from the same octets.
 */
export const verifiedQuery = (
  query: string,
  part: Part,
  certificates: readonly Certificate[],
): { xml: string; relay: string | undefined } | undefined => {
  const parts = rawParts(query)
  const [message, relay, algorithm] = [part, 'RelayState', 'SigAlg'].map((name) => parts?.get(name))
  const strength = signatureStrength(decoded(algorithm))
  const signature = decoded(parts?.get('Signature'))
  if (message === undefined || !strength || !signature) return undefined
  const octets = [
    `${part}=${message}`,
    ...(relay === undefined ? [] : [`RelayState=${relay}`]),
    `SigAlg=${algorithm}`,
  ].join('&')
  const good = certificates.some(({ pem }) => {
    try {
      const { publicKey } = new X509Certificate(pem)
      return createVerify(`RSA-${strength}`)
        .update(octets)
        .verify(publicKey, signature.replaceAll(' ', '+'), 'base64')
    } catch {
      return false
    }
  })
  const xml = good ? inflated((decoded(message) ?? '').replaceAll(' ', '+')) : undefined
  return xml === undefined ? undefined : { xml, relay: decoded(relay) }
}
