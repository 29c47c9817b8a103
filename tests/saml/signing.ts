import { createHash, createSign, type KeyObject } from 'node:crypto'
import type { Idp } from './idp.ts'

const names = { ds: 'http://www.w3.org/2000/09/xmldsig#' }

export const uris = {
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  rsaSha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  rsaSha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  hmacSha256: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  bearer: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  success: 'urn:oasis:names:tc:SAML:2.0:status:Success',
} as const

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Attributes in the order of the canonical form: namespaces first, then by name. */
export const tag = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: string,
): string => {
  const given = Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const rank = (key: string): string => (key.startsWith('xmlns') ? ` ${key}` : key)
  given.sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
  const text = given.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')
  return `<${name}${text}>${content}</${name}>`
}

export type Signing = {
  readonly key?: KeyObject
  readonly method?: string
  readonly digest?: string
  readonly reference?: string
  readonly keyInfo?: string
  /** Makes the signature value, where it is none of RSA. */
  sign?(info: string): string
}

const hashes: Readonly<Record<string, string>> = {
  [uris.sha256]: 'sha256',
  [uris.sha512]: 'sha512',
  [uris.sha1]: 'sha1',
}
const signatures: Readonly<Record<string, string>> = {
  [uris.rsaSha256]: 'RSA-SHA256',
  [uris.rsaSha512]: 'RSA-SHA512',
  [uris.rsaSha1]: 'RSA-SHA1',
}

/** The signature over an element that is canonical as it stands. */
export const signatureFor = (xml: string, idpOf: Idp, options: Signing = {}): string => {
  const { method = uris.rsaSha256, digest = uris.sha256, key = idpOf.key, keyInfo = '' } = options
  const [, id = ''] = / ID="([^"]*)"/.exec(xml) ?? []
  const value = createHash(hashes[digest] ?? 'sha256')
    .update(xml)
    .digest('base64')
  const transforms = [uris.enveloped, uris.exclusive].map((Algorithm) =>
    tag('ds:Transform', { Algorithm }, ''),
  )
  const reference = tag(
    'ds:Reference',
    { URI: options.reference ?? `#${id}` },
    tag('ds:Transforms', {}, transforms.join('')) +
      tag('ds:DigestMethod', { Algorithm: digest }, '') +
      tag('ds:DigestValue', {}, value),
  )
  const info =
    tag('ds:CanonicalizationMethod', { Algorithm: uris.exclusive }, '') +
    tag('ds:SignatureMethod', { Algorithm: method }, '') +
    reference
  const canonical = tag('ds:SignedInfo', { 'xmlns:ds': names.ds }, info)
  const signed =
    options.sign?.(canonical) ??
    createSign(signatures[method] ?? 'RSA-SHA256')
      .update(canonical)
      .sign(key, 'base64')
  return tag(
    'ds:Signature',
    { 'xmlns:ds': names.ds },
    tag('ds:SignedInfo', {}, info) + tag('ds:SignatureValue', {}, signed) + keyInfo,
  )
}

/** An element with its signature where SAML wants it: behind the first Issuer. */
export const signed = (xml: string, idpOf: Idp, options: Signing = {}): string =>
  xml.replace('</saml:Issuer>', `</saml:Issuer>${signatureFor(xml, idpOf, options)}`)
