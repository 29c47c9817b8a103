import { type AudiencePage, pageSize } from '../../lib/audience.ts'
import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type EventCard, eventCard, eventJob, isAdmitted, requireCardOf, viewerOf } from '../events/index.ts'
import { findForfeited } from './entitlement.ts'
import { jobAssignment, volunteerSignup } from './repository.ts'
import { assignmentViewOf, jobViewOf, readJobViewContext, signupViewOf, staffedViewOf } from './views.ts'

type OrgContext = Context<OrgAccess>
type EventScope = { readonly orgId: string; readonly eventId: string }
type EventJobsQuery = EventScope & {
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}

/** Assignments in the list of jobs. The assignment list has all of them. */
const mostShown = 200

const hundredPerPage = ({ limit = '100', cursor }: Pick<EventJobsQuery, 'limit' | 'cursor'>) =>
  pageOf({ limit, cursor })

/** Lists jobs of an event with assigned people: at most 100 jobs, and the first 200 assignments. */
export const listEventJobs = async ({ orgId, eventId }: EventScope, { table }: OrgContext) => {
  const [, jobs, found] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    table.list(eventJob, { keyParams: { eventId }, limit: 100 }),
    table.list(jobAssignment, { keyParams: { eventId }, limit: mostShown }),
  ])
  const viewContext = await readJobViewContext(table, found.items, jobs.items)
  const views = found.items.map((assignment) => staffedViewOf(assignment, viewContext))
  const roles = jobs.items.map((job) => ({
    ...jobViewOf(job),
    assignments: views.filter(({ roleId }) => roleId === job.jobId),
  }))
  return { roles, assignmentsTruncated: found.cursor !== undefined }
}

/** Lists one page of assignments of an event, or of one of its jobs. */
export const listAssignments = async (
  { orgId, eventId, roleId, ...query }: EventJobsQuery & { readonly roleId?: string | undefined },
  { table }: OrgContext,
) => {
  const keyParams: Record<string, string> = roleId ? { eventId, jobId: roleId } : { eventId }
  const [, { items, cursor }] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    table.list(jobAssignment, { keyParams, ...hundredPerPage(query) }),
  ])
  const viewContext = await readJobViewContext(table, items)
  return {
    assignments: items.map((assignment) => assignmentViewOf(assignment, viewContext)),
    nextCursor: cursor,
  }
}

/** Lists one page of sign-ups for an event. */
export const listVolunteerSignups = async (
  { orgId, eventId, ...query }: EventJobsQuery,
  { table }: OrgContext,
) => {
  const [, { items, cursor }] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    table.list(volunteerSignup, { keyParams: { eventId }, ...hundredPerPage(query) }),
  ])
  const viewContext = await readJobViewContext(table, items)
  return { signups: items.map((signup) => signupViewOf(signup, viewContext)), nextCursor: cursor }
}

/** The maximum length of a shift, so that the list includes shifts in progress. */
const longestMs = 14 * dayMs

/** Lists the caller's current and future work, soonest first. */
export const listMyAssignments = async (
  query: Pick<EventJobsQuery, 'limit' | 'cursor'>,
  context: Context<'member'>,
) => {
  const { table, caller, now } = context
  const from = new Date(now().getTime() - longestMs).toISOString()
  const { items, cursor } = await table.list(jobAssignment, {
    index: 'gsi1',
    keyParams: { memberId: caller.tenantUserId },
    from,
    ...hundredPerPage(query),
  })
  const eventIds = [...new Set(items.map(({ eventId }) => eventId))]
  const [viewContext, cards] = await Promise.all([
    readJobViewContext(table, items),
    table.batchGet(eventIds.map((eventId) => key(eventCard, { eventId }))),
  ])
  const events = new Map(
    cards.flatMap((card) => (card && card.deletedAt === undefined ? [[card.eventId, card]] : [])),
  )
  const viewer = await viewerOf(context, [...events.values()])
  const isOpen = (card: EventCard | undefined): boolean => card === undefined || isAdmitted(card, viewer)
  const shown = items.filter(({ eventId }) => isOpen(events.get(eventId)))
  const assignments = shown.map((assignment) => {
    const card = events.get(assignment.eventId)
    const event = card && { ...card, _id: card.eventId }
    return { ...assignmentViewOf(assignment, viewContext), ...(event ? { event } : {}) }
  })
  return { assignments, nextCursor: cursor }
}

/** One page of an event's workers for notifications: tenant users with a confirmed assignment. */
export const workersPage = async (
  table: Table,
  eventId: string,
  cursor: string | undefined,
): Promise<AudiencePage> => {
  const page = await table.list(jobAssignment, {
    keyParams: { eventId },
    limit: pageSize,
    cursor,
    strong: true,
  })
  const confirmed = page.items.filter(({ status }) => status === 'confirmed')
  const gone = new Set(await findForfeited(table, confirmed, ({ assignedAt }) => assignedAt))
  const working = confirmed.filter((assignment) => !gone.has(assignment))
  const people = [...new Set(working.map(({ memberId }) => memberId))]
  return { people, ...(page.cursor ? { next: page.cursor } : {}) }
}

/** Filters people to those who work at an event now. Reads all of its workers, who are few. */
export const workersAmong = async (
  table: Table,
  eventId: string,
  people: readonly string[],
): Promise<readonly string[]> => {
  const working = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await workersPage(table, eventId, cursor)
    for (const id of page.people) working.add(id)
    cursor = page.next
  } while (cursor !== undefined)
  return people.filter((id) => working.has(id))
}
