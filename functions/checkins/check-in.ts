import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OtherSchoolRefused } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { isGuestRefused } from '../../lib/identity/school/admission.ts'
import { type Operation, prefetching } from '../../lib/operation.ts'
import { type AttendeeKey, attendeeKeyFrom, attendeeKeyOf, attendeeKeysOf } from '../attendance/index.ts'
import { type Desk, type EventCard, isAdmitted, viewerOf } from '../events/index.ts'
import { isValidToken, presentedCredential, requireStaff } from './access.ts'
import { type CheckInResult, type CheckInSubject, recordCheckIn } from './check-in-recording.ts'
import type { contract } from './contract.ts'
import { isRegistrationRequired, refuseUntimely, requireDesk, requirePresent } from './desk.ts'
import {
  addScan,
  correctionAt,
  entryAt,
  headsIn,
  presenceOf,
  type Scan,
  type Scans,
  scanNow,
  withinSeats,
} from './scans.ts'
import { BadLink, EventNotFound, NotOnPage, NotRegistered, RegistrationRequired } from './shapes.ts'
import { prefetchOwnRows, readSnapshot, readSnapshotAgain, type Snapshot } from './snapshot.ts'

type Rows = (typeof contract)['rows']

type OwnContext = Context<'caller'>
type StaffContext = Context<'optional'>

const byOf = ({ tenantUserId, globalUserId }: Caller): string => tenantUserId ?? globalUserId ?? 'unknown'

/** A live scan that changes nothing keeps the first time. */
const scanChange =
  ({ now }: Pick<Context, 'now'>, action: Scan['action'], by: string): CheckInSubject['change'] =>
  (scans: Scans) =>
    presenceOf(scans).checkedIn === (action === 'in')
      ? scans
      : addScan(scans, scanNow(scans, action, now(), by))

/** Staff may check in fewer people than are registered together, and more of them later (rules/checkins 54). */
const entryChange =
  ({ now }: Pick<Context, 'now'>, by: string, heads: number | undefined): CheckInSubject['change'] =>
  (scans, seats) => {
    const came = withinSeats(heads, seats)
    const isKnown = headsIn(scans, seats) >= (came ?? seats)
    return isKnown ? scans : addScan(scans, scanNow(scans, 'in', now(), by, came))
  }

const checkedInView = ({ scans, row, changed }: CheckInResult) => {
  const { checkedInAt = '', checkedInBy } = presenceOf(scans)
  const view = {
    checkedIn: true as const,
    checkedInAt,
    checkedInBy,
    alreadyCheckedIn: !changed,
    walkIn: row?.walkIn ?? false,
    headsCheckedIn: headsIn(scans, row?.guestCount ?? 1),
    ...(row?.correction ? { correction: row.correction } : {}),
  }
  return answer(view, { message: changed ? 'Checked in' : 'Already checked in' })
}

const checkedOutView = ({ changed }: CheckInResult) =>
  answer(
    { checkedIn: false as const, alreadyCheckedOut: !changed },
    { message: changed ? 'Checked out' : 'Not checked in' },
  )

/** Checks in the caller unless `permit` fails. */
export const checkInSelf = async (
  eventId: string,
  context: OwnContext,
  permit: (card: EventCard, desk: Desk) => Promise<void>,
) => {
  const { caller, now } = context
  const [own, ...others] = attendeeKeysOf(caller)
  const names: CheckInSubject['names'] = [own ?? attendeeKeyOf(caller), ...others]
  const snapshot = await readSnapshot(context, { eventId, who: names[0] }, true)
  const { card, desk } = requireDesk(snapshot.card, snapshot.desk)
  await permit(card, desk)
  refuseUntimely(card, desk, now())
  const stranger = isGuestRefused(context.school, caller) ? OtherSchoolRefused : undefined
  const refusal = isRegistrationRequired(card, desk) ? RegistrationRequired : stranger
  const change = scanChange(context, 'in', byOf(caller))
  const subject = { card, desk, names, refusal, stranger: EventNotFound, change }
  return checkedInView(await recordCheckIn(context, subject, snapshot))
}

/**
 * Checks in the caller with the token of a link or screen. Fails with 403 `Invalid or expired check-in link`, 403
 * `Registration is required to check in`, or 400 outside the check-in time.
 */
export const checkIn: Operation<Rows['checkIn']> = prefetching(
  prefetchOwnRows,
  ({ eventId, token }, context) =>
    checkInSelf(eventId, context, async (_, desk) => {
      if (!(await isValidToken(context, desk, token))) fail(BadLink)
    }),
)

/** Checks in the caller on the event page, if the settings allow it (rules/checkins 9). */
export const checkInOnPage: Operation<Rows['checkInOnPage']> = prefetching(
  prefetchOwnRows,
  ({ eventId }, context) =>
    checkInSelf(eventId, context, async (card, { settings }) => {
      if (!isAdmitted(card, await viewerOf(context, [card]))) fail(EventNotFound)
      if (!settings.allowOnPageCheckIn) fail(NotOnPage)
    }),
)

