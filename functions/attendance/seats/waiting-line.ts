import type { NoticeWorld } from '../../../lib/consumer.ts'
import { eventCard, partitionsOf } from '../../events/index.ts'
import type { SeatCounter } from '../repository.ts'
import { passed, settle } from './promotion.ts'
import { changeSeat, freeOf } from './seats.ts'

/** Steps of the line that one notice takes. */
const mostSteps = 50

/** A change of its version alone asks to go on with the line. */
const asksToGoOn = (before: SeatCounter, after: SeatCounter): boolean =>
  before.lined && (['taken', 'waiting', 'capacity'] as const).every((field) => before[field] === after[field])

/** Somebody has joined the front of the line: they may fit where those before them do not, at another counter too. */
const joinsFront = (before: SeatCounter, after: SeatCounter): boolean =>
  after.waiting > before.waiting && after.waiting <= passed

/** Whether the line may move: a seat is free, somebody left the line or joined its front, or it was not finished. */
const mayMove = (before: SeatCounter, after: SeatCounter): boolean =>
  after.lined &&
  after.open &&
  (freeOf(after) > 0 ||
    joinsFront(before, after) ||
    (after.waiting < before.waiting && after.taken <= before.taken) ||
    asksToGoOn(before, after))

export const moveLine = async (eventId: string, world: NoticeWorld): Promise<void> => {
  const card = await world.table.get(eventCard, { eventId }, { strong: true })
  if (!card) return
  const { more } = await settle(world, card, mostSteps)
  const [k] = partitionsOf(card)
  if (more && k !== undefined) await world.table.write([changeSeat({ eventId, k }, {})])
}

export const seatsChanged = async (
  before: SeatCounter,
  after: SeatCounter,
  world: NoticeWorld,
): Promise<void> => {
  if (mayMove(before, after)) await moveLine(after.eventId, world)
}
