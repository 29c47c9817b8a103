import { fail } from '../../../lib/contract/failure.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard } from '../../events/index.ts'
import type { AttendeeKey } from '../attendee-key.ts'
import { NotRegistered } from '../contract/failures.ts'
import { type Claim, type SeatCounter, waitlistEntry } from '../repository.ts'
import { completePromotion } from '../seats/promotion.ts'
import { runQueued } from '../seats/request-queue.ts'
import {
  checksRows,
  claimAttempts,
  claimLeaving,
  claimOf,
  freeSeatsOfLeaver,
  hasMaxClaims,
  isAbandoned,
  isAbandonedSince,
  isRowOf,
  mayWriteRow,
  releaseClaim,
  removeClaim,
  removeCompletedClaims,
  takeOverClaim,
  timeField,
} from '../seats/seat-claim.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { answersRemoval } from './answers.ts'
import { helpSlowClaim } from './claim-completion.ts'

export type Departure = {
  readonly card: EventCard
  /** Strongly consistent. */
  readonly readRow: () => Promise<Attendee | undefined>
  /** Checks the current row and fails when it must remain. */
  readonly refuse: (row: Attendee | undefined) => void | Promise<void>
  /** Writes for the transaction of the removal. */
  readonly notify?: (row: Attendee) => readonly Write[]
}

/** The removed row and the counter afterwards. Without a counter, no seat was freed. */
export type DepartureResult = { readonly row: Attendee; readonly counter?: SeatCounter | undefined }

/** The row is unchanged, and its person has not registered again. */
const isUnchanged = ({ version, entryId }: Attendee): Condition<Attendee> =>
  entryId === undefined ? { equals: { version }, without: ['entryId'] } : { equals: { version, entryId } }

/** The removal of a row, which comes first, and of its waitlist entry and answers. */
const removalWrites = (row: Attendee, more: readonly Write[]): readonly Write[] => {
  const { eventId, place } = row
  return [
    remove(attendee, row, isUnchanged(row)),
    ...(place === undefined ? [] : [remove(waitlistEntry, { eventId, place })]),
    ...answersRemoval(row),
    ...more,
  ]
}

type Removal = 'removed' | 'refused' | 'unknown'

/** A single row needs no transaction, which costs twice as much. */
const removeRow = async (table: Table, row: Attendee, more: readonly Write[] = []): Promise<Removal> => {
  const writes = removalWrites(row, more)
  const outcome =
    writes.length > 1 ? await table.write(writes) : await table.remove(attendee, row, isUnchanged(row))
  if (outcome.ok) return 'removed'
  // A repeated delete may have met its own first attempt.
  return 'repeated' in outcome && outcome.repeated ? 'unknown' : 'refused'
}

const waitlistField = ({ status }: Attendee): Pick<Claim, 'waitlist'> =>
  status === 'waiting' ? { waitlist: true } : {}

const leavingClaim = (row: Attendee, { now, newId }: SeatContext): Claim => ({
  entryId: row.entryId ?? '',
  seats: row.guestCount,
  at: now().toISOString(),
  ...waitlistField(row),
  leaving: true,
  requestId: newId(),
})

/** The claim of an unchanged registration, which may still be open. */
const registrationClaim = (row: Attendee): Claim => {
  const { entryId = '', guestCount, registeredAt } = row
  return { entryId, seats: guestCount, ...timeField(entryId, registeredAt), ...waitlistField(row) }
}

/** Whether a claim releases exactly the seats of a row. */
const isClaimOfSeats = (claim: Claim, row: Attendee): boolean =>
  isRowOf(row, claim) &&
  claim.seats === row.guestCount &&
  claim.waitlist === (row.status === 'waiting' || undefined)

/** Attempts while another request continues the person's own claim. */
const ownClaimAttempts = 6

/** Handles the person's own open claim: returns it when this request may continue it, undefined to retry. */
const resolveOwnClaim = async (
  context: SeatContext,
  card: EventCard,
  row: Attendee,
  own: Claim,
  turn: number,
): Promise<Claim | undefined> => {
  const { table, now } = context
  if (isRowOf(row, own) && own.promoting) {
    await completePromotion(context, card, row, own)
    return undefined
  }
  if (isAbandoned(own, now())) {
    if (own.leaving && isClaimOfSeats(own, row)) return takeOverClaim(table, card, row, own, now())
    if (!own.leaving) await releaseClaim(table, card, row, own)
  }
  if (turn >= ownClaimAttempts) failUnavailable()
  return undefined
}

