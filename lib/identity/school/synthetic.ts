import { visitHeader } from '../../contract/edge.ts'
import type { Settings } from '../../settings.ts'
import type { TenantRecord } from '../person/records.ts'
import { isSharedKey } from './shared-key.ts'

/** The school of synthetic visits. It is in no registry, so that no list, count, search or export can contain it. */
export const syntheticKey = 'synthetic'

/** The synthetic school's own row. No table has it. */
export const syntheticSchool: TenantRecord = {
  tenantKey: syntheticKey,
  name: 'Synthetic visits',
  location: '',
  subdomain: syntheticKey,
  status: 'active',
  statusMessage: '',
  tenantType: 'campus',
  timezone: 'UTC',
  emailDomains: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
}

/**
 * Whether a request is a synthetic visit. Without the key, or on a stage without one, the synthetic school does not
 * exist.
 */
export const isVisit = (
  headers: Readonly<Record<string, string>>,
  { VISIT_KEY: key }: Pick<Settings, 'VISIT_KEY'>,
): boolean => key !== undefined && isSharedKey(headers[visitHeader] ?? '', [key])
