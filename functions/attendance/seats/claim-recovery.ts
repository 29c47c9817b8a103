import { scheduleTask } from '../../../lib/scheduled/task.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../events/index.ts'
import { type AttendeeKey, readAttendeeRecords } from '../attendee-key.ts'
import { completeClaim } from '../registration/claim-completion.ts'
import { completeLeaving } from '../registration/departure.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import { claimsCheck } from '../scheduled-tasks.ts'
import { completePromotion } from './promotion.ts'
import {
  isAbandoned,
  isRowOf,
  type OpenClaim,
  readClaims,
  releaseClaim,
  removeCompletedClaims,
} from './seat-claim.ts'
import { claimsIn, readCounter } from './seat-counter.ts'
import type { SeatContext } from './snapshot.ts'
import { advanceWaitlist } from './waitlist.ts'

const pageSize = 500

const readRows = async (table: Table, eventId: string): Promise<readonly Attendee[]> => {
  const rows: Attendee[] = []
  let cursor: string | undefined
  do {
    const page = await table.list(attendee, { keyParams: { eventId }, limit: pageSize, cursor, strong: true })
    rows.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined)
  return rows
}

/**
 * Sets a counter to the sum of its rows. Removes withdrawal claims without a row: their seats may or may not have been
 * released. Every seat change reaches the counter first. The sum is therefore right while the counter is unchanged and
 * has no other open claim. Otherwise nothing changes, and the next check tries again.
 */
const recountSeats = async (table: Table, counter: SeatCounter, now: Date): Promise<void> => {
  const open = await readClaims(table, counter)
  const hasLeft = ({ claim, row }: OpenClaim) =>
    claim.leaving && isAbandoned(claim, now) && !isRowOf(row, claim)
  if (open.length === 0 || !open.every(hasLeft)) return
  const { eventId, version, claims } = counter
  const rows = (await readRows(table, eventId)).filter(({ walkIn }) => !walkIn)
  const seated = rows.filter(({ status }) => status === 'attending')
  const taken = seated.reduce((sum, { guestCount }) => sum + guestCount, 0)
  const waiting = rows.length - seated.length
  await table.update(
    seatCounter,
    { eventId },
    { set: { taken, waiting }, add: { version: 1 }, removeEntries: { claims: Object.keys(claims) } },
    {
      exists: true,
      equals: { version, taken: counter.taken, waiting: counter.waiting },
      entries: { claims },
      fewerEntries: { claims: open.length + 1 },
    },
  )
}

const recoverClaim = async (
  context: SeatContext,
  card: EventCard,
  counter: SeatCounter,
  { person, claim, row }: OpenClaim,
): Promise<void> => {
  if (claim.leaving) await completeLeaving(context, counter, person, claim)
  else if (claim.promoting) await completePromotion(context, card, person, claim)
  else if (row) await releaseClaim(context.table, counter, person, claim)
  else
    await completeClaim(
      context,
      card,
      counter,
      { person, claim },
      await readAttendeeRecords(context.table, person),
    )
}

/**
 * Ends an abandoned withdrawal when its person registers again. Without a row, only a recount shows whether its seats
 * were released. The recount waits until no other claim is open.
 */
export const recoverLeaving = async (
  context: SeatContext,
  counter: SeatCounter,
  person: AttendeeKey,
  claim: Claim,
): Promise<void> => {
  const { table, now } = context
  if (await completeLeaving(context, counter, person, claim)) return
  await removeCompletedClaims(table, counter)
  const current = await readCounter(table, counter.eventId)
  if (current) await recountSeats(table, current, now())
}

/** Waitlist steps after a check, because people may have waited behind a claim or for its seats. */
const maxSteps = 12

/**
 * Checks an event's claims after the requests of that time have ended: removes completed claims and completes abandoned
 * ones. The check is scheduled again while claims are open.
 */
export const recoverClaims = async (eventId: string, context: SeatContext): Promise<void> => {
  const { table, now } = context
  const card = await table.get(eventCard, { eventId }, { strong: true })
  const counter = card?.liveAt === undefined ? undefined : await readCounter(table, eventId)
  if (!card || !counter) return
  for (const open of await removeCompletedClaims(table, counter))
    if (isAbandoned(open.claim, now())) await recoverClaim(context, card, counter, open)
  const recovered = await readCounter(table, eventId)
  if (recovered) await recountSeats(table, recovered, now())
  await advanceWaitlist(context, card, maxSteps)
  const after = await readCounter(table, eventId)
  if (after && claimsIn(after).length > 0)
    await table.write([scheduleTask(context, claimsCheck(eventId, now()))])
}
