import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { orgMember } from '../../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import { NoSuchEvent } from '../contract/failures.ts'
import { findCard } from '../lookup.ts'
import { canSeeEvent } from '../people.ts'
import type { EventCard } from '../records/event.ts'
import { eventViewsOf } from '../views.ts'
import { isListed, orgRightsFrom, orgRightsRefs, type Viewer, viewerOf, viewerWith } from '../visibility.ts'
import { hostEvents, mergePages, publicEvents } from './lists.ts'
import { listRegistrations } from './rsvps.ts'

/** Parses a number of a query. */
const numberOf = (text: string | undefined, otherwise: number, most: number): number => {
  const requestedCount = Math.trunc(Number(text))
  return text === undefined || !Number.isFinite(requestedCount)
    ? otherwise
    : Math.min(most, Math.max(1, requestedCount))
}

type LimitQuery = { readonly limit?: string | undefined }

/**
 * Lists other events of the same host, next event first. Two round trips. Fails with 404 `Event not found.` when the
 * reader may not see the event.
 */
export const listEventsOfSameHost = async (
  { eventId, ...query }: LimitQuery & { readonly eventId: string },
  context: Context<'optional'>,
) => {
  const { table, now } = context
  const limit = numberOf(query.limit, 3, 50)
  const card = (await findCard(table, eventId)) ?? fail(NoSuchEvent)
  const [viewer, { rows }] = await Promise.all([
    viewerOf(context, [card], { all: true }),
    mergePages([hostEvents(table, card.hostingId, 'live')], { from: now().toISOString(), limit: limit + 1 }),
  ])
  if (!(await canSeeEvent(card, viewer, context))) fail(NoSuchEvent)
  const others = rows.filter(
    (other) => other.eventId !== eventId && !other.host.dormant && isListed(other, viewer),
  )
  const known = viewer.rightsByOrg
  return { events: await eventViewsOf(others.slice(0, limit), context, { known }) }
}

/** Number of candidate events, of organizations to read, and of events for each. */
const suggestionLimits = { looked: 50, organizations: 5, each: 5 }

/** Reads the caller's interests. One round trip, in parallel with the candidate events. */
const readInterests = async ({ table, caller, now }: Context<'caller'>) => {
  const userId = caller.tenantUserId
  const [upcoming, user, memberships, going] = await Promise.all([
    mergePages([publicEvents(table, 'live')], { from: now().toISOString(), limit: suggestionLimits.looked }),
    userId === null ? undefined : table.get(tenantUser, { id: userId }),
    userId === null
      ? { items: [] }
      : table.list(orgMember, {
          index: 'gsi1',
          keyParams: { userId },
          limit: suggestionLimits.organizations,
        }),
    listRegistrations(table, caller, { from: now().toISOString(), limit: suggestionLimits.looked }),
  ])
  return {
    upcoming: upcoming.rows,
    tags: new Set(user?.tags.map((tag) => tag.toLowerCase())),
    orgIds: memberships.items.map(({ orgId }) => orgId),
    registered: new Set(going.items.map(({ eventId }) => eventId)),
  }
}

/** Reads events of the caller's organizations, members-only events included. */
const readOwnOrgEvents = async (
  table: Table,
  caller: Context<'caller'>['caller'],
  orgIds: readonly string[],
  from: string,
) => {
  if (caller.tenantUserId === null || orgIds.length === 0) return { rows: [], rightsByOrg: new Map() }
  const [offers, rightsByOrg] = await Promise.all([
    Promise.all(
      orgIds.map((orgId) =>
        mergePages([hostEvents(table, orgId, 'live')], { from, limit: suggestionLimits.each }),
      ),
    ),
    table.batchGet(orgRightsRefs(caller.tenantUserId, orgIds), { strong: true }),
  ])
  return {
    rows: offers.flatMap(({ rows }) => rows),
    rightsByOrg: orgRightsFrom(caller, orgIds, rightsByOrg),
  }
}

const isOfOwnOrganization = ({ rightsByOrg }: Viewer, card: EventCard): boolean =>
  [card.hostingId, ...card.collaborators].some((orgId) => rightsByOrg.get(orgId)?.member !== undefined)

/** Membership in the host weighs about as much as eight registrations, a shared tag as four. */
const scoreOf = (card: EventCard, viewer: Viewer, tags: ReadonlySet<string>): number => {
  const shared = card.tags.filter((tag) => tags.has(tag.toLowerCase())).length
  return (isOfOwnOrganization(viewer, card) ? 3 : 0) + 2 * shared + Math.log2(1 + card.registrationCount)
}

/**
 * Recommends upcoming events by membership, tags and popularity, without those the caller attends or created. Two round
 * trips for any number of events.
 */
export const recommendEvents = async (query: LimitQuery, context: Context<'caller'>) => {
  const { table, caller, now } = context
  const limit = numberOf(query.limit, 5, 20)
  const { upcoming, tags, orgIds, registered } = await readInterests(context)
  const { rows, rightsByOrg } = await readOwnOrgEvents(table, caller, orgIds, now().toISOString())
  const userId = caller.tenantUserId
  const viewer = viewerWith(caller, rightsByOrg)
  const candidates = new Map([...upcoming, ...rows].map((card) => [card.eventId, card]))
  const worth = (card: EventCard) => scoreOf(card, viewer, tags)
  const events = [...candidates.values()]
    .filter(
      (card) =>
        card.createdBy !== userId &&
        !registered.has(card.eventId) &&
        !card.host.dormant &&
        isListed(card, viewer),
    )
    .sort((a, b) => worth(b) - worth(a) || (a.start_time < b.start_time ? -1 : 1))
  return { events: await eventViewsOf(events.slice(0, limit), context, { known: rightsByOrg }) }
}
