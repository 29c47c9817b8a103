import { createHash } from 'node:crypto'
import type { ProviderLink, Session } from '../person/records.ts'

/**
 * Names a school's identity provider in links: the school and a hash of the provider's entity id. A successor
 * therefore inherits no links. The entity id itself can be longer than a key.
 */
export const samlIssuer = (tenantKey: string, entityId: string): string =>
  `saml:${tenantKey}:${createHash('sha256').update(entityId).digest('base64url')}`

/** The school of an issuer that is a school's identity provider. */
export const schoolOfIssuer = (issuer: string): string | undefined => /^saml:([^:]+)/.exec(issuer)?.[1]

/**
 * Whether a link signs its person in. For a school's identity provider, only under the trust number it was made with.
 */
export const isLinkLive = ({ issuer, trust = 0 }: ProviderLink, current: number): boolean =>
  schoolOfIssuer(issuer) === undefined || trust === current

/** Whether an issuer opened the session. A session records the school, not which of its identity providers it was. */
export const isOpenedByIssuer = (
  { authMethod, tenantKey }: Pick<Session, 'authMethod' | 'tenantKey'>,
  issuer: string,
): boolean => (authMethod === 'saml' ? schoolOfIssuer(issuer) === tenantKey : authMethod === issuer)
