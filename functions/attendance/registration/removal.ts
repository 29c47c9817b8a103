import type { Attendee, EventCard } from '../../events/index.ts'
import type { Who } from '../person.ts'
import type { LineEntry, SeatCounter } from '../repository.ts'
import { settle } from '../seats/line.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { endRegistration } from './departure.ts'
import { type Own, rowNow } from './own-row.ts'

type Refuse = (row: Attendee | undefined) => void

/** Somebody else is about to leave, or to be promoted, at the same counter: one of them goes on with the line. */
const isBusy = ({ claims = {} }: SeatCounter): boolean =>
  Object.values(claims).some(({ leaves, promotes }) => leaves || promotes)

/** One step of the line, and who was promoted by it. What cannot be done now the stream does. */
export const stepOn = async (context: SeatContext, card: EventCard): Promise<readonly LineEntry[]> => {
  const settled = await settle(context, card, 1).catch(() => undefined)
  return settled?.promoted ?? []
}

/** What is free now goes to the line, in one step, where nobody else is at it: that would hold others up. */
export const handOn = async (
  context: SeatContext,
  card: EventCard,
  seat: SeatCounter | undefined,
): Promise<number> => {
  if (!seat?.lined || isBusy(seat)) return 0
  return (await stepOn(context, card)).length
}

/** Takes somebody off an event whose row was read strongly, and hands their seats on where there is a line. */
export const takeOff = async (
  context: SeatContext,
  { card, row }: Own,
  names: readonly Who[],
  refuse: Refuse = () => undefined,
): Promise<{ promoted: number }> => {
  const look = () => rowNow(context.table, card, names)
  const left = await endRegistration(context, row, { card, look, refuse })
  return { promoted: await handOn(context, card, left.seat) }
}
