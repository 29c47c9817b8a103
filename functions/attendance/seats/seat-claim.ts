import { timeOf } from '../../../lib/id.ts'
import { failUnavailable } from '../../../lib/table/call.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Outcome, Table } from '../../../lib/table/table.ts'
import type { Change } from '../../../lib/table/write.ts'
import { type Attendee, attendee } from '../../events/index.ts'
import { type AttendeeKey, attendeeKeyFrom, nameOf } from '../person.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import { claimsIn, hasRoom } from './seat-counter.ts'

/** The most open claims at a counter, so that it stays a small item. */
export const maxClaims = 25
/** How long a request may write the row of its claim, in milliseconds. */
const claimantMs = 10_000
/** After this no request writes the row of a claim any more, in milliseconds: it may be completed for its person. */
const abandonedMs = 30_000
/** A request this old claims nothing any more, in milliseconds: its row might come too late. */
const lateMs = 7000
/** A registration that began so long ago is slow, in milliseconds. Requests that wait for it help it. */
const slowMs = 2000
/** The same for the person's own next request. */
const ownSlowMs = 500

type Event = Pick<SeatCounter, 'eventId'>

/** The person's claim at a counter. */
export const claimOf = (counter: SeatCounter | undefined, who: AttendeeKey): Claim | undefined =>
  counter?.claims[nameOf(who)]

/** When a claim was made (ISO 8601). Of a registration it is the gateway's time, which is the place on the waitlist. */
export const claimTime = ({ entryId, at }: Claim): string => at ?? new Date(timeOf(entryId)).toISOString()

/** The time as a field of a claim, omitted where the entry id carries it. */
export const timeField = (entryId: string, at: string): Pick<Claim, 'at'> =>
  timeOf(entryId) === Date.parse(at) ? {} : { at }

const startOf = (claim: Claim): number => Date.parse(claim.takenOverAt ?? claimTime(claim))

const ageOf = (claim: Claim, now: Date): number => now.getTime() - startOf(claim)

/** Whether the claiming request may still write the row: later another one may have released the seats. */
export const mayWriteRow = (claim: Claim, now: Date): boolean => ageOf(claim, now) <= claimantMs

/** Whether no request that was running at `at`, in milliseconds, can still write. */
export const isAbandonedSince = (at: number, now: Date): boolean => now.getTime() - at > abandonedMs

export const isAbandoned = (claim: Claim, now: Date): boolean => isAbandonedSince(startOf(claim), now)

/** Whether a registration may be helped: it takes far less between its claim and its row. */
export const isSlow = (claim: Claim, now: Date, isOwn = false): boolean =>
  !claim.leaving && !claim.promoting && ageOf(claim, now) > (isOwn ? ownSlowMs : slowMs)

/** Attempts of a request that finds the most claims open: each claim ends within milliseconds. */
export const claimAttempts = 30
/** Most claims are removed by their own request, so others look for completed ones every few attempts only. */
const attemptsPerCheck = 4
/** With so many open claims every third claiming request removes completed ones. */
const manyClaims = 6
const claimsPerCheck = 3

/** Whether this attempt looks at the rows of all claims. */
export const checksRows = (turn: number): boolean => turn % attemptsPerCheck === attemptsPerCheck - 1

export const hasMaxClaims = (counter: SeatCounter): boolean => claimsIn(counter).length >= maxClaims

export type ClaimResult =
  | { readonly ok: true; readonly counter: SeatCounter }
  /** The counter as it was instead. */
  | { readonly ok: false; readonly counter: SeatCounter | undefined }

/** The first person of a waitlist opens it; without a waitlist offered, an empty one is closed by whoever is seated. */
const waitlistChange = (
  { hasWaitlist, capacity, taken }: SeatCounter,
  waitlist: boolean,
): { readonly set?: Pick<SeatCounter, 'hasWaitlist'>; readonly equals: Partial<SeatCounter> } => {
  if (hasWaitlist === waitlist) return { equals: { hasWaitlist } }
  if (waitlist) return { set: { hasWaitlist: true }, equals: { hasWaitlist, capacity, taken } }
  return { set: { hasWaitlist: false }, equals: { hasWaitlist, waiting: 0 } }
}

/**
 * Takes seats, or a place on the waitlist, in one update of the counter alone. Updates of one item wait for each other,
 * where transactions on it are cancelled. The claim says which row is written next. The counter's `terms` are those the
 * person was judged by. Claimed seats are taken, whatever becomes of the request (rules/attendance 8).
 */
const claimOnce = async (
  table: Table,
  counter: SeatCounter,
  who: AttendeeKey,
  claim: Claim,
): Promise<ClaimResult> => {
  const { eventId, terms } = counter
  const { waitlist = false, seats } = claim
  const name = nameOf(who)
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
  // The answer was lost: the update was sent twice, and the second one met the first.
  const isMade = claimOf(found, who)?.entryId === claim.entryId
  return found && isMade ? { ok: true, counter: found } : { ok: false, counter: found }
}

/**
 * Claims seats, or a place on the waitlist. While the most claims are open it is tried again after random pauses; `help`
 * receives those without a row whenever the rows are looked at. Fails with 503 where the request is too old to claim.
 */
export const claimSeat = (
  table: Table,
  counter: SeatCounter,
  who: AttendeeKey,
  claim: Claim,
  now: () => Date,
  help: (open: readonly OpenClaim[], turn: number) => Promise<void>,
): Promise<ClaimResult> =>
  table.retryOnConflict(
    async (turn) => {
      if (ageOf(claim, now()) > lateMs) failUnavailable()
      const result = await claimOnce(table, counter, who, claim)
      const { ok, counter: found } = result
      const isRetried = !ok && found && claimOf(found, who) === undefined && hasMaxClaims(found)
      if (!isRetried || turn + 1 === claimAttempts) return result
      if (checksRows(turn)) await help(await removeCompletedClaims(table, found), turn)
      return conflicted
    },
    { attempts: claimAttempts },
  )

