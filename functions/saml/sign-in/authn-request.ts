import { placesFor } from '../addresses.ts'
import type { SamlConfig } from '../repository.ts'

const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  anyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/**
 * The request to sign somebody in (SAML core 3.4.1). It asks for a NameID where the school wants one. Every sign-in begins
 * with it, so that it is written without the libraries that read answers.
 */
export const authnRequest = (config: SamlConfig, id: string, at: Date): string => {
  const { entityId, callback } = placesFor(config)
  const attributes = {
    'xmlns:samlp': names.protocol,
    'xmlns:saml': names.assertion,
    ID: id,
    Version: '2.0',
    IssueInstant: at.toISOString(),
    Destination: config.ssoUrl,
    ProtocolBinding: names.post,
    AssertionConsumerServiceURL: callback,
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const policy = `<samlp:NameIDPolicy Format="${names.anyFormat}" AllowCreate="true"/>`
  return (
    `<samlp:AuthnRequest${written.join('')}><saml:Issuer>${escaped(entityId)}</saml:Issuer>` +
    `${config.wantNameId ? policy : ''}</samlp:AuthnRequest>`
  )
}
