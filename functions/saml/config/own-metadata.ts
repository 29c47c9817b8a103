import { createHash, X509Certificate } from 'node:crypto'
import type { Context } from '../../../lib/context.ts'
import { endpointsAt, endpointsOf } from '../addresses.ts'
import { ownKey } from '../own-keys.ts'
import { findConfig, type SamlConfig } from '../repository.ts'
import type { Mapping } from '../sign-in/attributes.ts'
import { offeredEncryption } from '../xml/encryption.ts'
import { escaped } from '../xml/escape.ts'
import { withSignature } from '../xml/signature.ts'
import { presets } from './settings.ts'

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:'
const nameFormats = [
  // Formats of names that stay the same, the better one first. A name that changes with every sign-in would identify
  // nobody.
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
]

type Attributes = Readonly<Record<string, string | undefined>>

const element = (name: string, attributes: Attributes, ...content: readonly string[]): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  )
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}

const english = { 'xml:lang': 'en' }

const keyFor = (use: 'signing' | 'encryption', certificate: string): string =>
  element(
    'md:KeyDescriptor',
    { use },
    element(
      'ds:KeyInfo',
      {},
      element(
        'ds:X509Data',
        {},
        element('ds:X509Certificate', {}, certificate.replace(/-----[^-]+-----|\s/g, '')),
      ),
    ),
    ...(use === 'encryption'
      ? offeredEncryption.map((Algorithm) => element('md:EncryptionMethod', { Algorithm }))
      : []),
  )

/** Sorted, because the table returns map fields in any order and the same metadata must have the same id. */
const requestedAttributes = (mapping: Mapping): readonly string[] =>
  Object.entries(mapping)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, Name]) => {
      if (!Name) return []
      const format = /^(?:urn|https?):/.test(Name) ? 'uri' : 'basic'
      const NameFormat = `urn:oasis:names:tc:SAML:2.0:attrname-format:${format}`
      const isRequired = key === 'email' ? 'true' : 'false'
      return [element('md:RequestedAttribute', { FriendlyName: key, Name, NameFormat, isRequired })]
    })

const contactsOf = (name: string, securityContact: string | undefined): readonly string[] => {
  const address = securityContact?.startsWith('mailto:') ? securityContact : undefined
  const parts = [
    element('md:GivenName', {}, escaped(name)),
    ...(address === undefined ? [] : [element('md:EmailAddress', {}, escaped(address))]),
  ]
  const security = {
    contactType: 'other',
    'remd:contactType': 'http://refeds.org/metadata/contactType/security',
  }
  return [
    element('md:ContactPerson', { contactType: 'technical' }, ...parts),
    ...(address === undefined ? [] : [element('md:ContactPerson', security, ...parts)]),
  ]
}

type MetadataFields = {
  readonly origin: string
  readonly name: string
  readonly certificate: string
  readonly config: SamlConfig | undefined
  readonly securityContact: string | undefined
}

const descriptorOf = ({ origin, name, certificate, config }: MetadataFields): string => {
  const { callback, logout, postedLogout } = endpointsAt(origin)
  const mapping = config?.attributeMapping ?? presets.eduperson.attributeMapping
  return element(
    'md:SPSSODescriptor',
    {
      AuthnRequestsSigned: 'true',
      WantAssertionsSigned: String(config?.wantAssertionsSigned ?? true),
      protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol',
    },
    element(
      'md:Extensions',
      {},
      element(
        'mdui:UIInfo',
        {},
        element('mdui:DisplayName', english, escaped(name)),
        element('mdui:InformationURL', english, escaped(origin)),
      ),
    ),
    keyFor('signing', certificate),
    keyFor('encryption', certificate),
    element('md:SingleLogoutService', { Binding: `${bindings}HTTP-Redirect`, Location: logout }),
    element('md:SingleLogoutService', { Binding: `${bindings}HTTP-POST`, Location: postedLogout }),
    ...nameFormats.map((format) => element('md:NameIDFormat', {}, format)),
    element('md:AssertionConsumerService', {
      Binding: `${bindings}HTTP-POST`,
      Location: callback,
      index: '0',
      isDefault: 'true',
    }),
    element(
      'md:AttributeConsumingService',
      { index: '0' },
      element('md:ServiceName', english, escaped(name)),
      ...requestedAttributes(mapping),
    ),
  )
}

/** The document without its signature. It is valid as long as its certificate, so that a saved copy is too. */
const documentOf = (described: MetadataFields): string => {
  const { origin, name, certificate, securityContact } = described
  const content = [descriptorOf(described), ...contactsOf(name, securityContact)].join('')
  return element(
    'md:EntityDescriptor',
    {
      'xmlns:md': 'urn:oasis:names:tc:SAML:2.0:metadata',
      'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
      'xmlns:mdui': 'urn:oasis:names:tc:SAML:metadata:ui',
      'xmlns:remd': 'http://refeds.org/metadata',
      ID: `_${createHash('sha256').update(content).digest('hex').slice(0, 40)}`,
      entityID: endpointsAt(origin).entityId,
      validUntil: new Date(new X509Certificate(certificate).validTo).toISOString(),
    },
    content,
  )
}

/**
 * The platform's metadata as one school's service provider, signed with the key inside. It needs no configured identity
 * provider, because the provider is set up from it (rules/saml 59).
 */
export const metadataOf = async (context: Context<'anyone'>): Promise<string> => {
  const [own, config] = await Promise.all([ownKey(context), findConfig(context.table)])
  const origin = config ? new URL(endpointsOf(config).entityId).origin : context.tenant.origin
  const xml = documentOf({
    origin,
    name: context.school?.name ?? new URL(origin).hostname,
    certificate: own.certificate,
    config,
    securityContact: context.settings.SECURITY_CONTACT,
  })
  return withSignature(xml, own, config ?? {}, { reference: '/*', action: 'prepend' })
}
