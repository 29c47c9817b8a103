import { Constants, ServiceProvider, SPMetadata } from 'samlify'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { placesOf, webAddress } from '../addresses.ts'
import { InvalidUrl, MetadataUnreachable } from '../contract/failures.ts'
import type { ConfigBody, PresetName } from '../contract/shapes.ts'
import { samlLimits } from '../contract.ts'
import { ownKey } from '../own-keys.ts'
import { findConfig } from '../repository.ts'
import { saveConfig } from './configuration.ts'
import { fetchDocument, readIdpMetadata } from './idp-metadata.ts'

const { binding, format } = Constants.namespace

const metadataAt = (origin: string, certificate: string, wantAssertionsSigned: boolean): string => {
  const { entityId, callback, logout, postedLogout } = placesOf(origin)
  const metadata = SPMetadata({
    entityID: entityId,
    authnRequestsSigned: true,
    wantAssertionsSigned,
    signingCert: certificate,
    encryptCert: certificate,
    // Names that stay the same, the better kind first; one that changes with every sign-in would name nobody.
    nameIDFormat: [format.persistent, format.emailAddress],
    singleLogoutService: [
      { Binding: binding.redirect, Location: logout },
      { Binding: binding.post, Location: postedLogout },
    ],
    assertionConsumerService: [{ Binding: binding.post, Location: callback, isDefault: true }],
    // The order that the schema of metadata demands; samlify's own default breaks it.
    elementsOrder: Constants.elementsOrder.shibboleth,
  })
  return metadata.getMetadata()
}

/** The platform as one school's service provider. It needs no identity provider yet: that one is set up from this. */
export const metadataOf = async (context: Context<'anyone'>): Promise<string> => {
  const [own, config] = await Promise.all([ownKey(context), findConfig(context.table)])
  const origin = config ? new URL(config.entityId).origin : context.tenant.origin
  const xml = metadataAt(origin, own.certificate, config?.wantAssertionsSigned ?? true)
  return ServiceProvider({ metadata: xml }).getMetadata()
}

type Wanted = {
  readonly xml?: string | undefined
  readonly url?: string | undefined
  readonly attributePreset?: PresetName | undefined
}

const documentOf = async (context: Context<'admin'>, { xml, url }: Wanted): Promise<string> => {
  if ((xml === undefined) === (url === undefined))
    return fail(ValidationError, { details: [{ field: 'xml', message: 'Give either xml or url' }] })
  if (xml !== undefined) return xml
  if (url === undefined || !webAddress(url, { production: true })) return fail(InvalidUrl, { field: 'url' })
  await spend(context, 'saml-import', samlLimits.imports, context.tenant.key)
  return (await fetchDocument(url)) ?? fail(MetadataUnreachable)
}

/**
 * Fills the configuration from the metadata of an identity provider. One that is configured already stays the same one:
 * a document about another is refused. With `url` the address is kept, and the schedule reads it again every day.
 */
export const importMetadata = async (
  context: Context<'admin'>,
  wanted: Wanted,
): Promise<{ id: string; created: boolean }> => {
  const xml = await documentOf(context, wanted)
  const stored = await findConfig(context.table)
  const { entityId, ssoUrl, sloUrl, certificates } = readIdpMetadata(xml, stored?.idpEntityId, context.now())
  const [x509Cert, ...additionalCerts] = certificates
  const body: ConfigBody = {
    idp: { entityId, ssoUrl, sloUrl: sloUrl ?? null, x509Cert, additionalCerts },
    ...(wanted.url === undefined ? {} : { metadataUrl: wanted.url }),
    ...(wanted.attributePreset === undefined ? {} : { attributePreset: wanted.attributePreset }),
  }
  return saveConfig(context, body)
}
