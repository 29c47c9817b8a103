import { Constants, ServiceProvider, SPMetadata } from 'samlify'

const { binding, format } = Constants.namespace

/** Where a school's identity provider finds the platform. The metadata's address is also the platform's name there. */
export const placesOf = (origin: string) => ({
  entityId: `${origin}/auth/saml/metadata`,
  callback: `${origin}/auth/saml/callback`,
  logout: `${origin}/auth/saml/logout`,
})

const metadataAt = (origin: string): string => {
  const { entityId, callback, logout } = placesOf(origin)
  const metadata = SPMetadata({
    entityID: entityId,
    wantAssertionsSigned: true,
    nameIDFormat: [format.emailAddress, format.transient, format.persistent],
    singleLogoutService: [
      { Binding: binding.redirect, Location: logout },
      { Binding: binding.post, Location: logout },
    ],
    assertionConsumerService: [{ Binding: binding.post, Location: callback, isDefault: true }],
    // The order that the schema of metadata demands; samlify's own default breaks it.
    elementsOrder: Constants.elementsOrder.shibboleth,
  })
  return metadata.getMetadata()
}

/** The platform as one school's service provider. It needs no identity provider yet: that one is set up from this. */
export const serviceProviderAt = (origin: string) => ServiceProvider({ metadata: metadataAt(origin) })
