import { dueWrite } from '../../../lib/scheduled/task.ts'
import { type EventCard, eventCard } from '../../events/index.ts'
import { readKnown } from '../person.ts'
import { completeClaim } from '../registration/claim-completion.ts'
import { completeLeaving } from '../registration/departure.ts'
import type { SeatCounter } from '../repository.ts'
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
