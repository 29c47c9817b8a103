import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { fail } from '../../../lib/contract/failure.ts'
import { type Certificate, judgeCertificate, maxCertificates, nameOfCertificate } from '../certificates.ts'
import {
  CertificateExpired,
  InvalidCertificate,
  MetadataInvalid,
  MetadataOfAnother,
} from '../contract/failures.ts'
import type { LeftOut } from '../contract/shapes.ts'
import {
  attributeOf,
  childrenNamed,
  type DocumentLimits,
  elementsOf,
  isNamed,
  messageLimits,
  names,
  parseXml,
  textOf,
} from '../xml/xml.ts'

/** Parts of an identity provider's metadata that a configuration needs. Certificates are PEM. */
type IdpMetadata = {
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string | undefined
  /** Address for responses to logout requests, if it differs from the logout address. */
  readonly sloResponseUrl: string | undefined
  readonly certificates: readonly string[]
  /** Keys and endpoints that cannot be used, and why. */
  readonly leftOut: readonly LeftOut[]
}

/** Terms for a document: the configured identity provider, its authorities, and permitted addresses. */
export type ImportTerms = {
  readonly pinned: string | undefined
  readonly authorities: readonly Certificate[]
  readonly now: Date
  isUsable(address: string): boolean
}

/** Characters of a document that is accepted: enough for one identity provider, too few for a federation. */
const maxMetadataCharacters = 1_000_000

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:'
const redirect = `${bindings}HTTP-Redirect`

/** Several times the size of an identity provider with a thousand claims; parsed within 100 ms (rules/http 46). */
export const metadataLimits: DocumentLimits = {
  ...messageLimits,
  characters: maxMetadataCharacters,
  tags: 8000,
  quotes: 16_000,
}

const refuse = (message: string, kind = MetadataInvalid): never =>
  fail(kind, { field: 'xml', details: [{ field: 'xml', message }] })

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Sections that people write into documents, by their marks, with their replacement. */
const asides = [
  ['<!--', '-->', () => ''],
  ['<![CDATA[', ']]>', escaped],
  ['<?', '?>', () => ''],
] as const

/**
 * Metadata are written by people, with comments, style sheets and CDATA. Their signatures are not verified, so a
 * section can hide nothing. One pass from beginning to end.
 */
const withoutAsides = (xml: string): string => {
  const kept: string[] = []
  let at = 0
  for (let from = xml.indexOf('<'); from >= 0; from = xml.indexOf('<', from)) {
    const aside = asides.find(([begin]) => xml.startsWith(begin, from))
    if (!aside) {
      from += 1
      continue
    }
    const [begin, end, make] = aside
    const until = xml.indexOf(end, from + begin.length)
    if (until < 0) break
    kept.push(xml.slice(at, from), make(xml.slice(from + begin.length, until)))
    at = until + end.length
    from = at
  }
  return [...kept, xml.slice(at)].join('')
}

