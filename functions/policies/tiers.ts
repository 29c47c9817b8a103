import * as z from 'zod/mini'
import { unchanged } from '../../lib/table/condition.ts'
import { entity } from '../../lib/table/entity.ts'
import { check, remove, update, type Write } from '../../lib/table/write.ts'
import { basicTier } from './defaults.ts'
import { type ManagementConfig, managementConfig } from './settings.ts'

/**
 * Organizations that have a tier, and open requests for it. The basic tier is not counted because it cannot be removed.
 */
export const TierUse = z.object({ tier: z.string(), count: z.number() })
export type TierUse = z.infer<typeof TierUse>
export const tierUse = entity('TierUse', TierUse, { scope: 'tenant', pk: 'MANAGEMENT', sk: 'TIER#{tier}' })

/**
 * Writes that change the use counts of tiers, in the transaction that moves them. A write that adds a use also checks
 * the configuration (`tiersUnchangedCheck`), so that the tier cannot be removed meanwhile.
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

/** The same for a move from one tier to another. */
export const tierMoves = (from: string | undefined, to: string | undefined): readonly Write[] =>
  tierWrites([
    ...(from === undefined ? [] : [[from, -1] as const]),
    ...(to === undefined ? [] : [[to, 1] as const]),
  ])

/** Fails the transaction while the tier is in use. */
export const tierRemoval = (tier: string): Write =>
  remove(tierUse, { tier }, { orAbsent: true, below: { count: 1 } })

/** Fails the transaction when the configuration has changed since it was read, so the tiers are unchanged. */
export const tiersUnchangedCheck = (config: ManagementConfig | undefined): Write =>
  check(managementConfig, {}, unchanged(config))
