import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { fail } from '../../../lib/contract/failure.ts'
import { isExpired, readCertificates } from '../certificates.ts'
import {
  CertificateExpired,
  InvalidCertificate,
  MetadataInvalid,
  MetadataOfAnother,
} from '../contract/failures.ts'
import {
  attributeOf,
  type Bounds,
  childrenNamed,
  elementsOf,
  isNamed,
  messageBounds,
  names,
  parseXml,
  textOf,
} from '../xml/xml.ts'

/** What the metadata of an identity provider say that a configuration needs. Certificates are PEM. */
type IdpMetadata = {
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string | undefined
  readonly certificates: readonly string[]
}

/** Characters of a document that is worth reading: one identity provider, not a federation. */
const mostMetadata = 1_000_000

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const bounds: Bounds = { ...messageBounds, characters: mostMetadata, tags: 3000, quotes: 6000 }

/**
 * Metadata are written by people and full of comments. They are read, not verified, so nothing can hide behind one.
 * Looked for once from the beginning to the end: an expression would start anew at each comment that never ends.
 */
const withoutComments = (xml: string): string => {
  const kept: string[] = []
  for (let at = 0; ; ) {
    const from = xml.indexOf('<!--', at)
    const end = from < 0 ? from : xml.indexOf('-->', from + 4)
    if (end < 0) return [...kept, xml.slice(at)].join('')
    kept.push(xml.slice(at, from))
    at = end + 3
  }
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
  const wanted = pinned === undefined ? all : all.filter((one) => attributeOf(one, 'entityID') === pinned)
  const [found, ...more] = wanted
  if (all.length > 0 && !found) fail(MetadataOfAnother)
  return found && more.length === 0 ? found : fail(MetadataInvalid)
}

const addressIn = (descriptor: Element, service: string): string | undefined => {
  const all = childrenNamed(descriptor, names.metadata, service)
  return attributeOf(
    all.find((one) => attributeOf(one, 'Binding') === redirect),
    'Location',
  )
}

/** Keys for signing; one that does not say what it is for counts as well. */
const certificatesIn = (descriptor: Element, now: Date): readonly string[] => {
  const texts = childrenNamed(descriptor, names.metadata, 'KeyDescriptor')
    .filter((one) => (attributeOf(one, 'use') ?? 'signing') === 'signing')
    .flatMap((one) => Array.from(one.getElementsByTagNameNS(names.signature, 'X509Certificate')))
    .map((one) => textOf(one) ?? '')
  const all = readCertificates(texts) ?? fail(InvalidCertificate)
  if (all.length === 0) fail(InvalidCertificate)
  const good = all.filter((one) => !isExpired(one, now))
  return good.length > 0 ? good.map(({ pem }) => pem) : fail(CertificateExpired)
}

const isOver = (element: Element, now: Date): boolean => {
  const until = attributeOf(element, 'validUntil')
  return until !== undefined && !(Date.parse(until) > now.getTime())
}

/**
 * Reads the metadata of one identity provider. `pinned` is the entity id that is configured already: a document about
 * somebody else is refused.
 */
export const readIdpMetadata = (xml: string, pinned: string | undefined, now: Date): IdpMetadata => {
  const document = parseXml(withoutComments(xml), bounds) ?? fail(MetadataInvalid)
  const entity = entityIn(document, pinned)
  const descriptor = descriptorIn(entity) ?? fail(MetadataInvalid)
  if ([document.documentElement, entity, descriptor].some((one) => isOver(one, now))) fail(MetadataInvalid)
  return {
    entityId: attributeOf(entity, 'entityID') || fail(MetadataInvalid),
    ssoUrl: addressIn(descriptor, 'SingleSignOnService') ?? fail(MetadataInvalid),
    sloUrl: addressIn(descriptor, 'SingleLogoutService'),
    certificates: certificatesIn(descriptor, now),
  }
}

const inner = new BlockList()
const networks4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
for (const network of networks4.split(' ')) {
  const [address = '', bits] = network.split('/')
  inner.addSubnet(address, Number(bits), 'ipv4')
}
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
// Addresses that stand for others: documentation, Teredo, 6to4.
const inner6 = new BlockList()
for (const network of ['2001:db8::/32', '2001::/32', '2002::/16']) {
  const [address = '', bits] = network.split('/')
  inner6.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an address belongs to the open internet and not to this network, this machine or the cloud around it. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !inner.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
}

/** How a document is fetched; tests bring their own names and certificates. */
export type Wire = {
  resolve(host: string): Promise<readonly string[]>
  mayReach(address: string): boolean
  readonly port?: number
  readonly ca?: string
}

export const openInternet: Wire = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayReach: isPublicAddress,
}

const patience = 5000

const read = (url: URL, address: string, { port, ca }: Wire): Promise<string | undefined> =>
  new Promise((resolve) => {
    const give = (): void => resolve(undefined)
    const call = request({
      // The connection goes to the address that was looked at, whatever the name stands for a moment later.
      host: address,
      servername: url.hostname,
      port: port ?? 443,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.timeout(patience),
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    })
    call.on('error', give)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      // A redirect would lead to an address that nobody has looked at.
      if (response.statusCode !== 200) {
        call.destroy()
        return give()
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostMetadata) call.destroy()
        else chunks.push(chunk)
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', give)
      response.on('close', give)
    })
    call.end()
  })

/**
 * Fetches a document over https from the open internet: no redirects, no other port, at most a megabyte, within five
 * seconds. Undefined when that does not work, without saying why: nobody learns what stands behind an address.
 */
export const fetchDocument = async (
  address: string,
  wire: Wire = openInternet,
): Promise<string | undefined> => {
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname.replace(/^\[|\]$/g, '')))
      return undefined
    const found = await wire.resolve(url.hostname)
    const [first] = found
    if (first === undefined || !found.every((each) => wire.mayReach(each))) return undefined
    return await read(url, first, wire)
  } catch {
    return undefined
  }
}
