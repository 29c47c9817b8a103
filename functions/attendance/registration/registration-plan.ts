import { fail } from '../../../lib/contract/failure.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
import { unchangedAccess } from '../../../lib/identity/person/roles.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { check, put, update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, copiedEventFields, type EventCard } from '../../events/index.ts'
import { type AttendeeKey, attendeeCopiesOf, rowKey } from '../attendee-key.ts'
import { EventFull, PersonNotFound, RegistrationClosed } from '../contract/failures.ts'
import { type Claim, type SeatCounter, waitlistEntry } from '../repository.ts'
import { timeField } from '../seats/seat-claim.ts'
import { changeCounter, freeSeats, hasRoom, isWaitlistEmpty } from '../seats/seat-counter.ts'
import type { Snapshot } from '../seats/snapshot.ts'
import type { FormAnswers } from './answers.ts'

/** The parts of a registration that stay the same between attempts. */
export type RegistrationRequest = {
  readonly card: EventCard
  readonly person: AttendeeKey
  /** Conditions that the person still may attend a members-only event. */
  readonly affiliationChecks: readonly Write[]
  /** Default: the person alone, or the number registered before. */
  readonly guestCount?: number | undefined
  readonly answers: FormAnswers
  readonly entryId: string
  /** The gateway's time of the request, which decides the place on the waitlist. */
  readonly at: string
  /** Set when another request writes the row. */
  readonly helpedAt?: string
}

/**
 * One transaction, or a claim and the writes after it. `guestAt` is the index of the write that fails when the person
 * is registered as a guest.
 */
export type RegistrationStep = {
  readonly writes: readonly Write[]
  readonly claim?: { readonly counter: SeatCounter; readonly claim: Claim }
  readonly row: Attendee
  readonly guestAt?: number
}

/**
 * Only a person who joined the school after the event was created can be its guest. The clocks of instances differ
 * slightly.
 */
export const mayHaveBeenGuest = (card: EventCard, { createdAt }: TenantUser): boolean =>
  Date.parse(createdAt) > Date.parse(card.createdAt) - dayMs

/**
 * Conditions against a second registration as guest and as user. A guest registers only while they have not joined the
 * school. A possible former guest registers only without a guest row.
 */
const duplicateChecks = (
  { card, person }: RegistrationRequest,
  { known }: Pick<Snapshot, 'known'>,
): readonly Write[] => {
  const { user, access: rights } = known
  if (person.kind === 'g') {
    return rights ? [unchangedAccess(rights)] : []
  }
  if (!user || !mayHaveBeenGuest(card, user)) return []
  return [check(attendee, rowKey(card, { kind: 'g', personId: user.globalUserId }), { absent: true })]
}

const newRow = (
  { card, person, guestCount = 1, answers, entryId, at, helpedAt }: RegistrationRequest,
  { known }: Pick<Snapshot, 'known'>,
): Attendee => {
  const copies = attendeeCopiesOf(known) ?? fail(PersonNotFound)
  return {
    name: '',
    ...copies,
    ...rowKey(card, person),
    ...answers.fields,
    entryId,
    ...(helpedAt === undefined ? {} : { helpedAt }),
    status: 'attending',
    registeredAt: at,
    guestCount,
    checkedIn: false,
    ...copiedEventFields(card),
    version: 1,
  }
}

/** The writes that follow the claim of seats or of a waitlist place. */
export const claimedStep = (
  request: RegistrationRequest,
  snapshot: Pick<Snapshot, 'known'>,
  waitlist = false,
): RegistrationStep => {
  const { card, person, guestCount = 1, answers, entryId, at, affiliationChecks } = request
  const { eventId } = card
  const place = `${at}#${entryId}`
  const seated = newRow(request, snapshot)
  const row: Attendee = waitlist ? { ...seated, status: 'waiting', place } : seated
  const entries = waitlist
    ? [put(waitlistEntry, { eventId, place, ...person, guestCount }, { absent: true })]
    : []
  const own = [put(attendee, row, { absent: true }), ...answers.writes, ...entries]
  const checks = duplicateChecks(request, snapshot)
  const step = { writes: [...own, ...checks, ...affiliationChecks], row }
  return person.kind === 'u' && checks.length > 0 ? { ...step, guestAt: own.length } : step
}

