import * as z from 'zod/mini'
import { days } from '../../../lib/contract/time.ts'
import { entity } from '../../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../../lib/table/lists/numbered.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'

/**
 * Marks rows that remain of a deleted organization, or of a person who left the school. One change event sweeps one
 * page and writes this row for the next page. `purge` removes the organization after 30 days. `restore` brings back one
 * page of the memberships that ended at or after `since`.
 */
export const SweepDue = z.object({
  kind: z.enum(['organization', 'person', 'purge', 'restore']),
  subject: z.string(),
  round: z.string(),
  since: z.optional(z.string()),
  cursor: z.optional(z.string()),
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

/**
 * A deleted organization stays readable for 30 days. When this row expires, the rest is removed. A restoration removes
 * the row before that, so it never meets the removal.
 */
export const OrgTombstone = z.object({
  orgId: z.string(),
  /** For the list of deleted organizations. */
  name: z.optional(z.string()),
  deletedAt: z.optional(z.string()),
  expiresAt: z.string(),
})
export type OrgTombstone = z.infer<typeof OrgTombstone>
export const orgTombstone = entity('OrgTombstone', OrgTombstone, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'TOMB',
  gsi1: {
    pk: 'ORGS#DELETED',
    sk: '{deletedAt}#{orgId}',
    when: ({ deletedAt }: Pick<OrgTombstone, 'deletedAt'>) => deletedAt !== undefined,
  },
  ttl: 'expiresAt',
})

const buriedSeconds = 30 * days

/** Deleted organizations that can still be restored, the latest first. */
export const listDeleted = (table: Table, numbered: Numbered) =>
  listNumbered(table, orgTombstone, { index: 'gsi1', keyParams: {}, descending: true }, numbered)

export const tombstoneWrite = (orgId: string, name: string, now: Date): Write =>
  put(orgTombstone, {
    orgId,
    name,
    deletedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + buriedSeconds * 1000).toISOString(),
  })
