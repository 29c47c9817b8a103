import type { Context } from '../../../lib/context.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { type OrgRights, orgMember } from '../../../lib/identity/org/organizations.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee } from '../records/attendee.ts'
import { type EventCard, eventCard } from '../records/event.ts'
import { eventViewsOf } from '../views.ts'
import { isShownToRegistrant, organizationsOf, viewerOf } from '../visibility.ts'
import { eventPage, iso, type ListRange, longestMs, type Source } from './lists.ts'

type RegistrantIds = Pick<Context<'caller'>['caller'], 'tenantUserId' | 'globalUserId'>

/**
 * The person's registrations and waitlist entries, ordered by event start. A person who joined the school after
 * registering as a guest also has a few guest rows.
 */
const registrationSources = (
  table: Table,
  { tenantUserId, globalUserId }: RegistrantIds,
): readonly Source<Attendee>[] => {
  const kinds: readonly [Attendee['kind'], string | null | undefined][] = [
    ['u', tenantUserId],
    ['g', globalUserId],
  ]
  return kinds.flatMap(([kind, personId]): Source<Attendee>[] =>
    personId
      ? [(part) => table.list(attendee, { index: 'gsi1', keyParams: { kind, personId }, ...part })]
      : [],
  )
}

/** Returns the first rows of each kind, and whether there are more. Paged lists return the rest. */
export const listRegistrations = async (table: Table, who: RegistrantIds, part: ListRange) => {
  const pages = await Promise.all(registrationSources(table, who).map((list) => list(part)))
  return {
    items: pages.flatMap(({ items }) => items),
    isMore: pages.some(({ cursor }) => cursor !== undefined),
  }
}

/** Reads event cards and leaves out missing ones. One round trip. */
export const readCards = async (table: Table, ids: readonly string[]): Promise<EventCard[]> => {
  const cards = await table.batchGet([...new Set(ids)].map((eventId) => key(eventCard, { eventId })))
  return (cards as (EventCard | undefined)[]).filter((card) => card !== undefined)
}

const statusOf = { attending: 'attending', waiting: 'waitlisted' } as const

const maxMemberships = 100

/** The caller's organizations from the index, which may lag by a moment. That is enough for the caller's own list. */
const ownOrganizations = async ({ table, caller }: Context<'caller'>): Promise<ReadonlySet<string>> => {
  const userId = caller.tenantUserId
  if (userId === null) return new Set()
  const { items } = await table.list(orgMember, {
    index: 'gsi1',
    keyParams: { userId },
    limit: maxMemberships,
  })
  return new Set(items.flatMap(({ orgId, status }) => (status === 'active' ? [orgId] : [])))
}

/** Reads the events of some rows that the caller's own list shows, with the caller's registration. */
const readVisibleCards = async (
  rows: readonly Attendee[],
  own: ReadonlySet<string>,
  context: Context<'caller'>,
) => {
  const cards = await readCards(
    context.table,
    rows.map(({ eventId }) => eventId),
  )
  const isClosed = (card: EventCard): boolean =>
    card.visibility === 'members_only' && !organizationsOf(card).some((orgId) => own.has(orgId))
  const viewer = await viewerOf(context, cards.filter(isClosed), { all: true })
  const at = context.now().toISOString()
  const shown = cards.filter(
    (card) => isShownToRegistrant(card, isClosed(card) ? viewer : undefined) && card.end_time >= at,
  )
  return { shown, rightsByOrg: viewer.rightsByOrg }
}

/**
 * Lists events that the caller attends or waits for and that are not over, next event first. Two round trips, and a
 * third when an event is for members of an organization that the caller does not belong to.
 */
export const listGoingEvents = async (query: Parameters<typeof pageOf>[0], context: Context<'caller'>) => {
  const { table, caller, now } = context
  const ownOrgIds = ownOrganizations(context)
  const cards = new Map<string, EventCard>()
  const known = new Map<string, OrgRights>()
  const keep = async (rows: readonly Attendee[]) => {
    const { shown, rightsByOrg } = await readVisibleCards(rows, await ownOrgIds, context)
    for (const [orgId, rights] of rightsByOrg) known.set(orgId, rights)
    const fresh = new Set(shown.map(({ eventId }) => eventId).filter((eventId) => !cards.has(eventId)))
    for (const card of shown) cards.set(card.eventId, card)
    // A person who also registered as a guest appears once.
    return rows.filter(({ eventId }) => fresh.delete(eventId))
  }
  const [{ items, cursor }] = await Promise.all([
    eventPage({
      sources: registrationSources(table, caller),
      from: iso(now().getTime() - longestMs),
      numbered: pageOf(query),
      scope: 'going',
      keep,
    }),
    ownOrgIds,
  ])
  const shown = items.flatMap(({ eventId }) => cards.get(eventId) ?? [])
  const views = await eventViewsOf(shown, context, { known })
  const events = views.flatMap((view, at) => {
    const row = items[at]
    return row ? [{ ...view, rsvpStatus: statusOf[row.status], guestCount: row.guestCount }] : []
  })
  return { events, nextCursor: cursor }
}
