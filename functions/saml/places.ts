import type { SamlConfig } from './repository.ts'

/** Where a school's identity provider finds the platform. The metadata's address is also the platform's name there. */
export const placesOf = (origin: string) => ({
  entityId: `${origin}/auth/saml/metadata`,
  callback: `${origin}/auth/saml/callback`,
  logout: `${origin}/auth/saml/logout`,
  postedLogout: `${origin}/auth/saml/slo`,
})

/** The places under the entity id that a school has configured: it is the address of one of these, too. */
export const placesFor = ({ entityId }: Pick<SamlConfig, 'entityId'>) => placesOf(new URL(entityId).origin)
