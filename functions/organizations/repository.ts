import { orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import {
  type Organization,
  type OrganizationBody,
  orgApplication,
  organization,
  organizationBody,
  orgFollower,
  orgName,
} from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, replace, type Write } from '../../lib/table/write.ts'

const isLive = ({ deletedAt }: Pick<Organization, 'deletedAt'>): boolean => deletedAt === undefined

/** Card, body and roles of a live organization. */
export type OrganizationRecord = NonNullable<Awaited<ReturnType<typeof findOrganizationRecord>>>

/** Undefined for an organization that does not exist or is deleted. */
export const findOrganizationRecord = async (table: Table, orgId: string, { strong = false } = {}) => {
  const [card, body, roles] = await table.batchGet(
    [key(organization, { orgId }), key(organizationBody, { orgId }), key(orgRoles, { orgId })],
    { strong },
  )
  return card && body && roles && isLive(card) ? { card, body, roles } : undefined
}

export const findCard = async (table: Table, orgId: string): Promise<Organization | undefined> => {
  const card = await table.get(organization, { orgId }, { strong: true })
  return card && isLive(card) ? card : undefined
}

/** Cards of live organizations, in the order of the ids. At most 100. */
export const findCards = async (table: Table, ids: readonly string[]): Promise<Organization[]> => {
  const requested = [...new Set(ids)].map((orgId) => key(organization, { orgId }))
  const cards = requested.length > 0 ? await table.batchGet(requested) : []
  return cards.filter((card) => card !== undefined).filter(isLive)
}

export const findIdByName = async (table: Table, nameKey: string): Promise<string | undefined> =>
  nameKey === '' ? undefined : (await table.get(orgName, { nameKey }, { strong: true }))?.orgId

/** A person's ties to an organization. */
export const findTies = async (table: Table, orgId: string, userId: string) => {
  const [member, follower, application] = await table.batchGet([
    key(orgMember, { orgId, userId }),
    key(orgFollower, { orgId, userId }),
    key(orgApplication, { orgId, userId }),
  ])
  return { member, follower, application }
}

export const joinerRefs = (orgId: string, userId: string) =>
  [
    key(organization, { orgId }),
    key(orgRoles, { orgId }),
    key(orgMember, { orgId, userId }),
    key(tenantUser, { id: userId }),
    key(orgApplication, { orgId, userId }),
  ] as const

/** Reads everything that decides whether a person may join. Strongly consistent, one round trip. */
export const readJoiner = async (table: Table, orgId: string, userId: string) => {
  const [card, roles, member, user, application] = await table.batchGet(joinerRefs(orgId, userId), {
    strong: true,
  })
  return { card: card && isLive(card) ? card : undefined, roles, member, user, application }
}

export const readUser = (table: Table, id: string): Promise<TenantUser | undefined> =>
  table.get(tenantUser, { id }, { strong: true })

/** Fails the transaction when the organization is deleted, or the person has become a member, meanwhile. */
export const joinableChecks = (orgId: string, userId: string, isMember: boolean): readonly Write[] => [
  check(organization, { orgId }, { exists: true, without: ['deletedAt'] }),
  ...(isMember ? [] : [check(orgMember, { orgId, userId }, { absent: true })]),
]

export const listMembersOf = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, orgMember, { index: 'gsi2', keyParams: { orgId }, descending: true }, numbered)

export const listFollowersOf = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, orgFollower, { index: 'gsi2', keyParams: { orgId }, descending: true }, numbered)

export const listFollowed = (table: Table, userId: string, numbered: Numbered) =>
  listNumbered(table, orgFollower, { index: 'gsi1', keyParams: { userId } }, numbered)

/** The person's follows of some organizations, strongly consistent. */
export const findFollows = async (table: Table, userId: string, orgIds: readonly string[]) => {
  const refs = orgIds.map((orgId) => key(orgFollower, { orgId, userId }))
  const rows = refs.length > 0 ? await table.batchGet(refs, { strong: true }) : []
  return rows.filter((row) => row !== undefined)
}

/** Ids of the organizations that a person is a member of. At most 100. */
export const listOwnIds = async (table: Table, userId: string): Promise<readonly string[]> =>
  (await table.list(orgMember, { index: 'gsi1', keyParams: { userId }, limit: 100 })).items.map(
    ({ orgId }) => orgId,
  )

/** The directory, by name. */
export const listDirectory = (table: Table, numbered: Numbered) =>
  listNumbered(table, organization, { index: 'gsi1', keyParams: {} }, numbered)

/** The stream consumer counts followers. */
export const followerOf = ({ id, name, username, picture }: TenantUser, orgId: string) => ({
  orgId,
  userId: id,
  name,
  username,
  picture,
})

/** Writes the card under the version it was read at. Counter updates raise that version too. */
export const cardWrite = (before: Organization, change: Partial<Organization>): Write =>
  replace(organization, before, { ...before, ...change })

export const bodyWrite = (before: OrganizationBody, change: Partial<OrganizationBody>): Write =>
  replace(organizationBody, before, { ...before, ...change })