/** Checks out the caller. Fails with 404 `Registration not found` for a caller who has no row. */
export const checkOut: Operation<Rows['checkOut']> = prefetching(
  prefetchOwnRows,
  async ({ eventId }, context) => {
    const { caller, now } = context
    const [own, ...others] = attendeeKeysOf(caller)
    const names: CheckInSubject['names'] = [own ?? attendeeKeyOf(caller), ...others]
    const snapshot = await readSnapshot(context, { eventId, who: names[0] }, true)
    const { card, desk } = requireDesk(snapshot.card, snapshot.desk)
    refuseUntimely(card, desk, now())
    const change = scanChange(context, 'out', byOf(caller))
    const subject = { card, desk, names, refusal: NotRegistered, stranger: NotRegistered, change }
    return checkedOutView(await recordCheckIn(context, subject, snapshot))
  },
)

type StaffCheckInRequest = {
  readonly eventId: string
  readonly orgId?: string | undefined
  readonly doorCredential?: string | undefined
  /** The reason of a correction after the end. */
  readonly reason?: string | undefined
  /** The form response that the person must have registered with. */
  readonly responseId?: string | undefined
}

/** How many people of the registration came; by default all. */
type StaffEntry = { readonly headsCheckedIn?: number | undefined }

/** Path segments after `check-in/` that are not ids. */
const reserved: ReadonlySet<string> = new Set([
  ...['enable', 'disable', 'rotate', 'settings', 'qr', 'link', 'ticket', 'self', 'anonymous', 'attendees'],
  ...['self-registrations', 'registrations', 'guest', 'by-form-response', 'form-response', 'batch'],
  'door-credentials',
])

const requireAnswers = async (
  responseId: string | undefined,
  { card, names, known }: Pick<CheckInSubject, 'card' | 'names'> & Pick<Snapshot, 'known'>,
  { table }: StaffContext,
): Promise<void> => {
  if (responseId === undefined) return
  const { row } = await readSnapshotAgain(table, card, names, known)
  if (row?.formResponseId !== responseId) fail(NotRegistered)
}

const readForStaff = async (input: StaffCheckInRequest, who: AttendeeKey, context: StaffContext) => {
  const shown = presentedCredential(context, input.doorCredential)
  const { eventId, orgId } = input
  const snapshot = await readSnapshot(context, { eventId, who, orgId, doorId: shown?.doorId }, false)
  // Only callers with desk access may learn whether a desk exists.
  const staff = await requireStaff(context, requirePresent(snapshot.card), snapshot, shown)
  const cardAndDesk = requireDesk(snapshot.card, snapshot.desk)
  const { known } = snapshot
  await requireAnswers(input.responseId, { ...cardAndDesk, names: namesFor(who, snapshot), known }, context)
  return { ...cardAndDesk, who: resolvePerson(who, snapshot), snapshot, by: staff.by, reason: input.reason }
}

const requireIdentity = (id: string): AttendeeKey =>
  reserved.has(id) ? fail(NotRegistered) : attendeeKeyFrom(id)

/** A plain id that is no user of this school may be a guest's global id, as lists return it. */
const resolvePerson = (who: AttendeeKey, { row, known: { user } }: Snapshot): AttendeeKey =>
  who.kind === 'g' || row || user ? who : { kind: 'g', personId: who.personId }

const namesFor = (who: AttendeeKey, { known: { user } }: Snapshot): CheckInSubject['names'] =>
  user ? [who, { kind: 'g', personId: user.globalUserId }] : [who]

/**
 * Checks in a person at the desk. Users of the school may come without a registration if the settings allow it, guests
 * of other schools only with one. After the end it is a correction, until the deadline. Two round trips with a desk
 * credential or `orgId`, otherwise three.
 */
export const checkInByStaff = async (
  input: StaffCheckInRequest & StaffEntry,
  id: string,
  context: StaffContext,
) => {
  const { who, card, desk, snapshot, by, reason } = await readForStaff(input, requireIdentity(id), context)
  const correction = entryAt(card, desk, context.now(), { by, reason })
  const isStranger = who.kind === 'g' || !snapshot.known.user
  const needed = isStranger ? NotRegistered : RegistrationRequired
  const refusal = who.kind === 'g' || isRegistrationRequired(card, desk) ? needed : undefined
  const change = entryChange(context, by, input.headsCheckedIn)
  const subject = {
    card,
    desk,
    names: namesFor(who, snapshot),
    refusal,
    stranger: NotRegistered,
    change,
    correction,
  }
  return checkedInView(await recordCheckIn(context, subject, snapshot))
}

/**
 * Undoes a check-in; after the end as a correction, until the deadline. A person without a registration is removed from
 * the event.
 */
export const checkOutByStaff = async (input: StaffCheckInRequest, id: string, context: StaffContext) => {
  const { who, card, desk, snapshot, by, reason } = await readForStaff(input, requireIdentity(id), context)
  const correction = correctionAt(card, desk, context.now(), { by, reason })
  const change = scanChange(context, 'out', by)
  const names = namesFor(who, snapshot)
  const subject = { card, desk, names, refusal: NotRegistered, stranger: NotRegistered, change, correction }
  return checkedOutView(await recordCheckIn(context, subject, snapshot))
}

export const checkInPerson: Operation<Rows['checkInPerson']> = ({ userId, ...input }, context) =>
  checkInByStaff(input, userId, context)

export const checkInGuest: Operation<Rows['checkInGuest']> = ({ globalUserId, ...input }, context) =>
  checkInByStaff(input, `g-${globalUserId}`, context)

export const checkOutPerson: Operation<Rows['checkOutPerson']> = ({ userId, ...input }, context) =>
  checkOutByStaff(input, userId, context)
