import { tenantListing, tenantRecord } from '../../lib/identity/person/records.ts'
import { schoolRecord } from '../support/schools.ts'
import type { World } from '../support/world.ts'
import { watched } from './watched.ts'

export const baseDomain = 'quad.example'

export const production = {
  STAGE: 'production',
  BASE_DOMAIN: baseDomain,
  COOKIE_DOMAIN: `.${baseDomain}`,
}

export const enrol = async (w: World, tenantKey: string): Promise<void> => {
  const row = schoolRecord(tenantKey, w.clock.now().toISOString())
  await w.table(tenantKey).put(tenantRecord, row)
  await w.table(tenantKey).put(tenantListing, row)
}

export const hostOf = (tenantKey: string): string => `${tenantKey}.${baseDomain}`
export const originAt = (tenantKey: string): string => `https://${hostOf(tenantKey)}`

/** A platform in production mode with two schools in its registry. */
export const productionWorld = async (settings: Readonly<Record<string, string>> = {}) => {
  const w = await watched({ settings: { ...production, ...settings } })
  await Promise.all([enrol(w, w.home), enrol(w, w.sister)])
  return w
}
