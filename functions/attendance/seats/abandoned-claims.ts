import { dueWrite } from '../../../lib/scheduled/task.ts'
import { type EventCard, eventCard } from '../../events/index.ts'
import { readKnown, type Who } from '../person.ts'
import { completeClaim } from '../registration/claim-completion.ts'
import { completeLeaving } from '../registration/departure.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import { claimsCheck } from '../scheduled-tasks.ts'
import { clearClaims, handBack, isAbandoned, type OpenClaim } from './claims.ts'
import { settle } from './line.ts'
import { finishPromotion } from './promotion-claims.ts'
import { recount } from './recount.ts'
import { readSeats, type SeatContext } from './snapshot.ts'

const resolve = async (
  context: SeatContext,
  card: EventCard,
  seat: SeatCounter,
  { who, claim, row }: OpenClaim,
): Promise<void> => {
  if (claim.leaves) await completeLeaving(context, seat, who, claim)
  else if (claim.promotes) await finishPromotion(context, card, seat, who, claim)
  else if (row) await handBack(context.table, seat, who, claim)
  else await completeClaim(context, card, seat, { who, claim }, await readKnown(context.table, who))
}

/**
 * Ends a leaving claim that its own person meets when they register again. Where its row is gone, whether what it had was given
 * back only a recount tells, which waits while others are about to do something.
 */
export const endLeaving = async (
  context: SeatContext,
  seat: SeatCounter,
  who: Who,
  claim: Claim,
): Promise<void> => {
  const { table, now } = context
  if (await completeLeaving(context, seat, who, claim)) return
  await clearClaims(table, seat)
  const { eventId, k } = seat
  const counter = await table.get(seatCounter, { eventId, k }, { strong: true })
  if (counter) await recount(table, counter, now())
}

/** Steps of the line behind a look: whoever waited behind a claim, or for the seat that it held. */
const steps = 12

/**
 * Looks at the claims of an event once nobody goes on with them any more: those whose rows stand are removed, those that
 * somebody left behind are completed. It is due once more while any stand: too young ones,
 * or others that came meanwhile.
 */
export const sweepClaims = async (eventId: string, context: SeatContext): Promise<void> => {
  const { table, now } = context
  const card = await table.get(eventCard, { eventId }, { strong: true })
  if (!card || card.seatCounters === 0) return
  for (const seat of await readSeats(table, card)) {
    for (const open of await clearClaims(table, seat)) {
      if (isAbandoned(open.claim, now())) await resolve(context, card, seat, open)
    }
  }
  for (const seat of await readSeats(table, card)) await recount(table, seat, now())
  await settle(context, card, steps)
  const left = (await readSeats(table, card)).some(({ claims = {} }) => Object.keys(claims).length > 0)
  if (left) await table.write([dueWrite(context, claimsCheck(eventId, now()))])
}
