import { timeOf } from '../../../lib/id.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Outcome, Table } from '../../../lib/table/table.ts'
import type { Change } from '../../../lib/table/write.ts'
import { type Attendee, attendee } from '../../events/index.ts'
import { type AttendeeKey, attendeeIdOf, attendeeKeyFrom } from '../attendee-key.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import { claimsIn, hasRoom } from './seat-counter.ts'

/** The maximum of open claims on a counter, which keeps it a small item. */
export const maxClaims = 25
/** Time in which a request may write the row of its claim, in milliseconds. */
const claimantMs = 10_000
/** After this time no request writes the row of a claim, in milliseconds. Recovery may then complete the claim. */
const abandonedMs = 30_000
/** A request older than this may not claim, in milliseconds: its row might be too late. */
const lateMs = 7000
/** A registration older than this is slow, in milliseconds. Requests that wait for it help it. */
const slowMs = 2000
/** The same for the person's own next request. */
const ownSlowMs = 500

type Event = Pick<SeatCounter, 'eventId'>

export const claimOf = (counter: SeatCounter | undefined, person: AttendeeKey): Claim | undefined =>
  counter?.claims[attendeeIdOf(person)]

/**
 * When a claim was made (ISO 8601). For a registration it is the gateway's time, which decides the place on the
 * waitlist.
 */
export const claimTime = ({ entryId, at }: Claim): string => at ?? new Date(timeOf(entryId)).toISOString()

/** The claim's time field, omitted when the entry id contains it. */
export const timeField = (entryId: string, at: string): Pick<Claim, 'at'> =>
  timeOf(entryId) === Date.parse(at) ? {} : { at }

const startOf = (claim: Claim): number => Date.parse(claim.takenOverAt ?? claimTime(claim))

const ageOf = (claim: Claim, now: Date): number => now.getTime() - startOf(claim)

/** Whether the claiming request may still write the row. After that, another request may have released the seats. */
export const mayWriteRow = (claim: Claim, now: Date): boolean => ageOf(claim, now) <= claimantMs

/** Whether every request that ran at `at` (milliseconds) has ended. */
export const isAbandonedSince = (at: number, now: Date): boolean => now.getTime() - at > abandonedMs

export const isAbandoned = (claim: Claim, now: Date): boolean => isAbandonedSince(startOf(claim), now)

/** Whether a registration may be helped. A normal one writes its row much sooner. */
export const isSlow = (claim: Claim, now: Date, isOwn = false): boolean =>
  !claim.leaving && !claim.promoting && ageOf(claim, now) > (isOwn ? ownSlowMs : slowMs)

/** Attempts while the maximum of claims is open. Each claim ends within milliseconds. */
export const claimAttempts = 30
/** Most claims are removed by their own request, so others check for completed ones only every few attempts. */
const attemptsPerCheck = 4
/** From this number of open claims, every third claiming request removes completed ones. */
const manyClaims = 6
const claimsPerCheck = 3

/** Whether this attempt reads the rows of all claims. */
export const checksRows = (turn: number): boolean => turn % attemptsPerCheck === attemptsPerCheck - 1

export const hasMaxClaims = (counter: SeatCounter): boolean => claimsIn(counter).length >= maxClaims

export type ClaimResult =
  | { readonly ok: true; readonly counter: SeatCounter }
  /** The counter that was found. */
  | { readonly ok: false; readonly counter: SeatCounter | undefined }

/**
 * The first waiting person opens a waitlist. When the event offers none, the next seated person closes an empty one.
 */
const waitlistChange = (
  { hasWaitlist, capacity, taken }: SeatCounter,
  waitlist: boolean,
): { readonly set?: Pick<SeatCounter, 'hasWaitlist'>; readonly equals: Partial<SeatCounter> } => {
  if (hasWaitlist === waitlist) return { equals: { hasWaitlist } }
  if (waitlist) return { set: { hasWaitlist: true }, equals: { hasWaitlist, capacity, taken } }
  return { set: { hasWaitlist: false }, equals: { hasWaitlist, waiting: 0 } }
}

/**
 * Takes seats, or a waitlist place, in one update of the counter. Updates of one item queue, whereas transactions on it
 * are cancelled. The claim names the row to write next. The counter's `terms` must match those that the request was
 * checked against. Claimed seats remain taken, whatever happens to the request (rules/attendance 8).
 */