/** Claims the departure of a person whose row was read strongly. Undefined when the row must be read again first. */
const claimDeparture = async (
  context: SeatContext,
  card: EventCard,
  row: Attendee,
  earlier: Claim | undefined,
  turn: number,
): Promise<Claim | undefined> => {
  const { table } = context
  if (earlier && isClaimOfSeats(earlier, row)) return earlier
  const claim = leavingClaim(row, context)
  const result = await claimLeaving(table, card, row, claim, { own: earlier, left: registrationClaim(row) })
  if (result.ok) return claim
  const { counter } = result
  if (!counter) return undefined
  const own = claimOf(counter, row)
  if (own) {
    // The claim that a registration left behind ends with this one.
    const isLeftBehind = isRowOf(row, own) && !own.leaving && !own.promoting
    if (!isLeftBehind) return resolveOwnClaim(context, card, row, own, turn)
    return (await claimLeaving(table, card, row, claim, { own })).ok ? claim : undefined
  }
  if (hasMaxClaims(counter) && checksRows(turn)) {
    const open = await removeCompletedClaims(table, counter)
    await helpSlowClaim(context, card, open, claim.requestId ?? '', turn)
  }
  return undefined
}

/** A row remains while another request may still write it, because it would then have no seat. Fails with 503. */
const refuseHelped = ({ helpedAt: at }: Attendee, now: Date): void => {
  if (at !== undefined && !isAbandonedSince(Date.parse(at), now)) failUnavailable()
}

type DepartureClaim = {
  readonly claim: Claim
  readonly row: Attendee
  /** Created by this request, not taken over. */
  readonly isOwn: boolean
  readonly removal: Removal
}

/**
 * Removes a row from an event once no other request changes it. It claims the departure at the counter, removes the row
 * and its dependents, and releases the claimed seats. Each is a separate write, so that departures do not conflict.
 * Recovery completes interrupted departures (rules/attendance 17, rules/attendance 33). `first` was read strongly.
 * Three round trips. Fails with 404 `Registration not found`, with the failure of `refuse`, and with 503 while the
 * maximum of claims is open.
 */
export const endRegistration = async (
  context: SeatContext,
  first: Attendee | undefined,
  { card, readRow, refuse, notify = () => [] }: Departure,
): Promise<DepartureResult> => {
  const { table, now } = context
  let row = first
  let earlier: DepartureClaim | undefined
  const withdrawClaim = async (departure: DepartureClaim): Promise<void> => {
    await removeClaim(table, card, departure.row, departure.claim)
    earlier = undefined
  }
  const checkRow = async (): Promise<void> => {
    try {
      await refuse(row)
    } catch (error) {
      if (earlier) await withdrawClaim(earlier)
      throw error
    }
  }
  const attempt = async (turn: number): Promise<DepartureResult | typeof conflicted> => {
    if (turn > 0 || !row) row = await readRow()
    if (earlier && !isRowOf(row, earlier.claim)) {
      // Another request of the person came first, so this claim is withdrawn. When this request may have removed the
      // row itself, a recount decides.
      if (!earlier.isOwn || earlier.removal === 'unknown') return { row: earlier.row }
      await withdrawClaim(earlier)
    }
    await checkRow()
    if (!row) return fail(NotRegistered)
    refuseHelped(row, now())
    if (row.walkIn) return (await table.write(removalWrites(row, notify(row)))).ok ? { row } : conflicted
    const claim = await claimDeparture(context, card, row, earlier?.claim, turn)
    if (!claim) return turn + 1 < claimAttempts ? conflicted : failUnavailable()
    // After that time another request may have decided that the row remains.
    if (!mayWriteRow(claim, now())) return failUnavailable()
    const removal = await removeRow(table, row, notify(row))
    if (removal === 'removed') return { row, counter: await freeSeatsOfLeaver(table, card, row, claim) }
    earlier = { claim, row, removal, isOwn: claim.takenOverAt === undefined }
    return conflicted
  }
  return runQueued(table, card, () => table.retryOnConflict(attempt, { attempts: claimAttempts }))
}

/**
 * Completes an abandoned withdrawal. It removes the row and releases its seats, unless the person was checked in or
 * changed the row since. Returns false without a row: then only a recount shows whether the seats were released.
 */
export const completeLeaving = async (
  { table, now }: SeatContext,
  counter: SeatCounter,
  person: AttendeeKey,
  claim: Claim,
): Promise<boolean> => {
  const { eventId } = counter
  const { kind, personId } = person
  const row = await table.get(attendee, { eventId, kind, personId }, { strong: true })
  if (!isRowOf(row, claim)) return false
  const own = await takeOverClaim(table, counter, person, claim, now())
  if (!own) return true
  if (row.checkedIn || !isClaimOfSeats(own, row)) await removeClaim(table, counter, person, own)
  else if ((await removeRow(table, row)) === 'removed') await freeSeatsOfLeaver(table, counter, person, own)
  return true
}
