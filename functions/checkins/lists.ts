import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { matchesPrefixes, personWordsOf, wordsOf } from '../../lib/search/words.ts'
import {
  attendeeIdOf,
  attendeesPage,
  countsOfAll,
  headsInOf,
  listAllPeople,
  personOf,
} from '../attendance/index.ts'
import {
  type Attendee,
  checkInCountsForReader,
  countsForReader,
  type EventCard,
  filterStillAdmitted,
  findCard,
} from '../events/index.ts'
import { presentedCredential, requireEventOfOrg, requireStaff } from './access.ts'
import { readCheckInNames } from './check-in-names.ts'
import { requirePresent } from './desk.ts'
import { type DoorPerson, SearchTooShort } from './shapes.ts'
import { readSnapshot } from './snapshot.ts'

/** Only event managers see the reason of a correction. */
const corrected = ({ at, by, reason }: NonNullable<Attendee['correction']>, manages: boolean) =>
  manages && reason !== undefined ? { at, by, reason } : { at, by }

const statusOf = (status: Attendee['status']): DoorPerson['status'] =>
  status === 'waiting' ? 'waitlisted' : status

const personView = (
  row: Attendee,
  manages: boolean,
  names: ReadonlyMap<string, string> | undefined,
): DoorPerson => {
  const { kind, personId, name, username, picture, sourceTenant, email } = row
  const { status, guestCount, registeredAt, walkIn, checkedIn, checkedInAt, checkedInBy } = row
  const { correction, left } = row
  const id =
    kind === 'u'
      ? { user: { _id: personId, name, username: username ?? '', picture } }
      : { globalUserId: personId, sourceTenant }
  const by = !checkedInBy || checkedInBy === personId ? null : checkedInBy
  const byName = by === null ? undefined : names?.get(by)
  return {
    personId: attendeeIdOf(row),
    userId: personOf(row, { withEmail: manages }),
    ...id,
    name,
    picture,
    ...(manages ? { email } : {}),
    status: statusOf(status),
    guestCount,
    registeredAt,
    walkIn: walkIn ?? false,
    ...(left ? { left } : {}),
    checkedIn,
    headsCheckedIn: headsInOf(row),
    checkedInAt: checkedInAt ?? null,
    checkedInBy: by,
    ...(byName === undefined ? {} : { checkedInByName: byName }),
    correction: correction ? corrected(correction, manages) : null,
  }
}

type DeskCounts = Pick<EventCard, 'registrationCount' | 'seatsTaken' | 'checkedInCount'> &
  Partial<Pick<EventCard, 'registeredInCount' | 'correctedCount' | 'headsInCount'>>

/**
 * Counts `everybody`. If one read has not all of them: the card's counts, which follow a little later, with the
 * caller's own recent changes.
 */
const currentCounts = (
  card: EventCard,
  everybody: readonly Attendee[] | undefined,
  context: Parameters<typeof countsForReader>[1],
): DeskCounts =>
  everybody
    ? countsOfAll(everybody)
    : { ...card, ...countsForReader(card, context), ...checkInCountsForReader(card, context) }

/**
 * The rate, a percentage to one decimal, and its two numbers count registered people only. People without a
 * registration are `walkIns`. People who left the school are counted as they came (rules/checkins 53).
 */
export const statsOf = (counts: DeskCounts) => {
  const { registrationCount, seatsTaken, checkedInCount } = counts
  const { registeredInCount = 0, correctedCount = 0, headsInCount = 0 } = counts
  return {
    totalCheckedIn: registeredInCount,
    totalRegistrations: registrationCount,
    checkInRate:
      registrationCount === 0 ? 0 : Math.round((registeredInCount / registrationCount) * 1000) / 10,
    walkIns: Math.max(0, checkedInCount - registeredInCount),
    headsCheckedIn: headsInCount,
    seatsTaken,
    anonymousBrowserCheckIns: 0,
    corrections: correctedCount,
  }
}