const claimOnce = async (
  table: Table,
  counter: SeatCounter,
  person: AttendeeKey,
  claim: Claim,
): Promise<ClaimResult> => {
  const { eventId, terms } = counter
  const { waitlist = false, seats } = claim
  const name = attendeeIdOf(person)
  const { set, equals } = waitlistChange(counter, waitlist)
  const room = waitlist ? undefined : hasRoom(counter, seats)
  const outcome = await table.update(
    seatCounter,
    { eventId },
    {
      ...(set ? { set } : {}),
      add: { ...(waitlist ? { waiting: 1 } : { taken: seats }), version: 1 },
      setEntries: { claims: { [name]: claim } },
    },
    {
      exists: true,
      ...room,
      equals: { open: true, ...equals, ...room?.equals, ...(terms === undefined ? {} : { terms }) },
      ...(terms === undefined ? { without: ['terms'] } : {}),
      withoutEntry: { claims: name },
      fewerEntries: { claims: maxClaims },
    },
  )
  if (outcome.ok && outcome.after) return { ok: true, counter: outcome.after }
  const found = outcome.ok ? undefined : outcome.found
  // The response was lost: the update was sent twice, and the second one met the first.
  const isMade = claimOf(found, person)?.entryId === claim.entryId
  return found && isMade ? { ok: true, counter: found } : { ok: false, counter: found }
}

/**
 * Claims seats or a waitlist place. While the maximum of claims is open, it retries after random pauses. `help`
 * receives claims without a row whenever rows are read. Fails with 503 when the request is too old to claim.
 */
export const claimSeat = (
  table: Table,
  counter: SeatCounter,
  person: AttendeeKey,
  claim: Claim,
  now: () => Date,
  help: (open: readonly OpenClaim[], turn: number) => Promise<void>,
): Promise<ClaimResult> =>
  table.retryOnConflict(
    async (turn) => {
      if (ageOf(claim, now()) > lateMs) failUnavailable()
      const result = await claimOnce(table, counter, person, claim)
      const { ok, counter: found } = result
      const isRetried = !ok && found && claimOf(found, person) === undefined && hasMaxClaims(found)
      if (!isRetried || turn + 1 === claimAttempts) return result
      if (checksRows(turn)) await help(await removeCompletedClaims(table, found), turn)
      return conflicted
    },
    { attempts: claimAttempts },
  )

/** Changes a counter on condition that the person's claim is unchanged. */
const changeWithClaim = (
  table: Table,
  { eventId }: Event,
  person: AttendeeKey,
  claim: Claim,
  change: Change<SeatCounter>,
): Promise<Outcome<SeatCounter>> =>
  table.update(seatCounter, { eventId }, change, {
    exists: true,
    entries: { claims: { [attendeeIdOf(person)]: claim } },
  })

const claimRemoval = (person: AttendeeKey) => ({ removeEntries: { claims: [attendeeIdOf(person)] } })

/** Undoes a claim, unless another request has ended it. */
export const releaseClaim = async (
  table: Table,
  event: Event,
  person: AttendeeKey,
  claim: Claim,
): Promise<void> => {
  const taken = claim.waitlist ? { waiting: -1 } : { taken: -claim.seats }
  const add = { ...taken, ...(claim.promoting ? { waiting: 1 } : {}), version: 1 }
  await changeWithClaim(table, event, person, claim, { add, ...claimRemoval(person) })
}

export const removeClaim = async (
  table: Table,
  event: Event,
  person: AttendeeKey,
  claim: Claim,
): Promise<void> => {
  await changeWithClaim(table, event, person, claim, claimRemoval(person))
}

/**
 * Releases the seats, or the waitlist place, of a removed row together with its claim. It succeeds once, whichever
 * request runs it. `version` counts only changes of the waitlist, so that freed seats do not interrupt promotions.
 * Returns the counter afterwards.
 */
export const freeSeatsOfLeaver = async (
  table: Table,
  event: Event,
  person: AttendeeKey,
  claim: Claim,
): Promise<SeatCounter | undefined> => {
  const add = claim.waitlist ? { waiting: -1, version: 1 } : { taken: -claim.seats }
  const outcome = await changeWithClaim(table, event, person, claim, { add, ...claimRemoval(person) })
  return outcome.ok ? outcome.after : undefined
}

