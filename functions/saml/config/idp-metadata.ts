import { fail } from '../../../lib/contract/failure.ts'
import { isExpired, readCertificates } from '../certificates/certificates.ts'
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
export type IdpMetadata = {
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string | undefined
  readonly certificates: readonly string[]
}

/** Characters of a document that is worth reading: one identity provider, not a federation. */
export const mostMetadata = 1_000_000

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
