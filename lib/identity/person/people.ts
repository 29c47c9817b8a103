import { type AdminUser, ownProfile, type PublicUser, type SelfUser } from '../../contract/people.ts'
import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { type Organization, organization } from '../org/records.ts'
import { plainRolesIn } from '../school/provider-trust.ts'
import type { Caller } from './caller.ts'
import type { TenantUser } from './records.ts'

type NamedRow = {
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
}

/** A person as everybody at the school may see them, from their record or from a row with a copy of their names. */
export const personViewOf = (_id: string, { username, name, picture }: NamedRow): PublicUser => ({
  _id,
  username,
  name,
  picture,
})

export const publicUserOf = (user: TenantUser): PublicUser => personViewOf(user.id, user)

/** A person for readers who may see addresses. */
export const addressedUserOf = (user: TenantUser) => ({ ...publicUserOf(user), email: user.email })

/** Cards of a person's organizations, without deleted ones. Reads nothing if there are none. */
const findClubs = async (table: Table, ids: readonly string[]): Promise<readonly Organization[]> => {
  const found = await table.batchGet(ids.map((orgId) => key(organization, { orgId })))
  return found.filter((card) => card !== undefined && card.deletedAt === undefined) as Organization[]
}

const clubOf = ({ orgId, org_name, org_profile_image }: Organization) => ({
  _id: orgId,
  org_name,
  org_profile_image,
})

const selfUserOf = (user: TenantUser, clubs: readonly Organization[]): SelfUser => ({
  ...publicUserOf(user),
  id: user.id,
  globalUserId: user.globalUserId,
  email: user.email,
  roles: user.roles,
  clubAssociations: clubs.map(clubOf),
  ...ownProfile.pick(user),
  onboardingResponses: user.onboardingResponses,
  approvalRoles: user.approvalRoles,
  affiliatedEmail: user.affiliatedEmail,
  affiliatedEmailVerified: user.affiliatedEmailVerified,
  samlProvider: user.samlProvider,
  googleId: user.googleId !== undefined,
  appleId: user.appleId !== undefined,
  createdAt: user.createdAt,
})

/** If only a plain membership counts, nothing more is shown: clients offer actions by what they find here. */
const withoutSchoolRights = (user: TenantUser): TenantUser => ({
  ...user,
  roles: plainRolesIn(user.roles),
  approvalRoles: [],
  clubAssociations: [],
})

/** A person's own record with current names of the organizations. It costs one more read for members of any. */
export const readSelf = async (
  table: Table,
  user: TenantUser,
  { plain }: Pick<Caller, 'plain'> = {},
): Promise<SelfUser> => {
  const shown = plain ? withoutSchoolRights(user) : user
  return selfUserOf(shown, await findClubs(table, shown.clubAssociations))
}

export const adminUserOf = (user: TenantUser): AdminUser => ({
  ...addressedUserOf(user),
  roles: user.roles,
  accessSuspended: user.accessSuspended,
  accessSuspendedAt: user.accessSuspendedAt,
  createdAt: user.createdAt,
})
