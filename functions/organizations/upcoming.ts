import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { findStanding } from '../../lib/identity/org-standing.ts'
import { OrgNotFound } from './failures.ts'
import { orgNameKey } from './naming.ts'
import { type EventCard, findIdByName, findWhole, listLiveEvents } from './repository.ts'
import { eventViewOf } from './views.ts'

type World = Context<'caller'>
type Paged = Parameters<typeof pageOf>[0]

const isVisible =
  (insider: boolean) =>
  ({ visibility }: EventCard): boolean =>
    visibility === 'members_only' ? insider : visibility !== 'unlisted'

/** Events of an organization that are still to come (specification, GET /:orgId/events). */
export const upcomingPage = async (
  { orgId, ...asked }: Paged & { readonly orgId: string },
  context: World,
) => {
  const { table, now } = context
  const numbered = pageOf({ ...asked, limit: asked.limit ?? '15' })
  const [standing, page] = await Promise.all([
    findStanding(context, orgId),
    listLiveEvents(table, orgId, now().toISOString(), numbered),
  ])
  if (!standing) return fail(OrganizationNotFound)
  const insider = standing.member !== undefined || standing.isOwner || standing.isAdmin
  const events = page.items.filter(isVisible(insider)).map(eventViewOf)
  const hasMore = page.cursor !== undefined
  const total = (numbered.page - 1) * numbered.limit + events.length
  return { events, hasMore, total, totalIsLowerBound: hasMore, nextCursor: page.cursor }
}

/** Looked at for one page of meetings. */
const mostExamined = 100

/** Meetings that an organization hosts (specification, GET /get-meetings/:name). */
export const meetingsPage = async ({ name, ...asked }: Paged & { readonly name: string }, context: World) => {
  const { table } = context
  const orgId = (await findIdByName(table, orgNameKey(name))) ?? fail(OrgNotFound)
  const [whole, standing, page] = await Promise.all([
    findWhole(table, orgId),
    findStanding(context, orgId),
    listLiveEvents(table, orgId, undefined, { ...pageOf(asked), limit: mostExamined }),
  ])
  if (!whole || !standing) return fail(OrgNotFound)
  const insider = standing.member !== undefined || standing.isOwner || standing.isAdmin
  const meetings = page.items
    .filter(({ type }) => type.toLowerCase() === 'meeting')
    .filter(isVisible(insider))
  return { events: meetings.map(eventViewOf), nextCursor: page.cursor }
}