type CheckedInQuery = Parameters<typeof pageOf>[0] & {
  readonly eventId: string
  readonly q?: string | undefined
  readonly checkedIn?: 'true' | 'false' | 'all' | undefined
  readonly status?: DoorPerson['status'] | undefined
  readonly only?: 'stats' | undefined
  readonly names?: 'true' | 'false' | undefined
  readonly orgId?: string | undefined
}

/**
 * Lists people who are in, or with `checkedIn` `false` or `all` those who may come, by prefixes of their names; `status`
 * limits the list to people with a seat, or to the waitlist (rules/checkins 46). A page
 * reads a hundred rows at most, so it may be short and continue. With a desk credential, no addresses are searched or
 * returned. `only` `stats` returns no people. `names` `true` tells organizers the names of those who checked people in.
 */
export const listCheckedIn = async (
  { eventId, orgId, q: sent = '', checkedIn = 'true', status, only, names, ...paged }: CheckedInQuery,
  context: Context<'optional'>,
) => {
  const shown = presentedCredential(context)
  const snapshot = await readSnapshot(context, { eventId, orgId, doorId: shown?.doorId }, false)
  const card = requirePresent(snapshot.card)
  const { manages, readsList } = await requireStaff(context, card, snapshot, shown)
  if (only === 'stats') {
    const everybody = await listAllPeople(context.table, card)
    return { attendees: [], stats: statsOf(currentCounts(card, everybody, context)), nextCursor: undefined }
  }
  const typed = wordsOf(sent)
  if (!readsList && typed.join('').length < 2) fail(SearchTooShort)
  const isListed = (name: string, username: string): boolean =>
    sent.trim() === '' || (typed.length > 0 && matchesPrefixes(typed, personWordsOf({ name, username })))
  const keep = ({ checkedIn: isIn, status: seat, name, username = '' }: Attendee): boolean =>
    (checkedIn === 'all' || isIn === (checkedIn === 'true')) &&
    (status === undefined || statusOf(seat) === status) &&
    isListed(name, username)
  const page = await attendeesPage(context.table, card, pageOf(paged), keep, { share: 0 })
  const [present, staff] = await Promise.all([
    filterStillAdmitted(context.table, card, page.items, context.now()),
    names === 'true' && manages ? readCheckInNames(context.table, eventId, page.items) : undefined,
  ])
  const attendees = present.map((row) => personView(row, manages, staff))
  return { attendees, stats: statsOf(currentCounts(card, page.everybody, context)), nextCursor: page.cursor }
}

type ExpectedQuery = Parameters<typeof pageOf>[0] & {
  readonly orgId: string
  readonly eventId: string
  readonly partial?: 'true' | 'false' | undefined
}

/**
 * Lists registrations of people who have not come yet, with `partial` also groups of which some people are missing.
 * Waitlist entries are not registrations (rules/checkins 10).
 */
export const listExpected = async (
  { orgId, eventId, partial, ...paged }: ExpectedQuery,
  context: Context<{ org: 'manage_events' }>,
) => {
  const { table, now } = context
  const card = requireEventOfOrg(await findCard(table, eventId), orgId)
  const isMissing = (row: Attendee): boolean =>
    !row.checkedIn || (partial === 'true' && headsInOf(row) < row.guestCount)
  const keep = (row: Attendee): boolean =>
    row.status === 'attending' && !row.walkIn && !row.left && isMissing(row)
  const page = await attendeesPage(table, card, pageOf(paged), keep, { share: 0 })
  const present = await filterStillAdmitted(table, card, page.items, now())
  const registrations = present.map((row) => ({
    userId: row.personId,
    ...(row.kind === 'u'
      ? { type: 'logged-in' as const }
      : { type: 'guest' as const, globalUserId: row.personId }),
    displayName: row.name,
    email: row.email,
    guestCount: row.guestCount,
    headsCheckedIn: headsInOf(row),
    registeredAt: row.registeredAt,
  }))
  return {
    registrations,
    stats: statsOf(currentCounts(card, page.everybody, context)),
    nextCursor: page.cursor,
  }
}
