import { isIP } from 'node:net'
import type { Tenant } from '../../lib/context.ts'
import { isTenantKey } from '../../lib/identity/school/schools.ts'
import type { Settings } from '../../lib/settings.ts'
import type { SamlConfig } from './repository.ts'

/**
 * An address to which a browser may be sent: https, and outside production http as well. Undefined for any other text.
 */
export const webAddress = (text: string, { production }: Pick<Settings, 'production'>): URL | undefined => {
  if (text !== text.trim() || /[\s\\<>"]|\p{Cc}/u.test(text) || !/^https?:\/\//i.test(text)) return undefined
  try {
    const url = new URL(text)
    const plain = url.username === '' && url.password === '' && url.hash === ''
    return plain && (url.protocol === 'https:' || !production) ? url : undefined
  } catch {
    return undefined
  }
}

const keyOf = (host: string, settings: Settings): string | undefined => {
  const name = host.replace(/^\[|\]$/g, '')
  if (!name.includes('.') || isIP(name)) return settings.DEFAULT_TENANT
  const [label = ''] = name.split('.')
  return isTenantKey(label) ? label : undefined
}

/**
 * Whether an entity id is the address of this school's metadata: in production the configured address, elsewhere any
 * address of the school.
 */
export const isOwnEntityId = (entityId: string, { key, origin }: Tenant, settings: Settings): boolean => {
  if (entityId === `${origin}/auth/saml/metadata`) return true
  const url = settings.production ? undefined : webAddress(entityId, settings)
  return (
    url !== undefined &&
    entityId === `${url.origin}/auth/saml/metadata` &&
    keyOf(url.hostname, settings) === key
  )
}

/**
 * Addresses of the platform for a school's identity provider. The metadata address is also the platform's entity id.
 */
export const endpointsAt = (origin: string) => ({
  entityId: `${origin}/auth/saml/metadata`,
  callback: `${origin}/auth/saml/callback`,
  logout: `${origin}/auth/saml/logout`,
  postedLogout: `${origin}/auth/saml/slo`,
})

/** Addresses under the school's configured entity id, which is one of them. */
export const endpointsOf = ({ entityId }: Pick<SamlConfig, 'entityId'>) =>
  endpointsAt(new URL(entityId).origin)
