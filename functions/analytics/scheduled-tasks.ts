import type { Entity } from '../../lib/table/entity.ts'
import { eventStats, growthMonth, rolledUp } from './repository.ts'

/** What goes with an event. Marks of views end by themselves; the rollups keep its numbers. */
export const purgedEntities: readonly { readonly kind: Entity }[] = [
  { kind: eventStats as Entity },
  { kind: growthMonth as Entity },
  { kind: rolledUp as Entity },
]
