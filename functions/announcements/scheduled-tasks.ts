import type { Entity } from '../../lib/table/entity.ts'
import { announcement } from './repository.ts'

/** Entities purged with an event. */
export const purgedEntities = [{ kind: announcement as Entity }]
