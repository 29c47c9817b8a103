import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { NotAMember } from '../../../lib/contract/failures.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import {
  NotAnOrgMember,
  OrganizationNotFound,
  permissionRequired,
} from '../../../lib/contract/permissions.ts'
import { findOrgRights } from '../../../lib/identity/org/rights.ts'
import { changesRequestedView, type EventCard, type Shelf } from '../records/event.ts'
import { eventViewsOf } from '../views.ts'
import { eventPage, hostEvents, iso, type ListRange, longestMs } from './lists.ts'

/** Filters of the caller's own list. */
export const ownTypes = ['future', 'past', 'ongoing', 'archived', 'pending', 'draft'] as const
type MyEventType = (typeof ownTypes)[number]

type MyEventsQuery = Parameters<typeof pageOf>[0] & {
  readonly orgId?: string | undefined
  readonly type?: MyEventType | undefined
  readonly sort?: 'asc' | 'desc' | undefined
}

type Selection = Pick<ListRange, 'from' | 'to'> & {
  readonly shelves: readonly Shelf[]
  readonly descending?: boolean
  fits?(card: EventCard): boolean
}

const selectionOf = (type: MyEventType | undefined, now: number): Selection => {
  const at = iso(now)
  const begun = { from: iso(now - longestMs), to: at }
  switch (type) {
    case undefined:
      return { shelves: ['work', 'live'] }
    case 'future':
      return { shelves: ['work', 'live'], from: at }
    case 'ongoing':
      return { shelves: ['live'], ...begun, fits: ({ end_time }) => end_time >= at }
    case 'past':
      return { shelves: ['live', 'past'], to: at, descending: true, fits: (card) => isOver(card, at) }
    case 'archived':
      return { shelves: ['past'], descending: true, fits: ({ status }) => status === 'archived' }
    default:
      return { shelves: ['work'], fits: ({ status }) => status === type }
  }
}

const isOver = ({ end_time, status }: EventCard, at: string): boolean =>
  end_time < at && status !== 'archived'

/** The event that has the approval: the first of the series for an event submitted with its series. */
const approvalOf = (card: EventCard | undefined) => {
  if (card === undefined) return null
  const { eventId, seriesId, submission, status } = card
  if (submission > 0) return { eventId }
  const follows = seriesId !== undefined && seriesId !== eventId
  return follows && (status === 'pending' || status === 'approved' || status === 'rejected')
    ? { eventId: seriesId }
    : null
}

/** Rows that a filtered list reads for one page. */
const maxExamined = 100

const requireManagedList = async (context: Context<'caller'>, orgId: string): Promise<string> => {
  const rights = (await findOrgRights(context, orgId)) ?? fail(OrganizationNotFound)
  if (rights.may('manage_events')) return orgId
  return fail(rights.member ? permissionRequired('manage_events') : NotAnOrgMember)
}

/**
 * Lists events hosted by the caller or by organizations whose events the caller manages. It includes drafts and events
 * that those organizations help to run. One round trip, in parallel with that of the rights.
 */
export const listMyEvents = async (
  { orgId, type, sort, ...query }: MyEventsQuery,
  context: Context<'caller'>,
) => {
  const { table, caller, now } = context
  const { shelves, fits, ...part } = selectionOf(type, now().getTime())
  const hostingId = orgId ?? caller.tenantUserId ?? fail(NotAMember)
  const numbered = pageOf(query)
  const descending = sort === undefined ? part.descending === true : sort === 'desc'
  const [page] = await Promise.all([
    eventPage({
      ...part,
      descending,
      sources: shelves.map((shelf) => hostEvents(table, hostingId, shelf)),
      numbered,
      scope: `mine\n${hostingId}\n${type ?? ''}\n${descending}`,
      ...(fits ? { examined: maxExamined, keep: (cards) => cards.filter(fits) } : {}),
    }),
    orgId === undefined ? undefined : requireManagedList(context, orgId),
  ])
  const views = await eventViewsOf(page.items, context)
  const events = views.map((view, at) => {
    const card = page.items[at]
    return { ...view, ...(card && changesRequestedView(card)), approvalReference: approvalOf(card) }
  })
  return { events, nextCursor: page.cursor }
}
