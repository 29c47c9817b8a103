import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { normalForm } from '../../lib/contract/text/normal-form.ts'
import { listAttendees, nameOf, personOf } from '../attendance/index.ts'
import { type Attendee, type EventCard, filterStillAdmitted, findCard } from '../events/index.ts'
import { presentedCredential, requireEventOfOrg, requireStaff } from './access.ts'
import { requirePresent } from './desk.ts'
import { type DoorPerson, SearchTooShort } from './shapes.ts'
import { readSnapshot } from './snapshot.ts'

/** Why it was corrected is for who manages the event. */
const corrected = ({ at, by, reason }: NonNullable<Attendee['correction']>, manages: boolean) =>
  manages && reason !== undefined ? { at, by, reason } : { at, by }

const personView = (row: Attendee, manages: boolean): DoorPerson => {
  const { kind, personId, name, username, picture, sourceTenant, email } = row
  const { status, guestCount, registeredAt, walkIn, checkedIn, checkedInAt, checkedInBy } = row
  const { correction } = row
  const id =
    kind === 'u'
      ? { user: { _id: personId, name, username: username ?? '', picture } }
      : { globalUserId: personId, sourceTenant }
  return {
    personId: nameOf(row),
    userId: personOf(row, { addressed: manages }),
    ...id,
    name,
    picture,
    ...(manages ? { email } : {}),
    status: status === 'waiting' ? 'waitlisted' : status,
    guestCount,
    registeredAt,
    walkIn: walkIn ?? false,
    checkedIn,
    checkedInAt: checkedInAt ?? null,
    checkedInBy: !checkedInBy || checkedInBy === personId ? null : checkedInBy,
    correction: correction ? corrected(correction, manages) : null,
  }
}

/**
 * Counts as the card has them, folded from the rows. The rate is in percent, to one decimal: of those who registered, without
 * those who came all the same.
 */
export const statsOf = ({
  checkedInCount,
  registeredInCount = 0,
  registrationCount,
  correctedCount = 0,
}: EventCard) => ({
  totalCheckedIn: checkedInCount,
  totalRegistrations: registrationCount,
  checkInRate: registrationCount === 0 ? 0 : Math.round((registeredInCount / registrationCount) * 1000) / 10,
  anonymousBrowserCheckIns: 0,
  corrections: correctedCount,
})

const normal = (text: string): string => normalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word that was asked for begins a word of a name. */
const isNamed = ({ name, username = '' }: Attendee, asked: string): boolean => {
  const words = normal(`${name} ${username}`).split(/[\s.,_-]+/)
  return normal(asked)
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

type CheckedInQuery = Parameters<typeof pageOf>[0] & {
  readonly eventId: string
  readonly q?: string | undefined
  readonly checkedIn?: 'true' | 'false' | 'all' | undefined
  readonly orgId?: string | undefined
}

/**
 * Who is in, or with `checkedIn` `false` or `all` who may come, by the beginning of their names. A page looks at a hundred
 * rows at most, so it may be short and go on. A door credential searches and reads no addresses.
 */
export const listCheckedIn = async (
  { eventId, orgId, q: sent = '', checkedIn = 'true', ...paged }: CheckedInQuery,
  context: Context<'optional'>,
) => {
  const shown = presentedCredential(context)
  const snapshot = await readSnapshot(context, { eventId, orgId, doorId: shown?.doorId }, false)
  const card = requirePresent(snapshot.card)
  const { manages } = await requireStaff(context, card, snapshot, shown)
  const q = sent.trim()
  if (q.length < (manages ? 0 : 2)) fail(SearchTooShort)
  const keep = (row: Attendee): boolean =>
    !row.left &&
    (checkedIn === 'all' || row.checkedIn === (checkedIn === 'true')) &&
    (q === '' || isNamed(row, q))
  const page = await listAttendees(context.table, card, pageOf(paged), keep, { share: 0 })
  const present = await filterStillAdmitted(context.table, card, page.items, context.now())
  const attendees = present.map((row) => personView(row, manages))
  return { attendees, stats: statsOf(card), nextCursor: page.cursor }
}

type ExpectedQuery = Parameters<typeof pageOf>[0] & { readonly orgId: string; readonly eventId: string }

/** Registrations of people who have not come yet. Those in line are none (rules/checkins 10). */
export const listExpected = async (
  { orgId, eventId, ...paged }: ExpectedQuery,
  { table, now }: Context<{ org: 'manage_events' }>,
) => {
  const card = requireEventOfOrg(await findCard(table, eventId), orgId)
  const keep = ({ status, walkIn, checkedIn, left }: Attendee): boolean =>
    status === 'attending' && !walkIn && !checkedIn && !left
  const page = await listAttendees(table, card, pageOf(paged), keep, { share: 0 })
  const present = await filterStillAdmitted(table, card, page.items, now())
  const registrations = present.map(({ kind, personId, name, email, guestCount, registeredAt }) => ({
    userId: personId,
    ...(kind === 'u' ? { type: 'logged-in' as const } : { type: 'guest' as const, globalUserId: personId }),
    displayName: name,
    email,
    guestCount,
    registeredAt,
  }))
  return { registrations, stats: statsOf(card), nextCursor: page.cursor }
}
