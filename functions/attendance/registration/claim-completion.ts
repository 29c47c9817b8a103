import type { WriteResult } from '../../../lib/table/transact.ts'
import { update } from '../../../lib/table/write.ts'
import { attendee, type EventCard, isLive } from '../../events/index.ts'
import {
  type AttendeeKey,
  type AttendeeRecords,
  attendeeIdOf,
  readAttendeeRecords,
  rowKey,
} from '../attendee-key.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import {
  claimTime,
  isRowOf,
  isSlow,
  mayWriteRow,
  type OpenClaim,
  releaseClaim,
  removeClaim,
  takeOverClaim,
} from '../seats/seat-claim.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { findAffiliationChecks } from './admission.ts'
import { type FormAnswers, noAnswers } from './answers.ts'
import { claimedStep, type RegistrationRequest } from './registration-plan.ts'
import { isWritten, writeRow } from './row-writes.ts'

type PersonClaim = { readonly person: AttendeeKey; readonly claim: Claim }

/** Rebuilds the request of a claim; undefined when the person may no longer register. */
const requestOf = async (
  { table }: SeatContext,
  card: EventCard | undefined,
  { person, claim }: PersonClaim,
  known: AttendeeRecords,
  answers: FormAnswers,
): Promise<RegistrationRequest | undefined> => {
  const isKnown = known.user !== undefined || known.guest !== undefined
  const affiliationChecks =
    card && isLive(card) && isKnown ? await findAffiliationChecks(table, card, person) : undefined
  const { entryId, seats: guestCount } = claim
  return (
    card &&
    affiliationChecks && {
      card,
      person,
      affiliationChecks,
      guestCount,
      answers,
      entryId,
      at: claimTime(claim),
    }
  )
}

/**
 * Writes the row of a slow or abandoned claim, in one transaction with a change of the claim. The claiming request can
 * then release nothing, and finds the row. The row cannot be removed while that request may still write. Any request
 * may do this at any time; a refusal changes nothing. Only the claiming request has the form answers: without
 * `answers`, an event with a form is left to it.
 */
export const helpClaim = async (
  context: SeatContext,
  card: EventCard,
  { person, claim }: PersonClaim,
  known: AttendeeRecords,
  answers?: FormAnswers,
): Promise<WriteResult | undefined> => {
  if (card.registrationFormId !== undefined && answers === undefined) return undefined
  const request = await requestOf(context, card, { person, claim }, known, answers ?? noAnswers)
  if (!request) return undefined
  const name = attendeeIdOf(person)
  const helpedAt = context.now().toISOString()
  const change = { setEntries: { claims: { [name]: { ...claim, takenOverAt: helpedAt } } } }
  const isUnchanged = { exists: true, entries: { claims: { [name]: claim } } } as const
  return context.table.write([
    ...claimedStep({ ...request, helpedAt }, { known }, claim.waitlist).writes,
    update(seatCounter, { eventId: card.eventId }, change, isUnchanged),
  ])
}

/**
 * Finds out whether a row was written when the response was lost. Usually it was. Other requests change the counter
 * meanwhile, so no transaction includes it before this is known.
 */
export const resolveUnanswered = async (
  context: SeatContext,
  card: EventCard,
  claimed: PersonClaim,
  known: AttendeeRecords,
  answers: FormAnswers,
): Promise<WriteResult | undefined> => {
  const row = await context.table.get(attendee, rowKey(card, claimed.person), { strong: true })
  return isRowOf(row, claimed.claim) ? { ok: true } : helpClaim(context, card, claimed, known, answers)
}

/** Helps one slow registration that blocks others. `turn` and `requestId` spread the helpers over the claims. */
export const helpSlowClaim = async (
  context: SeatContext,
  card: EventCard,
  open: readonly OpenClaim[],
  requestId: string,
  turn: number,
): Promise<void> => {
  const slow = open.filter(({ claim, row }) => !row && isSlow(claim, context.now()))
  const one = slow[(requestId.charCodeAt(requestId.length - 1) + turn) % slow.length]
  if (one) await helpClaim(context, card, one, await readAttendeeRecords(context.table, one.person))
}

/**
 * Completes an abandoned claim: writes its row, without form answers unless answers exist. Claimed seats are not
 * reassigned before, because the request may only be slow. They are released when the person may no longer register or
 * is registered already (rules/attendance 33).
 */
export const completeClaim = async (
  context: SeatContext,
  card: EventCard | undefined,
  counter: Pick<SeatCounter, 'eventId'>,
  { person, claim }: PersonClaim,
  known: AttendeeRecords,
  answers: FormAnswers = noAnswers,
): Promise<void> => {
  const { table, now } = context
  const own = await takeOverClaim(table, counter, person, claim, now())
  if (!own) return
  const request = await requestOf(context, card, { person, claim: own }, known, answers)
  if (!request) {
    await releaseClaim(table, counter, person, own)
    return
  }
  if (!mayWriteRow(own, now())) return
  const written = await writeRow(table, claimedStep(request, { known }, own.waitlist))
  if (isWritten(written, own)) await removeClaim(table, counter, person, own)
  else await releaseClaim(table, counter, person, own)
}