const claimStep = (
  request: RegistrationRequest,
  snapshot: Snapshot,
  counter: SeatCounter,
  waitlist = false,
): RegistrationStep => {
  const { card, guestCount = 1, entryId, at } = request
  const claim: Claim = {
    entryId,
    seats: guestCount,
    ...timeField(entryId, at),
    ...(waitlist ? { waitlist } : {}),
  }
  return {
    ...claimedStep(request, snapshot, waitlist),
    claim: { counter: { ...counter, terms: card.terms }, claim },
  }
}

const isKnown = ({ known }: Snapshot): boolean => known.user !== undefined || known.guest !== undefined

/** The maximum guest count of one registration. With more people it would wait forever. */
const maxGuests = ({ card }: RegistrationRequest, { counter, isCertain }: Snapshot): number => {
  const capacity = isCertain && counter ? counter.capacity : card.maxAttendees
  return capacity ?? Number.POSITIVE_INFINITY
}

/**
 * An eventually consistent read may neither reject a person nor open a waitlist. Undefined requests a strongly
 * consistent one.
 */
const ifCertain = (snapshot: Snapshot, step: () => RegistrationStep): RegistrationStep | undefined =>
  snapshot.isCertain ? step() : undefined

/** Once an old waitlist that the event no longer offers is empty, people are seated again. */
const planBehindWaitlist = (
  request: RegistrationRequest,
  snapshot: Snapshot,
  counter: SeatCounter,
): RegistrationStep | undefined => {
  if (request.card.waitlistEnabled) return claimStep(request, snapshot, counter, true)
  return ifCertain(snapshot, () =>
    isWaitlistEmpty(counter) && freeSeats(counter) >= (request.guestCount ?? 1)
      ? claimStep(request, snapshot, counter)
      : fail(EventFull),
  )
}

/** Plans a new registration, seated or on the waitlist, as far as this read allows. */
export const planRegistration = (
  request: RegistrationRequest,
  snapshot: Snapshot,
): RegistrationStep | undefined => {
  const { card, guestCount = 1 } = request
  const { counter } = snapshot
  if (!isKnown(snapshot)) return ifCertain(snapshot, () => fail(PersonNotFound))
  if (!counter?.open) return ifCertain(snapshot, () => fail(RegistrationClosed))
  if (guestCount > maxGuests(request, snapshot)) return ifCertain(snapshot, () => fail(EventFull))
  if (counter.hasWaitlist) return planBehindWaitlist(request, snapshot, counter)
  if (freeSeats(counter) >= guestCount) return claimStep(request, snapshot, counter)
  return ifCertain(snapshot, () =>
    card.waitlistEnabled ? claimStep(request, snapshot, counter, true) : fail(EventFull),
  )
}

const waitlistWrites = ({ eventId, place, guestCount }: Attendee): readonly Write[] =>
  place === undefined
    ? []
    : [update(waitlistEntry, { eventId, place }, { set: { guestCount }, add: { round: 1 } })]

/** More seats for a registered person, while no person waits. */
const moreSeatsWrite = (
  { card: { terms } }: RegistrationRequest,
  counter: SeatCounter,
  seats: number,
): Write => {
  const { equals, ...room } = hasRoom(counter, seats)
  const same = { open: true, hasWaitlist: false, ...(terms === undefined ? {} : { terms }) }
  return changeCounter(counter, { add: { taken: seats } }, { ...room, equals: { ...equals, ...same } })
}

/** Plans a new guest count or new answers. Additional seats follow the same rules as first ones. */
export const planChange = (
  request: RegistrationRequest,
  snapshot: Snapshot,
  before: Attendee,
): RegistrationStep | undefined => {
  const { walkIn, ...rest } = before
  const { answers, guestCount = before.guestCount } = request
  const row = { ...rest, ...answers.fields, guestCount, version: before.version + 1 }
  const { counter } = snapshot
  const more = guestCount - (walkIn ? 0 : before.guestCount)
  const step = (writes: readonly Write[]): RegistrationStep => ({
    writes: [put(attendee, row, unchanged(before)), ...answers.writes, ...writes],
    row,
  })
  if (more > 0 && guestCount > maxGuests(request, snapshot)) return ifCertain(snapshot, () => fail(EventFull))
  if (more === 0) return step([])
  if (before.status === 'waiting') return step(waitlistWrites(row))
  if (more < 0) return step([changeCounter(before, { add: { taken: more } })])
  if (counter?.open && !counter.hasWaitlist && freeSeats(counter) >= more)
    return step([moreSeatsWrite(request, counter, more)])
  return ifCertain(snapshot, () => fail(EventFull))
}
