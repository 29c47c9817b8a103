import type { Write } from '../../lib/table/write.ts'
import type { EventBody, EventCard, EventStatus, WholeEvent } from '../events/index.ts'
import type { PlanWorld } from './context.ts'
import { changeWrites, type Known, type Planned } from './effects.ts'
import { refuseMove } from './moves.ts'

/** What else changes with a status. */
export type More = Known & { readonly card?: Partial<EventCard>; readonly body?: Partial<EventBody> }

/** See `statusWrites`; with card and body as they will stand, for whoever has to show them or to write about them. */
export const planMove = (
  world: PlanWorld,
  whole: WholeEvent,
  to: EventStatus,
  { card, body, ...known }: More = {},
): Promise<Planned> => {
  refuseMove(whole.card.status, to)
  const wanted = { card: { ...whole.card, ...card, status: to }, body: { ...whole.body, ...body } }
  return changeWrites(world, whole, wanted, known)
}

/**
 * Everything that a move of an event's status means, for somebody's transaction. `whole` is the event as
 * it was read strongly; the first write is its card under that version, so when it fails somebody was faster: read again.
 * At most one round trip of reads. Fails with 409 `Cannot change status from X to Y`, or when the room is taken. What
 * happens to the approval instance is up to whoever moves.
 */
export const statusWrites = async (
  world: PlanWorld,
  whole: WholeEvent,
  to: EventStatus,
  more: More = {},
): Promise<readonly Write[]> => (await planMove(world, whole, to, more)).writes
