import type { Idp } from '../idp.ts'

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const bare = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

/** The metadata of an identity provider, as somebody wrote them by hand. */
export const metadataOf = (
  of: Idp,
  { certificates = [of.certificate], more = '' } = {},
): string => `<?xml version="1.0"?>
<!-- made by hand -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${of.entityId}"${more}>
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${certificates
      .map(
        (pem) =>
          `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
      )
      .join('')}
    <md:SingleLogoutService Binding="${redirect}" Location="${of.sloUrl}"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${of.ssoUrl}/post"/>
    <md:SingleSignOnService Binding="${redirect}" Location="${of.ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
