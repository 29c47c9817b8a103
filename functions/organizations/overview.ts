import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { orgNameKey } from '../../lib/identity/org/name.ts'
import { findForm, formViewOf, memberFormIdOf } from '../forms/index.ts'
import { findSettings } from '../management/index.ts'
import { memberViewOf } from '../members/index.ts'
import { OrgNotFound } from './contract/failures.ts'
import { findIdByName, findTies, findWhole, listFollowersOf, listMembersOf } from './repository.ts'
import { followerViewOf, organizationViewOf } from './views.ts'

/** Members and followers that a page shows; the counters count all of them. */
const newest = { page: 1, limit: 50 }

type Everything = Context<'caller'>

const tiesOf = async ({ table, caller }: Everything, orgId: string) =>
  caller.tenantUserId === null
    ? { member: undefined, follower: undefined, application: undefined }
    : findTies(table, orgId, caller.tenantUserId)

/**
 * The page of an organization by its name: two round trips behind the caller's. `exhaustive` adds counters, of live
 * events too.
 */
export const organizationPage = async (name: string, exhaustive: boolean, context: Everything) => {
  const { table } = context
  const orgId = (await findIdByName(table, orgNameKey(name))) ?? fail(OrgNotFound)
  const [whole, ties, members, followers, form, settings] = await Promise.all([
    findWhole(table, orgId),
    tiesOf(context, orgId),
    listMembersOf(table, orgId, newest),
    listFollowersOf(table, orgId, newest),
    findForm(table, memberFormIdOf(orgId)),
    findSettings(table),
  ])
  if (!whole) return fail(OrgNotFound)
  const { card, body, roles } = whole
  const { minCharacterLimit, maxCharacterLimit } = settings.messaging
  const tiers = Object.entries(settings.verificationTiers)
  const org = {
    overview: {
      ...organizationViewOf(card, body, roles),
      memberForm: card.memberForm && form ? formViewOf(form) : null,
      messagingLimits: { minCharacterLimit, maxCharacterLimit },
      verificationTiers: Object.fromEntries(
        tiers.map(([key, { name, description, benefits }]) => [key, { name, description, benefits }]),
      ),
    },
    members: members.items
      .filter(({ status }) => status === 'active')
      .map((member) => memberViewOf(member, roles)),
    followers: followers.items.map(followerViewOf),
    isMember: ties.member?.status === 'active',
    isFollower: ties.follower !== undefined,
    isPending: ties.application !== undefined,
  }
  const { eventCount, memberCount, followerCount } = card
  return { org, ...org, exhaustive: exhaustive ? { eventCount, memberCount, followerCount } : null }
}
