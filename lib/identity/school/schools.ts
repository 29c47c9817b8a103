import type { Tenant } from '../../context.ts'
import type { Settings } from '../../settings.ts'

/** Names that are never a school: parts of the platform, and `constructor`, a key that every object inherits. */
export const reservedLabels = [
  ...['www', 'api', 'media', 'mail', 'auth', 'admin', 'static', 'docs', 'status', 'origin', 'synthetic'],
  'constructor',
]
/** The platform host's rows are stored under this reserved key. */
export const platformKey = 'www'

// Names in other scripts (`xn--…`) can look alike, so none of them is a school.
const wellFormed = /^(?!xn--)[a-z][a-z0-9-]{0,30}[a-z0-9]$/

export const isTenantKey = (label: string): boolean =>
  wellFormed.test(label) && !reservedLabels.includes(label)

/**
 * Addresses in mails, metadata and redirects come from configuration, never from the request. A trial has one for all
 * schools.
 */
export const originOf = (settings: Settings, key: string): string => {
  const host =
    key === platformKey && settings.production ? settings.BASE_DOMAIN : `${key}.${settings.BASE_DOMAIN}`
  if (settings.production) return `https://${host}`
  if (settings.PUBLIC_ADDRESS) return settings.PUBLIC_ADDRESS
  return `http://${host}${settings.PUBLIC_PORT ? `:${settings.PUBLIC_PORT}` : ''}`
}

/** The school of a key, with its public address. It has the deployment's zone until its row is read. */
export const schoolAt = (settings: Settings, key: string): Tenant => ({
  key,
  origin: originOf(settings, key),
  platform: key === platformKey,
  timezone: settings.DEFAULT_TIMEZONE,
})
