import type { Written } from '../../../lib/table/transact.ts'
import { update } from '../../../lib/table/write.ts'
import { attendee, type EventCard, isLive } from '../../events/index.ts'
import { type Known, nameOf, readKnown, rowKey, type Who } from '../person.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import {
  dropClaim,
  handBack,
  isOf,
  isOwn,
  isSlow,
  madeAt,
  type OpenClaim,
  takeOver,
} from '../seats/claims.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { findBelonging } from './admission.ts'
import { type Answered, nothingAnswered } from './answers.ts'
import { isThere, writeRow } from './row-writes.ts'
import { claimedStep, type Wish } from './seat-choice.ts'

type Held = { readonly who: Who; readonly claim: Claim }

/** What a claim asked for, as far as its person can stand on the event; undefined otherwise. */
const wishOf = async (
  { table }: SeatContext,
  card: EventCard | undefined,
  { who, claim }: Held,
  known: Known,
  answered: Answered,
): Promise<Wish | undefined> => {
  const isKnown = known.user !== undefined || known.guest !== undefined
  const belongs = card && isLive(card) && isKnown ? await findBelonging(table, card, who) : undefined
  const { entryId, seats: guestCount } = claim
  const at = madeAt(claim)
  return card && belongs && { card, who, belongs, guestCount, answered, entryId, at }
}

/**
 * Writes the row of a claim whose request is slow or gone, in one transaction with a change of the claim: whoever made it can
 * give it back no more, and finds the row, which stays until that request can write nothing any more. So it may be done
 * at any time, by anybody, and nothing happens where it is refused. Only answers to a form are that request's alone:
 * without some, an event with a form is left to it.
 */
export const helpClaim = async (
  context: SeatContext,
  card: EventCard,
  { eventId, k }: SeatCounter,
  { who, claim }: Held,
  known: Known,
  answered?: Answered,
): Promise<Written | undefined> => {
  if (card.registrationFormId !== undefined && answered === undefined) return undefined
  const wish = await wishOf(context, card, { who, claim }, known, answered ?? nothingAnswered)
  if (!wish) return undefined
  const name = nameOf(who)
  const helpedAt = context.now().toISOString()
  const change = { setEntries: { claims: { [name]: { ...claim, since: helpedAt } } } }
  return context.table.write([
    ...claimedStep({ ...wish, helpedAt }, { known }, claim.line && k).writes,
    update(seatCounter, { eventId, k }, change, { exists: true, entries: { claims: { [name]: claim } } }),
  ])
}

/**
 * Goes on where nobody has answered whether a row was written: it mostly stands. Others touch the counter at the same time, so
 * it stands in no transaction before that is known.
 */
export const finishUnanswered = async (
  context: SeatContext,
  card: EventCard,
  seat: SeatCounter,
  held: Held,
  known: Known,
  answered: Answered,
): Promise<Written | undefined> => {
  const row = await context.table.get(attendee, rowKey(card, held.who), { strong: true })
  return isOf(row, held.claim) ? { ok: true } : helpClaim(context, card, seat, held, known, answered)
}

/** Helps one registration that holds others up: another one in each `turn`, and for each `asker`. */
export const helpOne = async (
  context: SeatContext,
  card: EventCard,
  seat: SeatCounter,
  open: readonly OpenClaim[],
  asker: string,
  turn: number,
): Promise<void> => {
  const slow = open.filter(({ claim, row }) => !row && isSlow(claim, context.now()))
  const one = slow[(asker.charCodeAt(asker.length - 1) + turn) % slow.length]
  if (one) await helpClaim(context, card, seat, one, await readKnown(context.table, one.who))
}

/**
 * Completes a claim that was left behind: writes its row as it would have been, without answers to a form unless there are
 * some now. Seats that were claimed are never given to others meanwhile, for whoever claimed them may only be slow. They
 * are handed back where the person cannot stand on the event any more, or already does (rules/attendance 33).
 */
export const completeClaim = async (
  context: SeatContext,
  card: EventCard | undefined,
  seat: SeatCounter,
  { who, claim }: Held,
  known: Known,
  answered: Answered = nothingAnswered,
): Promise<void> => {
  const { table, now } = context
  const held = await takeOver(table, seat, who, claim, now())
  if (!held) return
  const wish = await wishOf(context, card, { who, claim: held }, known, answered)
  if (!wish) {
    await handBack(table, seat, who, held)
    return
  }
  if (!isOwn(held, now())) return
  const written = await writeRow(table, claimedStep(wish, { known }, held.line && seat.k))
  if (isThere(written, held)) await dropClaim(table, seat, who, held)
  else await handBack(table, seat, who, held)
}
