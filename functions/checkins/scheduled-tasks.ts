import type { Entity } from '../../lib/table/entity.ts'
import { desk } from '../events/index.ts'
import { doorCredential } from './repository.ts'

/** What goes with an event. Traces end by themselves. */
export const purgedEntities: readonly { readonly kind: Entity }[] = [
  { kind: desk as Entity },
  { kind: doorCredential as Entity },
]
