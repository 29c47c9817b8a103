import type { Context } from '../../lib/context.ts'
import { type OrgStanding, standingOf } from '../../lib/identity/organizations.ts'
import type { IndexName } from '../../lib/table/schema.ts'
import { findStandingFacts, type Message } from './repository.ts'

/** Who reads: members (administrators too) everything, followers what is not for members only, others what is public. */
export type Reader = 'members' | 'followers' | 'public'

const seenBy: Readonly<Record<Reader, readonly Message['visibility'][]>> = {
  members: ['members_only', 'members_and_followers', 'public'],
  followers: ['members_and_followers', 'public'],
  public: ['public'],
}

export const indexOf: Readonly<Record<Reader, IndexName | undefined>> = {
  members: undefined,
  followers: 'gsi2',
  public: 'gsi1',
}

export const maySee = (reader: Reader, { visibility }: Message): boolean =>
  seenBy[reader].includes(visibility)

/** The caller's standing in an organization (404 when there is none), and as whom the caller reads there. */
export const readerOf = async (
  { table, caller }: Context<'member'>,
  orgId: string,
): Promise<{ readonly standing: OrgStanding; readonly reader: Reader }> => {
  const { roles, member, follower } = await findStandingFacts(table, orgId, caller.tenantUserId)
  const standing = standingOf(caller, roles, member)
  const inside = standing.member !== undefined || standing.isOwner || standing.isAdmin
  return { standing, reader: inside ? 'members' : follower ? 'followers' : 'public' }
}
