import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import { check, remove, update, type Write } from '../../lib/table/write.ts'
import { basicTier } from './defaults.ts'
import { type ManagementConfig, managementConfig } from './settings.ts'

/** How many organizations have a tier, and how many open requests ask for it. The basic tier is not counted: it stays. */
export const TierUse = z.object({ tier: z.string(), count: z.number() })
export type TierUse = z.infer<typeof TierUse>
export const tierUse = entity('TierUse', TierUse, { scope: 'tenant', pk: 'MANAGEMENT', sk: 'TIER#{tier}' })

/**
 * The writes of uses that tiers gain or lose, in the transaction that moves them. Whoever takes up a tier also checks the
 * configuration (`tiersAsRead`), so that no tier goes meanwhile.
 */
export const tierWrites = (moves: readonly (readonly [string, number])[]): readonly Write[] => {
  const sums = new Map<string, number>()
  for (const [tier, by] of moves) sums.set(tier, (sums.get(tier) ?? 0) + by)
  return [...sums].flatMap(([tier, count]) =>
    count === 0 || tier === basicTier
      ? []
      : [update(tierUse, { tier }, { set: { tier }, add: { count } }, { orAbsent: true })],
  )
}

/** The same for something that leaves one tier for another. */
export const tierMoves = (from: string | undefined, to: string | undefined): readonly Write[] =>
  tierWrites([
    ...(from === undefined ? [] : [[from, -1] as const]),
    ...(to === undefined ? [] : [[to, 1] as const]),
  ])

/** Refuses the transaction while somebody has the tier. */
export const tierRemoval = (tier: string): Write =>
  remove(tierUse, { tier }, { orAbsent: true, below: { count: 1 } })

/** Refuses a transaction when the configuration was changed since it was read: tiers are as they were. */
export const tiersUnchangedCheck = (config: ManagementConfig | undefined): Write =>
  check(managementConfig, {}, config ? { equals: { version: config.version } } : { absent: true })
