import { fail } from '../../../lib/contract/failure.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard } from '../../events/index.ts'
import { NotRegistered } from '../contract/failures.ts'
import type { Who } from '../person.ts'
import { type Claim, lineEntry, type SeatCounter, seatCounter } from '../repository.ts'
import {
  claimLeaving,
  claimOf,
  clearClaims,
  dropClaim,
  freeLeft,
  handBack,
  isAbandoned,
  isLongAgo,
  isOf,
  isOwn,
  momentOf,
  takeOver,
} from '../seats/claims.ts'
import { crowdedTries, isCrowded, looksAtAll } from '../seats/crowded-claims.ts'
import { finishPromotion } from '../seats/promotion-claims.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { unanswered } from './answers.ts'
import { helpOne } from './claim-completion.ts'

export type Leaving = {
  readonly card: EventCard
  /** The row as it is now. */
  readonly look: () => Promise<Attendee | undefined>
  /** Judges the row as it is by then, and fails where it has to stay. */
  readonly refuse: (row: Attendee | undefined) => void | Promise<void>
  /** What is written together with the removal. */
  readonly told?: (row: Attendee) => readonly Write[]
}

/** Who has left, and their counter after it. Nothing is freed where they had no seat. */
export type Left = { readonly row: Attendee; readonly seat?: SeatCounter | undefined }

/** A row is the same while nobody has changed it, and nobody has come back. */
const asRead = ({ version, entryId }: Attendee): Condition<Attendee> =>
  entryId === undefined ? { equals: { version }, without: ['entryId'] } : { equals: { version, entryId } }

/** All that goes with a row, which comes first: a place in line, answers. All of it is the person's own. */
const removalWrites = (row: Attendee, told: readonly Write[]): readonly Write[] => {
  const { eventId, place } = row
  return [
    remove(attendee, row, asRead(row)),
    ...(place === undefined ? [] : [remove(lineEntry, { eventId, place })]),
    ...unanswered(row),
    ...told,
  ]
}

type Removed = 'removed' | 'refused' | 'unknown'

/** Alone it needs no transaction, which would cost twice as much. */
const removeRow = async (table: Table, row: Attendee, told: readonly Write[] = []): Promise<Removed> => {
  const writes = removalWrites(row, told)
  const outcome =
    writes.length > 1 ? await table.write(writes) : await table.remove(attendee, row, asRead(row))
  if (outcome.ok) return 'removed'
  // Asked twice it may have met what it did itself.
  return 'repeated' in outcome && outcome.repeated ? 'unknown' : 'refused'
}

const leavingClaim = (
  { entryId = '', guestCount, status }: Attendee,
  { now, newId }: SeatContext,
): Claim => ({
  entryId,
  seats: guestCount,
  at: now().toISOString(),
  ...(status === 'waiting' ? { line: true as const } : {}),
  leaves: true,
  by: newId(),
})

/** The claim of a registration that nobody has changed since, which may still stand at the counter. */
const leftBehind = ({ entryId = '', guestCount, registeredAt, status }: Attendee): Claim => ({
  entryId,
  seats: guestCount,
  ...momentOf(entryId, registeredAt),
  ...(status === 'waiting' ? { line: true as const } : {}),
})

/** Whether a claim gives back what a row has. */
const isFor = (claim: Claim, row: Attendee): boolean =>
  isOf(row, claim) && claim.seats === row.guestCount && claim.line === (row.status === 'waiting' || undefined)

const placeOf = ({ eventId, partition: k }: Attendee) => ({ eventId, k })

/** Tries of somebody who meets a claim of their own that somebody else goes on with. */
const pendingTries = 6

/** Somebody meets a claim of their own: the same one again where they may go on with it, undefined after what helps. */
const meet = async (
  context: SeatContext,
  card: EventCard,
  row: Attendee,
  own: Claim,
  turn: number,
): Promise<Claim | undefined> => {
  const { table, now } = context
  if (isOf(row, own) && own.promotes) {
    await finishPromotion(context, card, placeOf(row), row, own)
    return undefined
  }
  if (isAbandoned(own, now())) {
    if (own.leaves && isFor(own, row)) return takeOver(table, placeOf(row), row, own, now())
    if (!own.leaves) await handBack(table, placeOf(row), row, own)
  }
  if (turn >= pendingTries) failUnavailable()
  return undefined
}

