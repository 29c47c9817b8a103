import type { OrgRoles } from '../../lib/identity/org/organizations.ts'
import type { Organization, OrganizationBody, OrgFollower } from '../../lib/identity/org/records.ts'
import { sortByRank } from '../../lib/identity/org/roles.ts'
import type { OwnCounts } from '../../lib/own-counts.ts'
import { personOf, roleViewOf } from '../members/index.ts'
import type { OrganizationCard, OrganizationView } from './contract/shapes.ts'
import type { OrganizationRecord } from './repository.ts'

/** An organization in a list. It leaves out the counters, which need their own request. */
export const cardViewOf = ({ orgId, memberForm, ...rest }: Organization): OrganizationCard => {
  const { memberCount: _, followerCount: __, eventCount: ___, eventsCounted: ____, ...card } = rest
  return { ...card, _id: orgId, memberForm: memberForm ?? null }
}

/** A card's counts of members and followers, with the reader's own recent changes. */
export const countsForReader = (
  { orgId, memberCount, followerCount }: Organization,
  { counts }: { readonly counts: OwnCounts },
) => ({
  memberCount: counts.shown('members', orgId, memberCount),
  followerCount: counts.shown('followers', orgId, followerCount),
})

/** The public view of an organization. */
export const organizationViewOf = (
  card: Organization,
  body: OrganizationBody,
  { owner, roles }: OrgRoles,
): OrganizationView => ({
  ...cardViewOf(card),
  owner,
  positions: sortByRank(roles).map(roleViewOf),
  org_banner_image: body.org_banner_image,
  weekly_meeting: body.weekly_meeting ?? null,
  socialLinks: body.socialLinks,
  messageSettings: {
    ...body.messageSettings,
    postingPermissions: roles
      .filter(({ _id }) => body.messageSettings.postingPermissions.includes(_id))
      .map(({ name }) => name),
  },
  memberCount: card.memberCount,
  followerCount: card.followerCount,
})

export const followerViewOf = (follower: OrgFollower) => ({
  _id: `${follower.orgId}.${follower.userId}`,
  org_id: follower.orgId,
  user_id: personOf(follower),
  createdAt: follower.at,
})

export const recordViewOf = ({ card, body, roles }: OrganizationRecord) =>
  organizationViewOf(card, body, roles)
