import type { Context } from '../../lib/context.ts'
import type { ZoneWorld } from '../../lib/identity/school/zone.ts'

/** What changing an event asks of the world: operations have it, and so have consumers and sweepers. */
export type PlanWorld = Pick<Context, 'table' | 'now' | 'newId'> & ZoneWorld
