import type { Table } from '../../../lib/table/table.ts'
import type { Written } from '../../../lib/table/transact.ts'
import { type Attendee, attendee, type EventCard, isLive } from '../../events/index.ts'
import type { Known, Who } from '../person.ts'
import type { Claim, SeatCounter } from '../repository.ts'
import { dropClaim, handBack, takeOver } from '../seats/claims.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { findBelonging } from './admission.ts'
import { type Answered, nothingAnswered } from './answers.ts'
import { claimedStep, type Step, type Wish } from './seat-choice.ts'

/** A row and what goes with it; alone it needs no transaction, which would cost twice as much. */
export const writeRow = async (table: Table, { writes, row }: Step): Promise<Written> => {
  if (writes.length > 1 || !row) return table.write(writes)
  const outcome = await table.put(attendee, row, { absent: true })
  return outcome.ok ? { ok: true } : { ok: false, failed: [0], found: [outcome.found] }
}

/** Whether a refused row stands all the same: an answer was lost, or somebody else has completed the claim. */
export const isThere = (written: Written, { entryId }: Claim): boolean =>
  written.ok || (written.found[0] as Attendee | undefined)?.entryId === entryId

/**
 * Completes a claim that was left behind: writes its row as it would have been, without answers to a form unless there are
 * some now. Seats that were claimed are never given to others meanwhile, for whoever claimed them may only be slow. They
 * are handed back where the person cannot stand on the event any more, or already does (rules/attendance 33).
 */
export const completeClaim = async (
  context: SeatContext,
  card: EventCard | undefined,
  seat: SeatCounter,
  { who, claim }: { readonly who: Who; readonly claim: Claim },
  known: Known,
  answered: Answered = nothingAnswered,
): Promise<void> => {
  const { table, now } = context
  const held = await takeOver(table, seat, who, claim, now())
  if (!held) return
  const { entryId, at, seats: guestCount } = held
  const isKnown = known.user !== undefined || known.guest !== undefined
  const belongs = card && isLive(card) && isKnown ? await findBelonging(table, card, who) : undefined
  if (!card || !belongs) {
    await handBack(table, seat, who, held)
    return
  }
  const wish: Wish = { card, who, belongs, guestCount, answered, entryId, at }
  const written = await writeRow(table, claimedStep(wish, { known }, held.line && seat.k))
  if (isThere(written, held)) await dropClaim(table, seat, who, held)
  else await handBack(table, seat, who, held)
}
