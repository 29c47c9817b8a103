import type { Context } from '../../../lib/context.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { orgMember } from '../../../lib/identity/org/organizations.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Page } from '../../../lib/table/lists/list.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee } from '../records/attendee.ts'
import { type EventCard, eventCard } from '../records/event.ts'
import { eventViewsOf } from '../views.ts'
import { isOnOwnList, organizationsOf, readAll, viewerOf } from '../visibility.ts'
import { iso, longestMs } from './lists.ts'

type World = Context<'caller'>
type Window = {
  readonly from: string
  readonly to?: string
  readonly limit: number
  readonly cursor?: string | undefined
  readonly descending?: boolean
}

const listKind = async (
  table: Table,
  kind: Attendee['kind'],
  personId: string | null | undefined,
  window: Window,
): Promise<Page<Attendee>> =>
  personId ? table.list(attendee, { index: 'gsi1', holes: { kind, personId }, ...window }) : { items: [] }

type Who = Pick<World['caller'], 'tenantUserId' | 'globalUserId'>

/**
 * One page of what somebody is registered for, or in line for, in the order of the events' beginning. Who registered as
 * a guest before joining the school has a few such rows, which stand on the first page.
 */
export const listGoing = async (
  table: Table,
  { tenantUserId, globalUserId }: Who,
  window: Window,
): Promise<Page<Attendee>> => {
  if (tenantUserId === null) return listKind(table, 'g', globalUserId, window)
  const [own, asGuest] = await Promise.all([
    listKind(table, 'u', tenantUserId, window),
    window.cursor === undefined ? listKind(table, 'g', globalUserId, window) : { items: [] },
  ])
  return { ...own, items: [...own.items, ...asGuest.items] }
}

/** Cards of events, those that are gone left out. One round trip. */
export const readCards = async (table: Table, ids: readonly string[]): Promise<EventCard[]> => {
  const cards = await readAll(
    table,
    [...new Set(ids)].map((eventId) => key(eventCard, { eventId })),
    false,
  )
  return (cards as (EventCard | undefined)[]).filter((card) => card !== undefined)
}

const statusOf = { attending: 'attending', waiting: 'waitlisted' } as const

const mostMemberships = 100

/** Organizations of the caller, by the index. It names who belongs there, or did a moment ago: enough for an own list. */
const ownOrganizations = async ({ table, caller }: World): Promise<ReadonlySet<string>> => {
  const userId = caller.tenantUserId
  if (userId === null) return new Set()
  const { items } = await table.list(orgMember, { index: 'gsi1', holes: { userId }, limit: mostMemberships })
  return new Set(items.flatMap(({ orgId, status }) => (status === 'active' ? [orgId] : [])))
}

/**
 * Events that the caller attends or waits for and that are not over, the next first: two round trips,
 * and a third where one is for members of an organization that the caller does not belong to.
 */
export const goingPage = async (asked: Parameters<typeof pageOf>[0], context: World) => {
  const { table, caller, now } = context
  const { limit, cursor } = pageOf(asked)
  const from = iso(now().getTime() - longestMs)
  const [page, own] = await Promise.all([
    listGoing(table, caller, { from, limit, cursor }),
    ownOrganizations(context),
  ])
  const rows = new Map(page.items.map((row) => [row.eventId, row]))
  const cards = await readCards(table, [...rows.keys()])
  const isClosed = (card: EventCard): boolean =>
    card.visibility === 'members_only' && !organizationsOf(card).some((orgId) => own.has(orgId))
  const closed = cards.filter(isClosed)
  const viewer = await viewerOf(context, closed, { all: true })
  const at = now().toISOString()
  const shown = cards
    .filter((card) => isOnOwnList(card, isClosed(card) ? viewer : undefined) && card.end_time >= at)
    .sort((a, b) => (a.start_time < b.start_time ? -1 : 1))
  const views = await eventViewsOf(shown, context, { known: viewer.standings })
  const events = views.map((view) => {
    const row = rows.get(view._id)
    return {
      ...view,
      rsvpStatus: statusOf[row?.status ?? 'attending'],
      guestCount: row?.guestCount ?? 1,
    }
  })
  return { events, nextCursor: page.cursor }
}
