import { timeOf } from '../../../lib/id.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Outcome, Table } from '../../../lib/table/table.ts'
import type { Change } from '../../../lib/table/write.ts'
import { type Attendee, attendee } from '../../events/index.ts'
import { nameOf, type Who, whoNamed } from '../person.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'

/** No more claims than these stand at one counter, so that it stays a small item. */
export const mostClaims = 25
/** A request goes on with its claim for no longer than this, in milliseconds. */
const ownMs = 10_000
/** After this nobody else goes on with a claim any more, so that it may be completed for them, in milliseconds. */
const abandonedMs = 30_000

/** The claim that somebody has at a counter. */
export const claimOf = (seat: SeatCounter | undefined, who: Who): Claim | undefined =>
  seat?.claims?.[nameOf(who)]

/** When a claim was made (ISO 8601): of a registration the gateway's time, which is the place in line. */
export const madeAt = ({ entryId, at }: Claim): string => at ?? new Date(timeOf(entryId)).toISOString()

/** The same as a part of a claim, left out where the id of its entry says it. */
export const momentOf = (entryId: string, at: string): Pick<Claim, 'at'> =>
  timeOf(entryId) === Date.parse(at) ? {} : { at }

const begunAt = (claim: Claim): number => Date.parse(claim.since ?? madeAt(claim))

const ageOf = (claim: Claim, now: Date): number => now.getTime() - begunAt(claim)

/** Whether whoever made a claim may still write its row: later somebody else may have given the seat back. */
export const isOwn = (claim: Claim, now: Date): boolean => ageOf(claim, now) <= ownMs

/** Whether what began at `at`, in milliseconds, is nobody's any more. */
export const isLongAgo = (at: number, now: Date): boolean => now.getTime() - at > abandonedMs
export const isAbandoned = (claim: Claim, now: Date): boolean => isLongAgo(begunAt(claim), now)

/** A request that is as old as this, in milliseconds, claims nothing any more: its row might come too late. */
const lateMs = 7000

export const isLate = (claim: Claim, now: Date): boolean => ageOf(claim, now) > lateMs

/** Whoever waits for others helps with registrations that began so long ago, in milliseconds. */
const slowMs = 2000
/** The same for somebody's own one, which a further request of theirs meets. */
const ownSlowMs = 500

/** Whether a registration may be helped on: it takes far less between its claim and its row. */
export const isSlow = (claim: Claim, now: Date, isOfAsker = false): boolean =>
  !claim.leaves && !claim.promotes && ageOf(claim, now) > (isOfAsker ? ownSlowMs : slowMs)

export type Claimed =
  | { readonly ok: true; readonly seat: SeatCounter }
  /** What stood there instead. */
  | { readonly ok: false; readonly seat: SeatCounter | undefined }

/**
 * Takes seats at a counter, or a place in its line, in one update of that item alone: updates of one item wait for each
 * other, where transactions on it refuse each other. The claim tells what the row, which is written next, is going to
 * be; `terms` of the counter are those that the person was judged by. A seat that was claimed is taken, whatever becomes of who claimed it (rules/attendance 8).
 */
export const claimSeat = async (
  table: Table,
  { eventId, k, capacity, terms }: SeatCounter,
  who: Who,
  claim: Claim,
): Promise<Claimed> => {
  const { line, seats } = claim
  const name = nameOf(who)
  const room = capacity === null ? {} : { below: { taken: capacity - seats + 1 } }
  const outcome = await table.update(
    seatCounter,
    { eventId, k },
    {
      add: { ...(line ? { waiting: 1 } : { taken: seats }), version: 1 },
      setEntries: { claims: { [name]: claim } },
    },
    {
      exists: true,
      equals: {
        open: true,
        lined: line === true,
        ...(line ? {} : { capacity }),
        ...(terms === undefined ? {} : { terms }),
      },
      ...(terms === undefined ? { without: ['terms'] } : {}),
      ...(line ? {} : room),
      withoutEntry: { claims: name },
      fewerEntries: { claims: mostClaims },
    },
  )
  if (outcome.ok && outcome.after) return { ok: true, seat: outcome.after }
  const found = outcome.ok ? undefined : outcome.found
  // An answer that was lost on the way: the update was sent twice, and has refused itself.
  const own = claimOf(found, who)?.entryId === claim.entryId
  return found && own ? { ok: true, seat: found } : { ok: false, seat: found }
}

type Place = Pick<SeatCounter, 'eventId' | 'k'>

/** Changes a counter while a claim stands in it as it was seen. */
const changeAt = (
  table: Table,
  { eventId, k }: Place,
  who: Who,
  claim: Claim,
  change: Change<SeatCounter>,
): Promise<Outcome<SeatCounter>> => {
  const held = { exists: true, entries: { claims: { [nameOf(who)]: claim } } } as const
  return table.update(seatCounter, { eventId, k }, change, held)
}

const removing = (who: Who) => ({ removeEntries: { claims: [nameOf(who)] } })

