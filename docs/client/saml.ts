// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type GetSamlMetadataInput = Readonly<Record<string, never>>
export type GetSamlMetadataData = string
export type GetSamlMetadataFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'>

/** Single sign-on with a school's own identity provider (SAML 2.0). */
export const saml = (send: Send) => ({
  /** Service provider metadata of this school, for its identity provider's administrator. `GET /auth/saml/metadata` */
  getSamlMetadata: operation<GetSamlMetadataInput, GetSamlMetadataData, GetSamlMetadataFailure>(
    send,
    { method: 'GET', path: '/auth/saml/metadata', reads: 'text', open: true },
  ),
})
