import type { Entity } from '../../lib/table/entity.ts'
import { announcement } from './repository.ts'

/** What goes with an event. */
export const purgedEntities = [{ kind: announcement as Entity }]
