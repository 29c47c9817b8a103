import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

/**
 * Counts of one month by day: `02.orgs` counts organizations created on the second. `month` is `YYYY-MM`, or `TOTAL`
 * for current totals. `subject` is `campus` or an organization. Written by the stream consumer, so counts lag by
 * seconds.
 */
export const OrgStat = z.catchall(
  z.object({ subject: z.string(), month: z.string(), expiresAt: z.optional(z.string()) }),
  z.union([z.string(), z.number(), z.undefined()]),
)
export type OrgStat = z.infer<typeof OrgStat>
export const orgStat = entity('OrgStat', OrgStat, {
  scope: 'tenant',
  pk: 'ORGROLL#{subject}',
  sk: '{month}',
  ttl: 'expiresAt',
})

export const campus = 'campus'
export const totalRow = 'TOTAL'

/** An organization's size, for lists by size. `size` is the number of members, padded to eight digits. */
export const OrgSize = z.object({
  orgId: z.string(),
  org_name: z.string(),
  memberCount: z.number(),
  size: z.string(),
  /** The combined shelf (verification, lifecycle status, approval); see `ownShelfOf`. */
  shelf: z.string(),
  live: z.boolean(),
  version: z.number(),
})
export type OrgSize = z.infer<typeof OrgSize>
export const orgSize = entity('OrgSize', OrgSize, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'SIZE',
  gsi1: { pk: 'ORGSIZE', sk: '{size}#{orgId}', when: ({ live }: { live: boolean }) => live },
  gsi2: { pk: 'ORGSIZE#{shelf}', sk: '{size}#{orgId}', when: ({ live }: { live: boolean }) => live },
})

/** The count under a name, 0 when absent. */
export const countIn = (row: OrgStat | undefined, name: string): number => {
  const value = row?.[name]
  return typeof value === 'number' ? value : 0
}

/** The name under which the total counts the organizations in a shelf. */
export const shelfCount = (shelf: string): string => `in_${shelf}`

/** The member count, padded so that keys sort by it. */
export const sizeOf = (memberCount: number): string => String(Math.max(0, memberCount)).padStart(8, '0')
