import type { Write } from '../../../lib/table/write.ts'
import type { EventCard } from '../../events/index.ts'
import { nameOf } from '../person.ts'
import type { LineEntry, SeatCounter } from '../repository.ts'
import { claimOf } from './claims.ts'
import { turnWrites } from './promotion-claims.ts'
import {
  changeSeat,
  type Ending,
  endOf,
  seatingWrites,
  sumOf,
  type Transfer,
  transferWrites,
} from './seats.ts'
import type { SeatContext } from './snapshot.ts'

/** What a registration has left behind goes with the promotion; nobody is promoted who is about to leave. */
const endingOf = (entry: LineEntry, own: SeatCounter): Ending => ({
  name: nameOf(entry),
  claim: claimOf(own, entry),
})

/** The writes of one promotion, in one transaction: it fails when a seat, or the person, is gone by then. */
export const promotionWrites = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  own: SeatCounter,
  transfers: readonly Transfer[],
): readonly Write[] => [
  ...turnWrites(context, card, entry, 'organizer'),
  ...seatingWrites(own, entry.guestCount, transfers, {
    waiting: -1,
    when: { lined: true },
    ending: endingOf(entry, own),
  }),
]

/** Seats somebody whether or not there is room: what others can spare is used first. */
export const forcedWrites = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  own: SeatCounter,
  transfers: readonly Transfer[],
): readonly Write[] => {
  const add = { taken: entry.guestCount, waiting: -1, capacity: sumOf(transfers) }
  const { change, condition } = endOf(endingOf(entry, own))
  return [
    ...turnWrites(context, card, entry, 'organizer'),
    changeSeat(own, { add, ...change }, { equals: { capacity: own.capacity, lined: true }, ...condition }),
    ...transferWrites(transfers),
  ]
}
