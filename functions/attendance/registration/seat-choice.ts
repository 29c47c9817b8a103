import { fail } from '../../../lib/contract/failure.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { access, type TenantUser } from '../../../lib/identity/person/records.ts'
import { check, put, update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, copiesOfEvent, type EventCard, partitionOf } from '../../events/index.ts'
import { EventFull, PersonNotFound, RegistrationClosed } from '../contract/failures.ts'
import { copiesOf, rowKey, type Who } from '../person.ts'
import { type Claim, lineEntry, type SeatCounter } from '../repository.ts'
import { momentOf } from '../seats/claims.ts'
import {
  capacityIn,
  changeSeat,
  clearingWrites,
  freeIn,
  freeOf,
  isEmpty,
  seatingWrites,
  transfersFor,
} from '../seats/seats.ts'
import type { Snapshot } from '../seats/snapshot.ts'
import type { Answered } from './answers.ts'

/** What somebody asks for, with everything that does not change from one try to the next. */
export type Wish = {
  readonly card: EventCard
  readonly who: Who
  /** What has to hold as long as they belong to an event for members only. */
  readonly belongs: readonly Write[]
  /** Who says nothing comes alone, or with as many as before. */
  readonly guestCount?: number | undefined
  readonly answered: Answered
  readonly entryId: string
  /** The gateway's time of the request, which is the place in line. */
  readonly at: string
  /** Where it is carried out in the place of the request that claimed. */
  readonly helpedAt?: string
}

/**
 * One transaction; with a claim, what is written after it. `guestAt` is the position of the write that fails where the
 * person is on the event as a guest.
 */
export type Step = {
  readonly writes: readonly Write[]
  readonly claim?: { readonly seat: SeatCounter; readonly claim: Claim }
  readonly row?: Attendee
  readonly guestAt?: number
}

/** Only who joined the school after the event was made can have been its guest; clocks of instances differ a little. */
export const mayHaveBeenGuest = (card: EventCard, { createdAt }: TenantUser): boolean =>
  Date.parse(createdAt) > Date.parse(card.createdAt) - dayMs

/**
 * What keeps one person from standing on an event twice, as a guest and as a user: a guest registers only while they have
 * not joined, and who has joined looks for the guest's row in the transaction itself.
 */
const guards = ({ card, who }: Wish, { known }: Pick<Snapshot, 'known'>): readonly Write[] => {
  const { user, access: rights } = known
  if (who.kind === 'g') {
    const { personId: globalUserId } = who
    return rights ? [check(access, { globalUserId }, { equals: { version: rights.version } })] : []
  }
  if (!user || !mayHaveBeenGuest(card, user)) return []
  return [check(attendee, rowKey(card, { kind: 'g', personId: user.globalUserId }), { absent: true })]
}

const newRow = (
  { card, who, guestCount = 1, answered, entryId, at, helpedAt }: Wish,
  { known }: Pick<Snapshot, 'known'>,
): Attendee => {
  const copies = copiesOf(known) ?? fail(PersonNotFound)
  return {
    name: '',
    ...copies,
    ...rowKey(card, who),
    ...answered.fields,
    entryId,
    ...(helpedAt === undefined ? {} : { helpedAt }),
    status: 'attending',
    registeredAt: at,
    guestCount,
    checkedIn: false,
    ...copiesOfEvent(card),
    version: 1,
  }
}

const stepOf = (
  wish: Wish,
  snapshot: Pick<Snapshot, 'known'>,
  row: Attendee,
  writes: readonly Write[],
): Step => {
  const guarding = guards(wish, snapshot)
  const all = [put(attendee, row, { absent: true }), ...wish.answered.writes, ...writes]
  const step = { writes: [...all, ...guarding, ...wish.belongs], row }
  return wish.who.kind === 'u' && guarding.length > 0 ? { ...step, guestAt: all.length } : step
}

/** The claim on seats, or on a place in line, for a registration. */
const claimFor = ({ card, guestCount = 1, entryId, at }: Wish, seat: SeatCounter, line = false) => ({
  seat: { ...seat, terms: card.terms },
  claim: { entryId, seats: guestCount, ...momentOf(entryId, at), ...(line ? { line: true as const } : {}) },
})

/** The sign at every counter that from now on the line comes first. Who sets it joins the line afterwards. */
const lineSign = ({ seats }: Snapshot): Step => ({
  writes: seats.map((seat) => {
    const { capacity, taken } = seat
    return changeSeat(
      seat,
      { set: { lined: true } },
      { equals: { capacity, taken, lined: false, open: true } },
    )
  }),
})

/** What is written for somebody whose seats, or whose place in the line of counter `k`, are claimed. */
export const claimedStep = (wish: Wish, known: Pick<Snapshot, 'known'>, line: string | undefined): Step => {
  if (line === undefined) return stepOf(wish, known, newRow(wish, known), [])
  const { card, who, guestCount = 1, entryId, at } = wish
  const { eventId } = card
  const place = `${at}#${entryId}`
  const row: Attendee = { ...newRow(wish, known), status: 'waiting', place }
  const entry = put(lineEntry, { eventId, place, ...who, k: line, guestCount }, { absent: true })
  return stepOf(wish, known, row, [entry])
}