/** Changes a counter while the person's claim is as it was read. */
const changeWithClaim = (
  table: Table,
  { eventId }: Event,
  who: AttendeeKey,
  claim: Claim,
  change: Change<SeatCounter>,
): Promise<Outcome<SeatCounter>> =>
  table.update(seatCounter, { eventId }, change, {
    exists: true,
    entries: { claims: { [nameOf(who)]: claim } },
  })

const removing = (who: AttendeeKey) => ({ removeEntries: { claims: [nameOf(who)] } })

/** Undoes a claim, unless another request has ended it. */
export const releaseClaim = async (
  table: Table,
  event: Event,
  who: AttendeeKey,
  claim: Claim,
): Promise<void> => {
  const taken = claim.waitlist ? { waiting: -1 } : { taken: -claim.seats }
  const add = { ...taken, ...(claim.promoting ? { waiting: 1 } : {}), version: 1 }
  await changeWithClaim(table, event, who, claim, { add, ...removing(who) })
}

/** Removes a completed claim. */
export const removeClaim = async (
  table: Table,
  event: Event,
  who: AttendeeKey,
  claim: Claim,
): Promise<void> => {
  await changeWithClaim(table, event, who, claim, removing(who))
}

/**
 * Gives back the seats, or the waitlist place, of a removed row together with the claim that says so: once, whichever
 * request does it. `version` counts changes of the waitlist only, so that freed seats disturb no promotion. Returns the
 * counter afterwards.
 */
export const freeSeatsOfLeaver = async (
  table: Table,
  event: Event,
  who: AttendeeKey,
  claim: Claim,
): Promise<SeatCounter | undefined> => {
  const add = claim.waitlist ? { waiting: -1, version: 1 } : { taken: -claim.seats }
  const outcome = await changeWithClaim(table, event, who, claim, { add, ...removing(who) })
  return outcome.ok ? outcome.after : undefined
}

/**
 * Stores that a person leaves, in one update of the counter alone, before their row is removed. It replaces the claim
 * `own` that they have there; without one, the claim that their registration may have left behind (`left`).
 */
export const claimLeaving = async (
  table: Table,
  event: Event,
  who: AttendeeKey,
  claim: Claim,
  { own, left }: { readonly own?: Claim | undefined; readonly left?: Claim },
): Promise<ClaimResult> => {
  const { eventId } = event
  const name = nameOf(who)
  const change = { setEntries: { claims: { [name]: claim } } }
  const outcome = own
    ? await changeWithClaim(table, event, who, own, change)
    : await table.update(seatCounter, { eventId }, change, {
        exists: true,
        ...(left ? { entriesOrGone: { claims: { [name]: left } } } : { withoutEntry: { claims: name } }),
        fewerEntries: { claims: maxClaims },
      })
  if (outcome.ok && outcome.after) return { ok: true, counter: outcome.after }
  const found = outcome.ok ? undefined : outcome.found
  const stored = claimOf(found, who)
  // The answer was lost.
  const isMade = stored?.requestId !== undefined && stored.requestId === claim.requestId
  return found && isMade ? { ok: true, counter: found } : { ok: false, counter: found }
}

/** Takes a claim over: its first request can neither release nor complete it from then on. */
export const takeOverClaim = async (
  table: Table,
  event: Event,
  who: AttendeeKey,
  claim: Claim,
  now: Date,
): Promise<Claim | undefined> => {
  const taken: Claim = { ...claim, takenOverAt: now.toISOString() }
  const change = { setEntries: { claims: { [nameOf(who)]: taken } } }
  return (await changeWithClaim(table, event, who, claim, change)).ok ? taken : undefined
}

/** A claim with its person's row. */
export type OpenClaim = {
  readonly who: AttendeeKey
  readonly claim: Claim
  readonly row: Attendee | undefined
}

/** The claims of a counter with the rows of their people, read strongly. */
export const readClaims = async (
  table: Table,
  { eventId, claims }: SeatCounter,
): Promise<readonly OpenClaim[]> => {
  const named = Object.entries(claims).map(([name, claim]) => ({ who: attendeeKeyFrom(name), claim }))
  if (named.length === 0) return []
  const rows = await table.batchGet(
    named.map(({ who }) => key(attendee, { eventId, ...who })),
    { strong: true },
  )
  return named.map((one, at) => ({ ...one, row: rows[at] as Attendee | undefined }))
}

/** Whether a row is the one a claim is about. */
export const isRowOf = (row: Attendee | undefined, { entryId }: Pick<Claim, 'entryId'>): row is Attendee =>
  row !== undefined && (row.entryId ?? '') === entryId

/** Whether nothing is left to do for a claim. The claim of a withdrawal ends with its seats. */
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

/** Removes the completed claims of a counter and returns the others. The seats stay taken, by the rows. */
export const removeCompletedClaims = async (
  table: Table,
  counter: SeatCounter,
): Promise<readonly OpenClaim[]> => {
  const all = await readClaims(table, counter)
  const completed = all.filter(isCompleted)
  if (completed.length > 0)
    await removeClaims(
      table,
      counter,
      Object.fromEntries(completed.map(({ who, claim }) => [nameOf(who), claim])),
    )
  return all.filter((one) => !isCompleted(one))
}

/** Lets every third claiming request remove completed claims while many are open. */
export const tidyClaims = async (table: Table, counter: SeatCounter): Promise<void> => {
  const open = claimsIn(counter).length
  if (open >= manyClaims && open % claimsPerCheck === 0) await removeCompletedClaims(table, counter)
}
