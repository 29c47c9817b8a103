import type { Context } from '../../lib/context.ts'
import type { OrgStanding } from '../../lib/identity/org/organizations.ts'
import type { IndexName } from '../../lib/table/schema.ts'
import { follows, type Message } from './repository.ts'

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

/** Somebody of the school at an organization. */
export type Visit = Context<{ readonly org: 'visitor' }>

/** Members, the owner and administrators read everything, and may write. */
export const isInside = ({ member, isOwner, isAdmin }: OrgStanding): boolean =>
  member !== undefined || isOwner || isAdmin

/** As whom the caller reads. Who is not inside costs a look at the followers. */
export const readerOf = async ({ table, caller }: Visit): Promise<Reader> => {
  if (isInside(caller.org)) return 'members'
  return (await follows(table, caller.org.roles.orgId, caller.tenantUserId)) ? 'followers' : 'public'
}
