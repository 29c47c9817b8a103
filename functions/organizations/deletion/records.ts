import * as z from 'zod/mini'
import { days } from '../../../lib/contract/time.ts'
import { entity } from '../../../lib/table/entity.ts'
import { put, type Write } from '../../../lib/table/write.ts'

/**
 * Marks rows that remain of a deleted organization, or of a person who left the school. One change event sweeps one
 * page and writes this row for the next page. `purge` removes the organization after 30 days.
 */
export const SweepDue = z.object({
  kind: z.enum(['organization', 'person', 'purge']),
  subject: z.string(),
  round: z.string(),
  expiresAt: z.string(),
})
export type SweepDue = z.infer<typeof SweepDue>
export const sweepDue = entity('SweepDue', SweepDue, {
  scope: 'tenant',
  pk: 'SWEEP#{kind}#{subject}',
  sk: '{round}',
  ttl: 'expiresAt',
})

const keptSeconds = 7 * days

export const sweepWrite = (due: Omit<SweepDue, 'expiresAt'>, now: Date): Write =>
  put(sweepDue, { ...due, expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() })

/** A deleted organization stays readable for 30 days. When this row expires, the rest is removed. */
export const OrgTombstone = z.object({ orgId: z.string(), expiresAt: z.string() })
export const orgTombstone = entity('OrgTombstone', OrgTombstone, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'TOMB',
  ttl: 'expiresAt',
})

const buriedSeconds = 30 * days

export const tombstoneWrite = (orgId: string, now: Date): Write =>
  put(orgTombstone, { orgId, expiresAt: new Date(now.getTime() + buriedSeconds * 1000).toISOString() })
