import { Constants, ServiceProvider, SPMetadata } from 'samlify'
import type { Context } from '../../lib/context.ts'
import { placesOf } from './addresses.ts'
import { ownKey } from './certificates/own-keys.ts'
import { findConfig } from './repository.ts'

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
