import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

/**
 * Counts of a month by day: `02.orgs` is what was made on the second. `month` is `YYYY-MM`, or `TOTAL` for what there is.
 * `subject` is `campus` or an organization. Folded from the stream, so they follow what happens within seconds.
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

/** How large an organization is, for lists by size. `size` is its members, in eight digits. */
export const OrgSize = z.object({
  orgId: z.string(),
  org_name: z.string(),
  memberCount: z.number(),
  size: z.string(),
  /** Whether it is verified, its state and its approval: see `ownShelfOf`. */
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

/** The number under a name; nothing counts as none. */
export const countIn = (row: OrgStat | undefined, name: string): number => {
  const value = row?.[name]
  return typeof value === 'number' ? value : 0
}

/** Where the total says how many organizations stand in a list. */
export const shelfCount = (shelf: string): string => `in_${shelf}`

/** Members as keys are ordered by them. */
export const sizeOf = (memberCount: number): string => String(Math.max(0, memberCount)).padStart(8, '0')
