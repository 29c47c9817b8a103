import { bucketOf } from '../../../functions/analytics/counters.ts'
import { eventStats, growthMonth } from '../../../functions/analytics/repository.ts'
import { seatCounter, waitlistEntry } from '../../../functions/attendance/repository.ts'
import {
  type Attendee,
  attendee,
  copiedEventFields,
  type EventCard,
  eventCard,
} from '../../../functions/events/index.ts'
import { memberRows, newMember } from '../../../lib/identity/org/membership.ts'
import { memberRole } from '../../../lib/identity/org/organizations.ts'
import { engagement, participation } from '../../../lib/identity/org/participation.ts'
import { organization, orgHistory } from '../../../lib/identity/org/records.ts'
import { memberWords } from '../../../lib/identity/person/names.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { wordWrites } from '../../../lib/search/rows.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { importItem, replace, update, type Write } from '../../../lib/table/write.ts'
import { problem } from '../problem.ts'

/**
 * Rows that a demo school has many of. They are written in batches, as an import writes them: nobody is notified, and
 * the counts that the stream would derive are written with them.
 */

const written = async (table: Table, writes: readonly Write[]): Promise<void> => {
  const outcome = await table.write(writes)
  if (!outcome.ok)
    throw problem('The demo schools could not be filled: delete the data folder and start again.')
}

export const readUsers = async (table: Table, ids: readonly string[]): Promise<readonly TenantUser[]> => {
  const found = await table.batchGet(
    ids.map((id) => key(tenantUser, { id })),
    { strong: true },
  )
  return found.filter((user) => user !== undefined)
}

/** An id for each call. */
type Ids = () => string

/** Makes people plain members of a club, with their rows for the search. At most 20 people fit into one transaction. */
export const addMembers = async (
  table: Table,
  orgId: string,
  users: readonly TenantUser[],
  at: string,
  newId: Ids,
): Promise<void> => {
  const words: Write[] = []
  const rows = users.flatMap((user) => {
    const member = newMember(user, at, { orgId, roles: [memberRole] })
    words.push(...wordWrites(memberWords, member))
    const history = { orgId, userId: user.id, id: newId(), at, action: 'joined' as const, toStatus: 'active' }
    return [
      ...memberRows(member).map(({ write }) => asImported(write)),
      importItem(orgHistory, { ...history, roles: [memberRole], actorUserId: user.id }),
      replace(tenantUser, user, { ...user, clubAssociations: [...user.clubAssociations, orgId] }),
    ]
  })
  const count = update(organization, { orgId }, { add: { memberCount: users.length, version: 1 } })
  await written(table, [...rows, count])
  await table.store(words)
}

const asImported = (write: Write): Write => (write.does === 'put' ? { ...write, brought: true } : write)

/** A person's registration. `at` is the time of registration (ISO 8601). */
export type Registration = { readonly user: TenantUser; readonly at: string; readonly came: boolean }

const rowOf = (
  card: EventCard,
  { user, at, came }: Registration,
  entryId: string,
  waits: boolean,
): Attendee => ({
  eventId: card.eventId,
  kind: 'u',
  personId: user.id,
  globalUserId: user.globalUserId,
  name: user.name,
  username: user.username,
  email: user.email,
  entryId,
  status: waits ? 'waiting' : 'attending',
  ...(waits ? { place: `${at}#${entryId}` } : {}),
  registeredAt: at,
  guestCount: 1,
  checkedIn: came,
  ...(came ? { checkedInAt: card.start_time } : {}),
  ...copiedEventFields(card),
  version: 1,
})

const growthOf = (eventId: string, rows: readonly Attendee[]): Write[] => {
  const months = new Map<string, Record<string, number>>()
  for (const { registeredAt } of rows) {
    const { month, field } = bucketOf(registeredAt)
    const fields = months.get(month) ?? {}
    months.set(month, { ...fields, [field]: (fields[field] ?? 0) + 1 })
  }
  return [...months].map(([month, fields]) => importItem(growthMonth, { eventId, month, ...fields }))
}

/** Figures of an event page: views of signed-in people, views of others, and when the last one was. */
export type Views = { readonly people: number; readonly others: number; readonly lastAt: string }

/**
 * Registers people in the order of their registration: seats first, then the waitlist. Returns the rows. The card is
 * written normally, so that the stream adds the event to the figures of its club and school.
 */
export const registerPeople = async (
  table: Table,
  eventId: string,
  registrations: readonly Registration[],
  views: Views,
  newId: Ids,
): Promise<readonly Attendee[]> => {
  const card = await table.get(eventCard, { eventId }, { strong: true })
  if (!card) throw problem(`The demo school has no event ${eventId}.`)
  const seats = card.maxAttendees ?? registrations.length
  const rows = registrations.map((one, nth) => rowOf(card, one, newId(), nth >= seats))
  const seated = rows.filter(({ status }) => status === 'attending')
  const waiting = rows.filter(({ status }) => status === 'waiting')
  const came = seated.filter(({ checkedIn }) => checkedIn).length
  const preview = seated.slice(0, 5).map(({ personId, name, username, registeredAt }) => ({
    kind: 'u' as const,
    id: personId,
    name,
    username,
    registeredAt,
    guestCount: 1,
  }))
  const counts = {
    registrationCount: seated.length,
    seatsTaken: seated.length,
    waitlistCount: waiting.length,
  }
  const entered = came === 0 ? {} : { checkedInCount: came, registeredInCount: came, headsInCount: came }
  const places = waiting.map(({ place = '', personId }) =>
    importItem(waitlistEntry, { eventId, place, kind: 'u' as const, personId, guestCount: 1 }),
  )
  await written(table, [
    ...rows.map((row) => importItem(attendee, row)),
    ...places,
    ...growthOf(eventId, seated),
    importItem(eventStats, {
      eventId,
      views: views.people,
      uniqueViews: Math.ceil(views.people * 0.8),
      anonymousViews: views.others,
      uniqueAnonymousViews: Math.ceil(views.others * 0.9),
      fromExplore: Math.ceil(views.people * 0.5),
      fromOrgPage: Math.ceil(views.people * 0.2),
      registrations: seated.length,
      ...(came === 0 ? {} : { checkins: came }),
      lastViewAt: views.lastAt,
    }),
    update(
      seatCounter,
      { eventId },
      {
        add: { taken: seated.length, waiting: waiting.length, version: 1 },
        set: { hasWaitlist: waiting.length > 0 },
      },
    ),
    update(
      eventCard,
      { eventId },
      { add: { ...counts, ...entered, version: 1 }, set: { firstAttendees: preview } },
    ),
  ])
  return seated
}

/** Counts the events of each club that each person attends, which the stream does for normal registrations. */
export const countParticipation = async (
  table: Table,
  seated: readonly Attendee[],
  membersOf: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> => {
  for (const [orgId, rows] of Map.groupBy(seated, ({ hostOrg = '' }) => hostOrg)) {
    const members = membersOf.get(orgId)
    const people = [...Map.groupBy(rows, ({ personId }) => personId)].map(([userId, own]) => ({
      orgId,
      userId,
      events: own.length,
      member: members?.has(userId) === true,
      version: 1,
    }))
    const counted = people.filter(({ member }) => member)
    const events = counted.reduce((sum, { events: own }) => sum + own, 0)
    await written(table, [
      ...people.map((row) => importItem(participation, row)),
      importItem(engagement, { orgId, membersWithEvents: counted.length, events }),
    ])
  }
}