/** Claims that somebody leaves whose row was read strongly. Undefined where another look is needed first. */
const hold = async (
  context: SeatContext,
  card: EventCard,
  row: Attendee,
  held: Claim | undefined,
  turn: number,
): Promise<Claim | undefined> => {
  const { table } = context
  if (held && isFor(held, row)) return held
  const place = placeOf(row)
  const claim = leavingClaim(row, context)
  const claimed = await claimLeaving(table, place, row, claim, { own: held, left: leftBehind(row) })
  if (claimed.ok) return claim
  const { seat } = claimed
  if (!seat) return undefined
  if (!seat.claims) {
    await table.update(seatCounter, place, { set: { claims: {} } }, { without: ['claims'] })
    return undefined
  }
  const own = claimOf(seat, row)
  if (own) {
    // What a registration has left behind ends with it.
    const ends = isOf(row, own) && !own.leaves && !own.promotes
    if (!ends) return meet(context, card, row, own, turn)
    return (await claimLeaving(table, place, row, claim, { own })).ok ? claim : undefined
  }
  if (isCrowded(seat) && looksAtAll(turn))
    await helpOne(context, card, seat, await clearClaims(table, seat), claim.by ?? '', turn)
  return undefined
}

/** Nobody leaves while another request might still write the row: it would stand without a seat. Fails with 503. */
const refuseHelped = ({ helpedAt: at }: Attendee, now: Date): void => {
  if (at !== undefined && !isLongAgo(Date.parse(at), now)) failUnavailable()
}

type Held = {
  readonly claim: Claim
  readonly row: Attendee
  /** Made by this request, and not taken over from another. */
  readonly isOwn: boolean
  readonly went: Removed
}

/**
 * Takes a row off an event, as soon as nobody else changes it: says at the counter that its person leaves, removes the row
 * and what goes with it, and gives back what the claim tells. Each of these is written alone, so that nobody who
 * leaves refuses anybody else; what breaks off between them is completed by the look at old claims (rules/attendance 17,
 * rules/attendance 33). `first` was read strongly. Three round trips. Fails with 404 `Registration not found`, with what
 * `refuse` says, and with 503 while too many claims are open.
 */
export const endRegistration = async (
  context: SeatContext,
  first: Attendee | undefined,
  { card, look, refuse, told = () => [] }: Leaving,
): Promise<Left> => {
  const { table, now } = context
  let row = first
  let held: Held | undefined
  const drop = async ({ claim, row: its }: Held): Promise<void> => {
    await dropClaim(table, placeOf(its), its, claim)
    held = undefined
  }
  const judge = async (): Promise<void> => {
    try {
      await refuse(row)
    } catch (error) {
      if (held) await drop(held)
      throw error
    }
  }
  const attempt = async (turn: number): Promise<Left | typeof lost> => {
    if (turn > 0 || !row) row = await look()
    if (held && !isOf(row, held.claim)) {
      // Who has come too late, after another request of the same person, takes the claim back. Who may have removed the
      // row leaves it to a recount.
      if (!held.isOwn || held.went === 'unknown') return { row: held.row }
      await drop(held)
    }
    await judge()
    if (!row) return fail(NotRegistered)
    refuseHelped(row, now())
    if (row.walkIn) return (await table.write(removalWrites(row, told(row)))).ok ? { row } : lost
    const claim = await hold(context, card, row, held?.claim, turn)
    if (!claim) return turn + 1 < crowdedTries ? lost : failUnavailable()
    // Later somebody else may have found that the row has to stay.
    if (!isOwn(claim, now())) return failUnavailable()
    const went = await removeRow(table, row, told(row))
    if (went === 'removed') return { row, seat: await freeLeft(table, placeOf(row), row, claim) }
    held = { claim, row, went, isOwn: claim.since === undefined }
    return lost
  }
  return table.retryOnConflict(attempt, { attempts: crowdedTries })
}

/**
 * Completes what somebody who left has left behind: removes their row unless they have come, or changed it, meanwhile, and
 * gives back what they had. False where their row is not there: whether what they had was given back a recount tells.
 */
export const completeLeaving = async (
  { table, now }: SeatContext,
  seat: SeatCounter,
  who: Who,
  claim: Claim,
): Promise<boolean> => {
  const { eventId, k: partition } = seat
  const row = await table.get(attendee, { eventId, partition, ...who }, { strong: true })
  if (!isOf(row, claim)) return false
  const held = await takeOver(table, seat, who, claim, now())
  if (!held) return true
  if (row.checkedIn || !isFor(held, row)) await dropClaim(table, seat, who, held)
  else if ((await removeRow(table, row)) === 'removed') await freeLeft(table, seat, who, held)
  return true
}
