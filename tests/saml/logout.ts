import { createSign, X509Certificate } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { Agent } from '../support/agent.ts'
import { type Idp, idp } from './idp.ts'
import { configOf, type SamlSchool, samlSchool } from './school.ts'
import { uris } from './signing.ts'

export const provider = idp()
export const withLogout = (more: object = {}) =>
  samlSchool({ idp: { ...configOf(provider).idp, sloUrl: provider.sloUrl }, ...more })

export const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
export const samlp = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"'

export type Said = {
  readonly id?: string
  readonly issuer?: string
  readonly destination?: string
  readonly issued?: string
  readonly nameId?: string
  readonly sessionIndex?: string
  readonly until?: string
}

let messages = 0

/** A logout request in canonical form. */
export const requestOf = ({ w, places }: SamlSchool, path: string, said: Said = {}): string => {
  messages += 1
  const destination = said.destination ?? places.callback.replace('callback', path)
  const { id = `_logout${messages}`, issued = w.clock.now().toISOString(), issuer = provider.entityId } = said
  const index =
    said.sessionIndex === undefined ? '' : `<samlp:SessionIndex>${said.sessionIndex}</samlp:SessionIndex>`
  const until = said.until === undefined ? '' : ` NotOnOrAfter="${said.until}"`
  return (
    `<samlp:LogoutRequest ${samlp} Destination="${destination}" ID="${id}" IssueInstant="${issued}"${until} Version="2.0">` +
    `<saml:Issuer ${saml}>${issuer}</saml:Issuer>` +
    `<saml:NameID ${saml}>${said.nameId ?? w.email('ada')}</saml:NameID>${index}</samlp:LogoutRequest>`
  )
}

export const responseOf = ({ w, places }: SamlSchool, path: string, inResponseTo: string): string =>
  `<samlp:LogoutResponse ${samlp} Destination="${places.callback.replace('callback', path)}" ID="_answer" ` +
  `InResponseTo="${inResponseTo}" IssueInstant="${w.clock.now().toISOString()}" Version="2.0">` +
  `<saml:Issuer ${saml}>${provider.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode ` +
  `Value="${uris.success}"></samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`

export type Part = 'SAMLRequest' | 'SAMLResponse'

/** A query as an identity provider signs it. */
export const queryOf = (
  part: Part,
  xml: string,
  { key }: Idp,
  relay?: string,
  algorithm: string = uris.rsaSha256,
) => {
  const message = deflateRawSync(xml).toString('base64')
  const fields: [string, string][] = [
    [part, message],
    ...(relay ? [['RelayState', relay] as [string, string]] : []),
  ]
  const text = [...fields, ['SigAlg', algorithm]]
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&')
  const hash = algorithm === uris.rsaSha1 ? 'RSA-SHA1' : 'RSA-SHA256'
  return `${text}&Signature=${encodeURIComponent(createSign(hash).update(text).sign(key, 'base64'))}`
}

export const redirected = (device: Agent, query: string) =>
  device.receiveSamlLogout(Object.fromEntries(new URLSearchParams(query)), {
    path: '/auth/saml/logout',
    query,
  } as never)

export const posted = (device: Agent, fields: Readonly<Record<string, string>>) =>
  device.receivePostedSamlLogout(
    {},
    {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  )

export const isIn = async (device: Agent): Promise<boolean> => (await device.validateToken()).status === 200

export const ownCertificate = async ({ w }: SamlSchool): Promise<X509Certificate> => {
  const { body } = await w.device().getSamlMetadata()
  return new X509Certificate(
    `-----BEGIN CERTIFICATE-----\n${/<ds:X509Certificate>([^<]+)/.exec(body)?.[1]}\n-----END CERTIFICATE-----`,
  )
}
