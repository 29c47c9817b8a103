import type { NoticeContext } from '../../../lib/consumer.ts'
import { oncePerBatch } from '../../../lib/keyed-answer.ts'
import { eventCard, partitionsOf } from '../../events/index.ts'
import type { SeatCounter } from '../repository.ts'
import { settle } from './line.ts'
import { passed } from './line-choice.ts'
import { changeSeat, freeOf } from './seats.ts'

/** Steps of the line that one notice takes. */
const mostSteps = 50

/** Claims of the line, or of who leaves it, which hold back who is behind them. */
const holding = ({ claims = {} }: SeatCounter): number =>
  Object.values(claims).filter(({ line }) => line).length

/** A change of its version alone asks to go on with the line, and so does the end of a claim that held it. */
const asksToGoOn = (before: SeatCounter, after: SeatCounter): boolean =>
  before.lined &&
  (['taken', 'waiting', 'capacity'] as const).every((field) => before[field] === after[field]) &&
  (before.version !== after.version || holding(after) < holding(before))

/** Somebody has joined the front of the line: they may fit where those before them do not, at another counter too. */
const joinsFront = (before: SeatCounter, after: SeatCounter): boolean =>
  after.waiting > before.waiting && after.waiting <= passed

const promoting = ({ claims = {} }: SeatCounter): number =>
  Object.values(claims).filter(({ promotes }) => promotes).length

/**
 * Whether the line may move: a seat is free, somebody left the line or joined its front, or it was not finished. Who has
 * promoted others may have got no further.
 */
const mayMove = (before: SeatCounter, after: SeatCounter): boolean =>
  (after.lined || promoting(after) > 0) &&
  after.open &&
  (freeOf(after) > 0 ||
    joinsFront(before, after) ||
    promoting(after) > promoting(before) ||
    (after.waiting < before.waiting && (after.waiting === 0 || after.taken <= before.taken)) ||
    asksToGoOn(before, after))

/** Goes on with the line of an event: once for all notices of a batch, which were written before it is looked at. */
export const moveLine = (eventId: string, context: NoticeContext): Promise<void> =>
  oncePerBatch(context, `line of ${eventId}`, async () => {
    const card = await context.table.get(eventCard, { eventId }, { strong: true })
    if (!card) return
    const { more } = await settle(context, card, mostSteps)
    const [k] = partitionsOf(card)
    if (more && k !== undefined) await context.table.write([changeSeat({ eventId, k }, {})])
  })

export const seatsChanged = async (
  before: SeatCounter,
  after: SeatCounter,
  context: NoticeContext,
): Promise<void> => {
  if (mayMove(before, after)) await moveLine(after.eventId, context)
}
