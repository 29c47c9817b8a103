import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { findForm, formViewOf } from '../forms/service.ts'
import { findMessagingRules } from '../management/service.ts'
import { memberViewOf } from '../members/service.ts'
import { OrgNotFound } from './failures.ts'
import { memberFormIdOf } from './member-form.ts'
import { orgNameKey } from './naming.ts'
import {
  findIdByName,
  findTies,
  findWhole,
  listFollowersOf,
  listLiveEvents,
  listMembersOf,
} from './repository.ts'
import { followerViewOf, organizationViewOf } from './views.ts'

/** Members and followers that a page shows; the counters count all of them. */
const newest = { page: 1, limit: 50 }
/** Events that are counted one by one. */
const mostCounted = { page: 1, limit: 500 }

type Everything = Context<'caller'>

const tiesOf = async ({ table, caller }: Everything, orgId: string) =>
  caller.tenantUserId === null
    ? { member: undefined, follower: undefined, application: undefined }
    : findTies(table, orgId, caller.tenantUserId)

const upcomingCount = async ({ table, now }: Everything, orgId: string): Promise<number> =>
  (await listLiveEvents(table, orgId, now().toISOString(), mostCounted)).items.length

/**
 * The page of an organization by its name: two round trips behind the caller's. `exhaustive` counts what is still to
 * come, up to 500 events (specification, GET /get-org-by-name/:name).
 */
export const organizationPage = async (name: string, exhaustive: boolean, context: Everything) => {
  const { table } = context
  const orgId = (await findIdByName(table, orgNameKey(name))) ?? fail(OrgNotFound)
  const [whole, ties, members, followers, form, rules, eventCount] = await Promise.all([
    findWhole(table, orgId),
    tiesOf(context, orgId),
    listMembersOf(table, orgId, newest),
    listFollowersOf(table, orgId, newest),
    findForm(table, memberFormIdOf(orgId)),
    findMessagingRules(table),
    exhaustive ? upcomingCount(context, orgId) : 0,
  ])
  if (!whole) return fail(OrgNotFound)
  const { card, body, roles } = whole
  const { minCharacterLimit, maxCharacterLimit } = rules
  const org = {
    overview: {
      ...organizationViewOf(card, body, roles),
      memberForm: card.memberForm && form ? formViewOf(form) : null,
      messagingLimits: { minCharacterLimit, maxCharacterLimit },
    },
    members: members.items
      .filter(({ status }) => status === 'active')
      .map((member) => memberViewOf(member, roles)),
    followers: followers.items.map(followerViewOf),
    isMember: ties.member?.status === 'active',
    isFollower: ties.follower !== undefined,
    isPending: ties.application !== undefined,
  }
  const { memberCount, followerCount } = card
  return { org, ...org, exhaustive: exhaustive ? { eventCount, memberCount, followerCount } : null }
}