const descriptorIn = (entity: Element): Element | undefined => {
  const all = childrenNamed(entity, names.metadata, 'IDPSSODescriptor').filter((one) =>
    (attributeOf(one, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(names.protocol),
  )
  return all.length === 1 ? all[0] : undefined
}

const entityIn = (document: Document, pinned: string | undefined): Element => {
  const all = elementsOf(document).filter(
    (element) => isNamed(element, names.metadata, 'EntityDescriptor') && descriptorIn(element),
  )
  const requested = pinned === undefined ? all : all.filter((one) => attributeOf(one, 'entityID') === pinned)
  const [found, ...more] = requested
  if (all.length > 0 && !found) fail(MetadataOfAnother)
  if (!found) return refuse('This document has no SAML 2.0 identity provider, or has its descriptor twice.')
  return more.length === 0
    ? found
    : refuse(`There are ${requested.length} identity providers in this document. Paste the metadata of one.`)
}

type Endpoint = { readonly location: string; readonly response: string | undefined }

/** The first endpoint of a service to which a browser can be sent. If there is none, what is wrong with the others. */
const endpointIn = (
  descriptor: Element,
  service: string,
  { isUsable }: ImportTerms,
): Endpoint | { readonly reason: string | undefined } => {
  const all = childrenNamed(descriptor, names.metadata, service)
  const byRedirect = all.filter((one) => attributeOf(one, 'Binding') === redirect)
  for (const one of byRedirect) {
    const location = attributeOf(one, 'Location') ?? ''
    const response = attributeOf(one, 'ResponseLocation')
    if (isUsable(location) && (response === undefined || isUsable(response))) return { location, response }
  }
  if (byRedirect.length > 0)
    return {
      reason: `Its address ${(attributeOf(byRedirect[0], 'Location') ?? '').slice(0, 200)} cannot be used: https is required.`,
    }
  const offered = all.map((one) => (attributeOf(one, 'Binding') ?? '').replace(bindings, ''))
  if (offered.length === 0) return { reason: undefined }
  return {
    reason: `It is offered only by ${[...new Set(offered)].join(', ').slice(0, 200)}. HTTP-Redirect is required.`,
  }
}

/** Keys for signing. A key without a stated use counts as well. */
const certificatesIn = (descriptor: Element, { authorities, now }: ImportTerms) => {
  const keys = childrenNamed(descriptor, names.metadata, 'KeyDescriptor').filter(
    (one) => (attributeOf(one, 'use') ?? 'signing') === 'signing',
  )
  const judged = keys.flatMap((one) => {
    const texts = Array.from(one.getElementsByTagNameNS(names.signature, 'X509Certificate'))
    if (texts.length === 0) return [{ item: 'key', reason: 'It comes without a certificate.' }]
    return texts.map((text) => judgeCertificate(textOf(text) ?? '', now, authorities))
  })
  const usable = new Map(
    judged.flatMap(({ certificate }) => (certificate ? [[certificate.pem, certificate]] : [])),
  )
  const all = [...usable.values()]
  const leftOut = judged.flatMap(({ item, reason }) => (reason === undefined ? [] : [{ item, reason }]))
  const many = all.slice(maxCertificates).map((one) => ({
    item: nameOfCertificate(one),
    reason: `At most ${maxCertificates} certificates are used, and ${maxCertificates} come before it.`,
  }))
  if (all.length === 0) {
    const expired = leftOut.length > 0 && leftOut.every(({ reason }) => reason.startsWith('It expired'))
    const why =
      leftOut.map(({ item, reason }) => `${item}: ${reason}`).join(' ') ||
      'The identity provider has no signing key.'
    refuse(why.slice(0, 1000), expired ? CertificateExpired : InvalidCertificate)
  }
  return {
    certificates: all.slice(0, maxCertificates).map(({ pem }) => pem),
    leftOut: [...leftOut, ...many],
  }
}

const requireUnexpired = (element: Element, now: Date): void => {
  const until = attributeOf(element, 'validUntil')
  if (until !== undefined && !(Date.parse(until) > now.getTime()))
    refuse(`The document was valid until ${until.slice(0, 40)}. Get a new one from the identity provider.`)
}

/**
 * Reads the metadata of one identity provider. Returns the usable parts, and the omitted ones with reasons (rules/saml
 * 56). Refuses a document about another provider than the configured one, and one with which no sign-in could work.
 */
export const readIdpMetadata = (xml: string, terms: ImportTerms): IdpMetadata => {
  if (xml.length > maxMetadataCharacters)
    refuse(
      `The document has more than ${maxMetadataCharacters} characters. Paste the metadata of one identity provider.`,
    )
  const document =
    parseXml(withoutAsides(xml), metadataLimits) ??
    refuse(
      'The document is not XML, has a document type, or has too many identity providers. Paste the metadata of one.',
    )
  const entity = entityIn(document, terms.pinned)
  const descriptor = descriptorIn(entity) ?? fail(MetadataInvalid)
  for (const one of [document.documentElement, entity, descriptor]) requireUnexpired(one, terms.now)
  const signIn = endpointIn(descriptor, 'SingleSignOnService', terms)
  if (!('location' in signIn))
    return refuse(
      `The identity provider has no usable sign-in address. ${signIn.reason ?? 'It offers none.'}`,
    )
  const signOut = endpointIn(descriptor, 'SingleLogoutService', terms)
  const { certificates, leftOut } = certificatesIn(descriptor, terms)
  const logout = 'location' in signOut ? signOut : undefined
  const noLogout = 'reason' in signOut && signOut.reason !== undefined
  return {
    entityId: attributeOf(entity, 'entityID') || refuse('The identity provider has no entityID.'),
    ssoUrl: signIn.location,
    sloUrl: logout?.location,
    sloResponseUrl: logout?.response,
    certificates,
    leftOut: noLogout
      ? [
          ...leftOut,
          {
            item: 'single logout',
            reason: `${signOut.reason} Signing out ends the session on this platform only.`,
          },
        ]
      : leftOut,
  }
}

const privateNetworks = new BlockList()
const networks4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
for (const network of networks4.split(' ')) {
  const [address = '', bits] = network.split('/')
  privateNetworks.addSubnet(address, Number(bits), 'ipv4')
}
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
// Address ranges that embed other addresses: documentation, Teredo, 6to4.
const inner6 = new BlockList()
for (const network of ['2001:db8::/32', '2001::/32', '2002::/16']) {
  const [address = '', bits] = network.split('/')
  inner6.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an address belongs to the public internet, and not to this network, this machine or its cloud. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !privateNetworks.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
}

/** Means to fetch a document; tests supply their own names and certificates. */
export type Transport = {
  resolve(host: string): Promise<readonly string[]>
  mayReach(address: string): boolean
  readonly port?: number
  readonly ca?: string
}

export const openInternet: Transport = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayReach: isPublicAddress,
}

const timeoutMs = 5000
const ports = ['', '8443']

const readDocument = (url: URL, address: string, { port, ca }: Transport): Promise<string | undefined> =>
  new Promise((resolve) => {
    const give = (): void => resolve(undefined)
    const call = request({
      // Connects to the checked address, even if the name resolves to another one a moment later.
      host: address,
      servername: url.hostname,
      port: port ?? (url.port || 443),
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    })
    call.on('error', give)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      // A redirect would lead to an unchecked address.
      if (response.statusCode !== 200) {
        call.destroy()
        return give()
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxMetadataCharacters) call.destroy()
        else chunks.push(chunk)
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', give)
      response.on('close', give)
    })
    call.end()
  })

/**
 * Fetches a document over https from the public internet, without redirects. Only ports 443 and 8443 (where Shibboleth
 * has its metadata) are used. The limits are a megabyte and five seconds. Undefined on any failure, without a reason,
 * so that callers cannot explore the network.
 */
export const fetchDocument = async (
  address: string,
  wire: Transport = openInternet,
): Promise<string | undefined> => {
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' || !ports.includes(url.port) || isIP(url.hostname.replace(/^\[|\]$/g, '')))
      return undefined
    const found = await wire.resolve(url.hostname)
    const [first] = found
    if (first === undefined || !found.every((each) => wire.mayReach(each))) return undefined
    return await readDocument(url, first, wire)
  } catch {
    return undefined
  }
}