/** Joins the line; the first who has to makes one. */
const lineStep = (wish: Wish, snapshot: Snapshot, own: SeatCounter): Step =>
  own.lined ? { ...claimedStep(wish, snapshot, own.k), claim: claimFor(wish, own, true) } : lineSign(snapshot)

const ownOf = ({ seats }: Snapshot, { card, who }: Pick<Wish, 'card' | 'who'>): SeatCounter | undefined =>
  seats.find(({ k }) => k === partitionOf(card, who.personId))

const isKnown = ({ known }: Snapshot): boolean => known.user !== undefined || known.guest !== undefined

/** How many people one registration can bring at all: whoever asks for more would stand in line for ever. */
const mostOf = ({ card }: Wish, { seats, certain }: Snapshot): number =>
  certain ? capacityIn(seats) : (card.maxAttendees ?? Number.POSITIVE_INFINITY)

/** Nobody is refused, and no line is begun, on the word of an eventual read: undefined asks for a certain look. */
const onlyCertain = (snapshot: Snapshot, step: () => Step): Step | undefined =>
  snapshot.certain ? step() : undefined

/** Seats somebody new: by a claim where their own counter has room, with what other counters lend otherwise. */
const seatStep = (wish: Wish, snapshot: Snapshot, own: SeatCounter): Step | undefined => {
  const { guestCount = 1 } = wish
  if (freeOf(own) >= guestCount)
    return { ...claimedStep(wish, snapshot, undefined), claim: claimFor(wish, own) }
  const seating = roomWrites(wish, snapshot, own, guestCount)
  return seating && stepOf(wish, snapshot, newRow(wish, snapshot), seating)
}

/** The seats for `seats` more people at a counter that has no line; undefined when all of them together have too few. */
const roomWrites = (
  { card: { terms } }: Wish,
  snapshot: Snapshot,
  own: SeatCounter,
  seats: number,
): readonly Write[] | undefined => {
  const transfers =
    freeOf(own) >= seats ? [] : snapshot.certain ? transfersFor(snapshot.seats, own.k, seats) : undefined
  return (
    transfers &&
    seatingWrites(own, seats, transfers, {
      when: { open: true, lined: false, ...(terms === undefined ? {} : { terms }) },
    })
  )
}

const behindLine = (wish: Wish, snapshot: Snapshot, own: SeatCounter): Step | undefined => {
  if (wish.card.waitlistEnabled) return lineStep(wish, snapshot, own)
  return onlyCertain(snapshot, () =>
    isEmpty(snapshot.seats) && freeIn(snapshot.seats) >= (wish.guestCount ?? 1)
      ? { writes: clearingWrites(snapshot.seats) }
      : fail(EventFull),
  )
}

/** Seats somebody new, or puts them in line, as far as this look tells. */
export const newStep = (wish: Wish, snapshot: Snapshot): Step | undefined => {
  const { card, guestCount = 1 } = wish
  const own = ownOf(snapshot, wish)
  if (!isKnown(snapshot)) return onlyCertain(snapshot, () => fail(PersonNotFound))
  if (!own?.open) return onlyCertain(snapshot, () => fail(RegistrationClosed))
  if (!own.claims) return { writes: [changeSeat(own, { set: { claims: {} } }, { without: ['claims'] })] }
  if (guestCount > mostOf(wish, snapshot)) return onlyCertain(snapshot, () => fail(EventFull))
  if (own.lined) return behindLine(wish, snapshot, own)
  const seating = seatStep(wish, snapshot, own)
  if (seating) return seating
  return onlyCertain(snapshot, () => (card.waitlistEnabled ? lineStep(wish, snapshot, own) : fail(EventFull)))
}

const inLine = ({ eventId, place, guestCount }: Attendee): readonly Write[] =>
  place === undefined
    ? []
    : [update(lineEntry, { eventId, place }, { set: { guestCount }, add: { round: 1 } })]

/** Changes how many somebody comes with, or what they answered. Further seats are given like any others. */
export const changeStep = (wish: Wish, snapshot: Snapshot, before: Attendee): Step | undefined => {
  const { walkIn, ...rest } = before
  const { guestCount = before.guestCount } = wish
  const row = { ...rest, ...wish.answered.fields, guestCount, version: before.version + 1 }
  const own = ownOf(snapshot, wish)
  const more = guestCount - (walkIn ? 0 : before.guestCount)
  const step = (writes: readonly Write[]): Step => ({
    writes: [put(attendee, row, { equals: { version: before.version } }), ...wish.answered.writes, ...writes],
    row,
  })
  if (more > 0 && guestCount > mostOf(wish, snapshot)) return onlyCertain(snapshot, () => fail(EventFull))
  if (more === 0) return step([])
  if (before.status === 'waiting') return step(inLine(row))
  if (more < 0) return step([changeSeat(rowSeat(before), { add: { taken: more } })])
  const seating = own?.open && !own.lined ? roomWrites(wish, snapshot, own, more) : undefined
  return seating ? step(seating) : onlyCertain(snapshot, () => fail(EventFull))
}

/** The counter that a row is counted at. */
export const rowSeat = ({ eventId, partition }: Attendee) => ({ eventId, k: partition })
