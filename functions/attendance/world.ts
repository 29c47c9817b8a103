import type { Context } from '../../lib/context.ts'

/** What seating people asks of the world: operations have it, and so have consumers. */
export type SeatWorld = Pick<Context, 'table' | 'now' | 'newId'>
