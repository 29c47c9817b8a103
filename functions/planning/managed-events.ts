import { pageOf } from '../../lib/contract/paging.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  countsForReader,
  desk,
  deskViewOf,
  type EventCard,
  type EventStatus,
  eventStatuses,
  findNewestApproval,
  plannedView,
  requireEventOf,
} from '../events/index.ts'
import { type HostTally, hostTally } from '../lifecycle/index.ts'
import type { contract } from './contract.ts'
import { listManagedEvents } from './managed-lists.ts'
import { listedView } from './views.ts'

type Rows = (typeof contract)['rows']

const countsOf = (tally: HostTally | undefined): Record<EventStatus, number> =>
  Object.fromEntries(eventStatuses.map((status) => [status, tally?.[status] ?? 0])) as Record<
    EventStatus,
    number
  >

const summaryOf = (tally: HostTally | undefined) => {
  const statusCounts = countsOf(tally)
  const totalEvents = Object.values(statusCounts).reduce((sum, count) => sum + count, 0)
  const totalExpectedAttendance = tally?.expected ?? 0
  const avgExpectedAttendance =
    totalEvents === 0 ? 0 : Math.round((totalExpectedAttendance / totalEvents) * 100) / 100
  return { totalEvents, totalExpectedAttendance, avgExpectedAttendance, statusCounts }
}

/**
 * Lists events that an organization hosts or helps to run, for its event managers. One round trip for any number of
 * events, two for a search: totals are maintained as events change. A filtered list reads 100 rows a page and may
 * return fewer.
 */
export const listOrgEvents: Operation<Rows['listOrgEvents']> = async (asked, context) => {
  const { orgId } = asked
  const { page, limit } = pageOf(asked)
  const [found, tally] = await Promise.all([
    listManagedEvents(asked, context),
    context.table.get(hostTally, { hostingType: 'Org', hostingId: orgId }),
  ])
  const summary = summaryOf(tally)
  const status = asked.status && asked.status !== 'all' ? asked.status : undefined
  const hasMore = found.cursor !== undefined
  const counted = status ? summary.statusCounts[status] : summary.totalEvents
  const totalEvents = found.narrowed ? found.total : Math.max(counted, found.total)
  return {
    events: found.items.map((card) => listedView(card, orgId, context.now())),
    pagination: {
      currentPage: page,
      totalPages: Math.max(1, Math.ceil(totalEvents / limit)),
      totalEvents,
      hasMore,
      nextCursor: found.cursor,
      ...(found.narrowed && hasMore ? { totalIsLowerBound: true } : {}),
      ...(found.sortedWithin === undefined ? {} : { sortedWithin: found.sortedWithin }),
    },
    summary,
  }
}

/** Finds the approval that applies to an event: its own latest one, or the series' while it follows the series. */
const approvalOf = async (table: Table, { eventId, seriesId, submission }: EventCard) => {
  if (submission > 0) return undefined
  return seriesId === undefined || seriesId === eventId ? undefined : findNewestApproval(table, seriesId)
}

/** Returns one managed event. One round trip, or two for an event that follows the first of its series. */
export const getOrgEvent: Operation<Rows['getOrgEvent']> = async ({ orgId, eventId }, context) => {
  const { table, now } = context
  const [whole, own, place] = await Promise.all([
    requireEventOf(table, orgId, eventId),
    findNewestApproval(table, eventId),
    table.get(desk, { eventId }),
  ])
  const counts = countsForReader(whole.card, context)
  const { registrationCount } = counts
  const approval = own ?? (await approvalOf(table, whole.card))
  return {
    event: {
      ...plannedView(whole, now()),
      ...counts,
      ...deskViewOf(place),
      approvalReference: approval?._id ?? null,
    },
    analytics: { registrations: registrationCount, uniqueRegistrations: registrationCount },
  }
}
