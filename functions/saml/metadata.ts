import { Constants, ServiceProvider, SPMetadata } from 'samlify'
import type { Context } from '../../lib/context.ts'
import { ownKey } from './own-keys.ts'
import { findConfig, type SamlConfig } from './repository.ts'

const { binding, format } = Constants.namespace

/** Where a school's identity provider finds the platform. The metadata's address is also the platform's name there. */
export const placesOf = (origin: string) => ({
  entityId: `${origin}/auth/saml/metadata`,
  callback: `${origin}/auth/saml/callback`,
  logout: `${origin}/auth/saml/logout`,
  postedLogout: `${origin}/auth/saml/slo`,
})

/** The places under the entity id that a school has configured: it is the address of one of these, too. */
export const placesFor = ({ entityId }: Pick<SamlConfig, 'entityId'>) => placesOf(new URL(entityId).origin)

const metadataAt = (origin: string, certificate: string, wantAssertionsSigned: boolean): string => {
  const { entityId, callback, logout, postedLogout } = placesOf(origin)
  const metadata = SPMetadata({
    entityID: entityId,
    authnRequestsSigned: true,
    wantAssertionsSigned,
    signingCert: certificate,
    encryptCert: certificate,
    nameIDFormat: [format.emailAddress, format.transient, format.persistent],
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
