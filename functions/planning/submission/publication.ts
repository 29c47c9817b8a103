import { allInOrder, fail } from '../../../lib/contract/failure.ts'
import type { WholeEvent } from '../../events/index.ts'
import { moveRefused, type PlanWorld } from '../../lifecycle/index.ts'
import { refuseSmallRoom } from '../../rooms/index.ts'
import { EventOver } from '../contract/failures.ts'
import { changeEvent, type Decision } from '../edit/change.ts'
import { requireActiveHost } from '../hosts/host.ts'
import type { Gate } from '../hosts/rights.ts'
import { findRouting, refuseUnfinished, roomsIfLive, submitted } from './submission.ts'

const refuseUnpublishable = ({ card }: WholeEvent): void => {
  if (card.status !== 'draft' && card.status !== 'rejected') fail(moveRefused(card.status, 'pending'))
}

const decide = async (before: WholeEvent, context: PlanWorld): Promise<Decision> => {
  refuseUnpublishable(before)
  refuseUnfinished(before)
  if (Date.parse(before.card.end_time) <= context.now().getTime()) fail(EventOver)
  const [routing, rooms] = await allInOrder([
    findRouting(context, before),
    roomsIfLive(context, before, before),
    requireActiveHost(context.table, before.card),
    refuseSmallRoom(context.table, before.card.classroom_id, before.card.maxAttendees),
  ])
  const { wanted, rules, more, others } = submitted(context, before, routing)
  const holds = wanted.card.status !== 'pending' || !wanted.body.autoBook
  return { wanted, rules, more, others, rooms: holds ? rooms : [] }
}

/**
 * Submits a draft, or a rejected event anew. Three round trips, the transaction
 * among them. Fails with 400 for what is missing or over, 409 in another state and when the room is taken.
 */
export const publish = (eventId: string, world: PlanWorld, gate: Gate): Promise<WholeEvent> =>
  changeEvent(world, eventId, (before) => decide(before, world), gate)
