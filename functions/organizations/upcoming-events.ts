import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { orgNameKey } from '../../lib/identity/org/name.ts'
import { findOrgRights } from '../../lib/identity/org/rights.ts'
import type { Operation } from '../../lib/operation.ts'
import {
  type EventCard,
  eventPage,
  eventViewsOf,
  hostEvents,
  isHostedBy,
  isListed,
  longestMs,
  viewerOf,
} from '../events/index.ts'
import { OrgNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { findIdByName, findOrganizationRecord } from './repository.ts'

type Rows = (typeof contract)['rows']

/**
 * Filters an organization's events to those that lists may show the caller. The caller's rights are read in parallel.
 */
const listedIn =
  (context: Context<'caller'>, orgId: string, reading: ReturnType<typeof findOrgRights>) =>
  async (cards: readonly EventCard[]): Promise<readonly EventCard[]> => {
    const rights = await reading
    if (!rights) return []
    const viewer = await viewerOf(context, cards, { known: new Map([[orgId, rights]]) })
    return cards.filter((card) => isListed(card, viewer))
  }

/**
 * Lists an organization's running and upcoming events, with those it collaborates on (rules/organizations 26). One round trip. A
 * second one reads rights in other organizations when a members-only event needs them.
 */
export const listOrganizationEvents: Operation<Rows['listOrganizationEvents']> = async (
  { orgId, ...query },
  context,
) => {
  const { table, now } = context
  const reading = findOrgRights(context, orgId)
  const listed = listedIn(context, orgId, reading)
  const at = now().toISOString()
  const [rights, page] = await Promise.all([
    reading,
    eventPage({
      sources: [hostEvents(table, orgId, 'live')],
      from: new Date(now().getTime() - longestMs).toISOString(),
      numbered: pageOf({ ...query, limit: query.limit ?? '15' }),
      scope: `upcoming\n${orgId}`,
      keep: (cards) => listed(cards.filter(({ end_time }) => end_time > at)),
    }),
  ])
  if (!rights) return fail(OrganizationNotFound)
  const { items, cursor, total, totalIsLowerBound } = page
  const hasMore = cursor !== undefined
  const known = new Map([[orgId, rights]])
  return {
    events: await eventViewsOf(items, context, { known }),
    hasMore,
    total,
    totalIsLowerBound,
    nextCursor: cursor,
  }
}

/** Events examined for one page of meetings. */
const maxExamined = 100

/** Lists meetings that the organization hosts. */
export const listMeetings: Operation<Rows['listMeetings']> = async ({ name, ...query }, context) => {
  const { table } = context
  const orgId = (await findIdByName(table, orgNameKey(name))) ?? fail(OrgNotFound)
  const reading = findOrgRights(context, orgId)
  const listed = listedIn(context, orgId, reading)
  const isMeeting = (card: EventCard): boolean =>
    card.type.toLowerCase() === 'meeting' && isHostedBy(card, orgId)
  const [whole, rights, page] = await Promise.all([
    findOrganizationRecord(table, orgId),
    reading,
    eventPage({
      sources: [hostEvents(table, orgId, 'live')],
      numbered: pageOf(query),
      scope: `meetings\n${orgId}`,
      examined: maxExamined,
      keep: (cards) => listed(cards.filter(isMeeting)),
    }),
  ])
  if (!whole || !rights) return fail(OrgNotFound)
  const known = new Map([[orgId, rights]])
  return { events: await eventViewsOf(page.items, context, { known }), nextCursor: page.cursor }
}
