import type { Entity } from '../../lib/table/entity.ts'
import { desk } from '../events/index.ts'
import { doorCredential } from './repository.ts'

/** Entities purged with an event. Traces expire on their own. */
export const purgedEntities: readonly { readonly kind: Entity }[] = [
  { kind: desk as Entity },
  { kind: doorCredential as Entity },
]
