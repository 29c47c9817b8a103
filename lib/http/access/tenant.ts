import { isIP } from 'node:net'
import type { Tenant } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { TenantNotFound } from '../../contract/failures.ts'
import { isTenantKey, platformKey, schoolAt } from '../../identity/school/schools.ts'
import { isVisit, syntheticKey } from '../../identity/school/synthetic.ts'
import type { Settings } from '../../settings.ts'
import type { Request } from '../request.ts'

const productionKey = (host: string, { BASE_DOMAIN }: Settings): string | undefined => {
  if (host === BASE_DOMAIN || host === `www.${BASE_DOMAIN}`) return platformKey
  const label = host.endsWith(`.${BASE_DOMAIN}`) ? host.slice(0, -BASE_DOMAIN.length - 1) : ''
  return isTenantKey(label) ? label : undefined
}

// A stage without its own domain runs at an AWS address, which names no school.
const givenByAws = /\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/

const developmentKey = (
  host: string,
  override: string | undefined,
  settings: Settings,
): string | undefined => {
  if (override !== undefined) return isTenantKey(override) || override === platformKey ? override : undefined
  const [label = ''] = host.split('.')
  const unnamed = !host.includes('.') || isIP(host.replace(/^\[|\]$/g, '')) || givenByAws.test(host)
  if (unnamed) return settings.DEFAULT_TENANT
  return isTenantKey(label) || label === platformKey ? label : undefined
}

/**
 * The school is the first label of the host (rules/http 1). In production the host has to be `<label>.<configured
 * domain>`. Elsewhere any well-formed label is accepted, and `X-Tenant` may override it. Synthetic visits have their own
 * school (rules/http 60).
 */
export const tenantOf = ({ host, headers }: Request, settings: Settings): Tenant => {
  if (isVisit(headers, settings)) return schoolAt(settings, syntheticKey)
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const key = settings.production
    ? productionKey(name, settings)
    : developmentKey(name, headers['x-tenant']?.toLowerCase() || undefined, settings)
  return key === undefined ? fail(TenantNotFound) : schoolAt(settings, key)
}