/** Takes back what a claim did to its counter, unless somebody else has dealt with it. */
export const handBack = async (table: Table, place: Place, who: Who, claim: Claim): Promise<void> => {
  const taken = claim.line ? { waiting: -1 } : { taken: -claim.seats }
  const add = { ...taken, ...(claim.promotes ? { waiting: 1 } : {}), version: 1 }
  await changeAt(table, place, who, claim, { add, ...removing(who) })
}

/** Removes a claim that has nothing left to do. */
export const dropClaim = async (table: Table, place: Place, who: Who, claim: Claim): Promise<void> => {
  await changeAt(table, place, who, claim, removing(who))
}

/**
 * Gives back what somebody had whose row was just removed, together with the claim by which they leave: once, whoever
 * does. The version tells of the line alone, so that seats that are freed disturb nobody who promotes. Answers the
 * counter as it is then.
 */
export const freeLeft = async (
  table: Table,
  place: Place,
  who: Who,
  claim: Claim,
): Promise<SeatCounter | undefined> => {
  const add = claim.line ? { waiting: -1, version: 1 } : { taken: -claim.seats }
  const outcome = await changeAt(table, place, who, claim, { add, ...removing(who) })
  return outcome.ok ? outcome.after : undefined
}

/**
 * Says at a counter that somebody leaves, in one update of that item alone, before their row is removed. `own` is the claim
 * that they have there and that ends by it; without one, what their registration may have left behind (`left`) does.
 */
export const claimLeaving = async (
  table: Table,
  place: Place,
  who: Who,
  claim: Claim,
  { own, left }: { readonly own?: Claim | undefined; readonly left?: Claim },
): Promise<Claimed> => {
  const { eventId, k } = place
  const name = nameOf(who)
  const change = { setEntries: { claims: { [name]: claim } } }
  const outcome = own
    ? await changeAt(table, place, who, own, change)
    : await table.update(seatCounter, { eventId, k }, change, {
        exists: true,
        ...(left ? { entriesOrGone: { claims: { [name]: left } } } : { withoutEntry: { claims: name } }),
        fewerEntries: { claims: mostClaims },
      })
  if (outcome.ok && outcome.after) return { ok: true, seat: outcome.after }
  const found = outcome.ok ? undefined : outcome.found
  const there = claimOf(found, who)
  // An answer that was lost on the way.
  const isMade = there?.by !== undefined && there.by === claim.by
  return found && isMade ? { ok: true, seat: found } : { ok: false, seat: found }
}

/** Takes a claim over from whoever made it, who can neither give it back nor go on with it from then on. */
export const takeOver = async (
  table: Table,
  place: Place,
  who: Who,
  claim: Claim,
  now: Date,
): Promise<Claim | undefined> => {
  const taken: Claim = { ...claim, since: now.toISOString() }
  const change = { setEntries: { claims: { [nameOf(who)]: taken } } }
  return (await changeAt(table, place, who, claim, change)).ok ? taken : undefined
}

export type OpenClaim = {
  readonly k: string
  readonly who: Who
  readonly claim: Claim
  readonly row: Attendee | undefined
}

/** The claims of a counter with the rows of their people, as these are now. */
export const claimsOf = async (table: Table, seat: SeatCounter): Promise<readonly OpenClaim[]> => {
  const { eventId, k: partition } = seat
  const claims = Object.entries(seat.claims ?? {}).map(([name, claim]) => ({
    k: partition,
    who: whoNamed(name),
    claim,
  }))
  if (claims.length === 0) return []
  const rows = await table.batchGet(
    claims.map(({ who }) => key(attendee, { eventId, partition, ...who })),
    { strong: true },
  )
  return claims.map((one, at) => ({ ...one, row: rows[at] as Attendee | undefined }))
}

/** Whether a row is the one that a claim is about. */
export const isOf = (row: Attendee | undefined, { entryId }: Pick<Claim, 'entryId'>): row is Attendee =>
  row !== undefined && (row.entryId ?? '') === entryId

/** Whether a claim has nothing left to do. Whoever leaves ends their own. */
const isStanding = ({ claim, row }: OpenClaim): boolean =>
  !claim.leaves && isOf(row, claim) && (!claim.promotes || row.status === 'attending')

/** Removes claims that have nothing left to do, all in one update unless one is another by then. */
export const dropClaims = async (
  table: Table,
  { eventId, k }: Place,
  claims: Readonly<Record<string, Claim>>,
): Promise<void> => {
  const change = { removeEntries: { claims: Object.keys(claims) } }
  await table.update(seatCounter, { eventId, k }, change, { exists: true, entriesOrGone: { claims } })
}

/**
 * Removes the claims of a counter whose rows stand, all in one update unless one is another by then, and answers the
 * others. Their seats stay taken, for the rows count from now on.
 */
export const clearClaims = async (table: Table, seat: SeatCounter): Promise<readonly OpenClaim[]> => {
  const all = await claimsOf(table, seat)
  const standing = all.filter(isStanding)
  if (standing.length > 0)
    await dropClaims(table, seat, Object.fromEntries(standing.map(({ who, claim }) => [nameOf(who), claim])))
  return all.filter((one) => !isStanding(one))
}
