import { check, type Write } from '../../../lib/table/write.ts'
import { belongingTo, type EventCard, isLive } from '../../events/index.ts'
import { nameOf } from '../person.ts'
import { type Claim, headsOf, type LineEntry, type SeatCounter, seatCounter } from '../repository.ts'
import { clearClaims, dropClaims, handBack, isOwn, madeAt, type OpenClaim } from './claims.ts'
import { type Chosen, chosenOf, claimsIn, type Line, mostHeads, passed } from './line-choice.ts'
import { finishPromotion, promotionClaim, turnClaimed } from './promotion-claims.ts'
import {
  changeSeat,
  clearingWrites,
  freeOf,
  isEmpty,
  isOverdrawn,
  transferWrites,
  waitingIn,
  writeSeats,
} from './seats.ts'
import { readSeats, type SeatContext } from './snapshot.ts'

const claimAt = (seats: readonly SeatCounter[], entry: LineEntry): Claim | undefined =>
  seats.find(({ k }) => k === entry.k)?.claims?.[nameOf(entry)]

/** Claims that have to be looked at before anybody is promoted. */
const isOfLine = ({ line, leaves, promotes }: Claim): boolean =>
  (line === true && !leaves) || promotes === true

/** Promotions that somebody else has begun, and may have left, are ended: it is the same whoever does. */
const finishAll = async (
  context: SeatContext,
  card: EventCard,
  open: readonly OpenClaim[],
): Promise<boolean> => {
  const { eventId } = card
  const begun = open.filter(({ claim }) => claim.promotes)
  const ended = await Promise.all(
    begun.map(({ who, claim, k }) => finishPromotion(context, card, { eventId, k }, who, claim)),
  )
  return ended.includes(true)
}

const lineNow = async (context: SeatContext, card: EventCard): Promise<Line> => {
  const { table } = context
  // One after the other: who is counted is in the line by then, so that nobody is overlooked or passed.
  const seats = await readSeats(table, card)
  const [open, found] = await Promise.all([
    Promise.all(
      seats.filter((seat) => claimsIn([seat]).some(isOfLine)).map((seat) => clearClaims(table, seat)),
    ),
    waitingIn(seats) > 0 ? headsOf(table, card.eventId, passed + mostHeads) : [],
  ])
  const isOlder = await finishAll(context, card, open.flat())
  const joining = open
    .flat()
    .flatMap(({ claim }) => (claim.line && !claim.leaves ? [`${madeAt(claim)}#${claim.entryId}`] : []))
  const inLine = found.filter((entry) => !claimAt(seats, entry)?.promotes)
  const leaving = inLine.filter((entry) => claimAt(seats, entry)?.leaves).map(({ place }) => place)
  const heads = await belongingTo(table, card, inLine)
  return { seats, heads, before: [...joining, ...leaving].sort()[0], isOlder }
}

/** What a step changes at one counter, while nobody has joined or left the line since it was read. */
const chosenWrite = (
  before: SeatCounter,
  after: SeatCounter,
  claims: Readonly<Record<string, Claim>>,
): Write => {
  const taken = after.taken - before.taken
  const waiting = after.waiting - before.waiting
  const capacity = (after.capacity ?? 0) - (before.capacity ?? 0)
  const same = { version: before.version, capacity: before.capacity, lined: true, open: true }
  if (taken === 0 && capacity === 0) return check(seatCounter, before, { equals: same })
  return changeSeat(
    before,
    {
      add: { taken, waiting, capacity },
      ...(Object.keys(claims).length > 0 ? { setEntries: { claims } } : {}),
    },
    {
      equals: same,
      // Seats that others free meanwhile are no reason to begin anew.
      ...(after.capacity === null ? {} : { below: { taken: after.capacity - taken + 1 } }),
      withoutEntry: { claims: Object.keys(claims) },
    },
  )
}

type Step = { readonly promoted: readonly LineEntry[]; readonly more: boolean }

const nothing: Step = { promoted: [], more: false }

/** Takes the seats for the chosen, all at once, and then writes the row of each. */
const promote = async (
  context: SeatContext,
  card: EventCard,
  { seats }: Line,
  chosen: Chosen,
): Promise<Step> => {
  const { table, now } = context
  const { entries } = chosen
  if (entries.length === 0) return nothing
  const claimed = entries.map((entry) => ({ entry, claim: promotionClaim(entry, now()) }))
  const claimsAt = (k: string, among = entries) =>
    Object.fromEntries(
      claimed
        .filter(({ entry }) => entry.k === k && among.includes(entry))
        .map(({ entry, claim }) => [nameOf(entry), claim]),
    )
  const writes = seats.map((seat, at) => chosenWrite(seat, chosen.seats[at] ?? seat, claimsAt(seat.k)))
  if (!(await writeSeats(table, writes)).ok) return { promoted: [], more: true }
  const turn = async ({ entry, claim }: (typeof claimed)[number]): Promise<readonly LineEntry[]> => {
    // Later somebody else may have given the seats back.
    if (!isOwn(claim, now())) return []
    if (await turnClaimed(context, card, entry, claim)) return [entry]
    await handBack(table, { eventId: card.eventId, k: entry.k }, entry, claim)
    return []
  }
  const turned = await Promise.all(claimed.map(turn))
  await Promise.all(
    seats.flatMap((seat) => {
      const claims = claimsAt(seat.k, turned.flat())
      return Object.keys(claims).length > 0 ? [dropClaims(table, seat, claims)] : []
    }),
  )
  return { promoted: turned.flat(), more: true }
}

/** What makes good what a counter has given out too much, as far as others can spare it. */
const balancing = (seats: readonly SeatCounter[]): readonly Write[] => {
  const short = seats.find((seat) => freeOf(seat) < 0)
  const giver = seats.find((seat) => freeOf(seat) > 0)
  if (!short || !giver) return []
  const by = Math.min(-freeOf(short), freeOf(giver))
  const taking = changeSeat(short, { add: { capacity: by } }, { equals: { capacity: short.capacity } })
  return [taking, ...transferWrites([{ from: giver, by }])]
}

const stepOf = async (context: SeatContext, card: EventCard): Promise<Step> => {
  const { table } = context
  const line = await lineNow(context, card)
  const { seats, isOlder } = line
  if (isOlder) return { promoted: [], more: true }
  if (!seats.some(({ lined }) => lined) || seats.some(({ open }) => !open)) return nothing
  if (isOverdrawn(seats)) {
    const writes = balancing(seats)
    return { promoted: [], more: writes.length > 0 && (await writeSeats(table, writes)).ok }
  }
  if (waitingIn(seats) > 0) return promote(context, card, line, chosenOf(line))
  return { promoted: [], more: isEmpty(seats) && !(await writeSeats(table, clearingWrites(seats))).ok }
}

/** Who was promoted, and whether there may be more to do. */
export type Settled = { readonly promoted: readonly LineEntry[]; readonly more: boolean }

/**
 * Gives free seats to the line, oldest place first, some people at a time, and ends the line when nobody waits. It may run
 * at any time, also twice at once: who was slower begins anew. At most `most` steps of four round trips.
 */
export const settle = async (context: SeatContext, card: EventCard, most: number): Promise<Settled> => {
  const promoted: LineEntry[] = []
  if (!isLive(card) || Date.parse(card.end_time) <= context.now().getTime()) return { promoted, more: false }
  for (let count = 0; count < most; count += 1) {
    const step = await stepOf(context, card)
    promoted.push(...step.promoted)
    if (!step.more) return { promoted, more: false }
  }
  return { promoted, more: true }
}