/**
 * Stores a departure in one update of the counter, before the row is removed. It replaces the person's claim `own`;
 * without one, the claim that their registration may have left behind (`left`).
 */
export const claimLeaving = async (
  table: Table,
  event: Event,
  person: AttendeeKey,
  claim: Claim,
  { own, left }: { readonly own?: Claim | undefined; readonly left?: Claim },
): Promise<ClaimResult> => {
  const { eventId } = event
  const name = attendeeIdOf(person)
  const change = { setEntries: { claims: { [name]: claim } } }
  const outcome = own
    ? await changeWithClaim(table, event, person, own, change)
    : await table.update(seatCounter, { eventId }, change, {
        exists: true,
        ...(left ? { entriesOrGone: { claims: { [name]: left } } } : { withoutEntry: { claims: name } }),
        fewerEntries: { claims: maxClaims },
      })
  if (outcome.ok && outcome.after) return { ok: true, counter: outcome.after }
  const found = outcome.ok ? undefined : outcome.found
  const stored = claimOf(found, person)
  // The response was lost.
  const isMade = stored?.requestId !== undefined && stored.requestId === claim.requestId
  return found && isMade ? { ok: true, counter: found } : { ok: false, counter: found }
}

/** Takes a claim over. Its first request can then neither release nor complete it. */
export const takeOverClaim = async (
  table: Table,
  event: Event,
  person: AttendeeKey,
  claim: Claim,
  now: Date,
): Promise<Claim | undefined> => {
  const taken: Claim = { ...claim, takenOverAt: now.toISOString() }
  const change = { setEntries: { claims: { [attendeeIdOf(person)]: taken } } }
  return (await changeWithClaim(table, event, person, claim, change)).ok ? taken : undefined
}

/** A claim with its person's row. */
export type OpenClaim = {
  readonly person: AttendeeKey
  readonly claim: Claim
  readonly row: Attendee | undefined
}

/** Reads the claims of a counter with their rows. */
export const readClaims = async (
  table: Table,
  { eventId, claims }: SeatCounter,
  { strong = true } = {},
): Promise<readonly OpenClaim[]> => {
  const named = Object.entries(claims).map(([name, claim]) => ({ person: attendeeKeyFrom(name), claim }))
  if (named.length === 0) return []
  const rows = await table.batchGet(
    named.map(({ person }) => key(attendee, { eventId, ...person })),
    { strong },
  )
  return named.map((one, at) => ({ ...one, row: rows[at] as Attendee | undefined }))
}

/** Whether a row belongs to a claim. */
export const isRowOf = (row: Attendee | undefined, { entryId }: Pick<Claim, 'entryId'>): row is Attendee =>
  row !== undefined && (row.entryId ?? '') === entryId

/** Whether a claim has nothing left to do. A withdrawal's claim ends when its seats are released. */
const isCompleted = ({ claim, row }: OpenClaim): boolean =>
  !claim.leaving && isRowOf(row, claim) && (!claim.promoting || row.status === 'attending')

/** Removes completed claims in one update, unless one of them has changed. */
export const removeClaims = async (
  table: Table,
  { eventId }: Event,
  claims: Readonly<Record<string, Claim>>,
): Promise<void> => {
  const change = { removeEntries: { claims: Object.keys(claims) } }
  await table.update(seatCounter, { eventId }, change, { exists: true, entriesOrGone: { claims } })
}

/** Removes the completed claims of a counter and returns the others. The rows keep their seats. */
export const removeCompletedClaims = async (
  table: Table,
  counter: SeatCounter,
  options?: { readonly strong: boolean },
): Promise<readonly OpenClaim[]> => {
  const all = await readClaims(table, counter, options)
  const completed = all.filter(isCompleted)
  if (completed.length > 0)
    await removeClaims(
      table,
      counter,
      Object.fromEntries(completed.map(({ person, claim }) => [attendeeIdOf(person), claim])),
    )
  return all.filter((one) => !isCompleted(one))
}

/**
 * Lets every third claiming request remove completed claims while many are open. An eventually consistent read is
 * enough: a row that was once written completes its claim, and a withdrawal since then has replaced the claim.
 */
export const tidyClaims = async (table: Table, counter: SeatCounter): Promise<void> => {
  const open = claimsIn(counter).length
  if (open >= manyClaims && open % claimsPerCheck === 0)
    await removeCompletedClaims(table, counter, { strong: false })
}
