import type { Entity } from '../../lib/table/entity.ts'
import { eventStats, growthMonth, rolledUp } from './repository.ts'

/** Entities purged with an event. View marks expire on their own; the rollups keep the event's figures. */
export const purgedEntities: readonly { readonly kind: Entity }[] = [
  { kind: eventStats as Entity },
  { kind: growthMonth as Entity },
  { kind: rolledUp as Entity },
]
