import { type OrgMember, type OrgRoles, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import {
  decidedApplication,
  type OrgApplication,
  type OrgHistory,
  orgApplication,
  organization,
  orgHistory,
  orgRoleCount,
  orgRoleHolder,
} from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Listing } from '../../lib/table/lists/list.ts'
import { listNumbered, type Numbered, numberedPage } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, replace, update, type Write } from '../../lib/table/write.ts'

/** The current facts that decide about a person's membership. */
export type MembershipFacts = {
  readonly member: OrgMember | undefined
  readonly user: TenantUser | undefined
  readonly application: OrgApplication | undefined
}

export const readRoles = (table: Table, orgId: string) => table.get(orgRoles, { orgId }, { strong: true })

/** Fails the transaction while the person has a pending application. */
export const noApplicationCheck = (orgId: string, userId: string): Write =>
  check(orgApplication, { orgId, userId }, { absent: true })

/** Strongly consistent, one round trip. */
export const readMembership = async (
  table: Table,
  orgId: string,
  userId: string,
): Promise<MembershipFacts> => {
  const [member, user, application] = await table.batchGet(
    [
      key(orgMember, { orgId, userId }),
      key(tenantUser, { id: userId }),
      key(orgApplication, { orgId, userId }),
    ],
    { strong: true },
  )
  return { member, user, application }
}

/** The organization's name in notifications. */
export const findOrgName = async (table: Table, orgId: string): Promise<string> =>
  (await table.get(organization, { orgId }))?.org_name ?? ''

/** The facts that decide whether a person may leave. */
export const readDeparture = async (table: Table, orgId: string, userId: string) => {
  const [roles, member, user] = await table.batchGet(
    [key(orgRoles, { orgId }), key(orgMember, { orgId, userId }), key(tenantUser, { id: userId })],
    { strong: true },
  )
  return { roles, member, user }
}

/** The future owner's membership and the current owner's. */
export const readOwnershipPair = async (table: Table, orgId: string, nextId: string, lastId: string) => {
  const refs = [nextId, lastId].map((userId) => key(orgMember, { orgId, userId }))
  const [next, last] = await table.batchGet(refs, { strong: true })
  return { next, last }
}

/**
 * Writes the owner to the roles record, under the version it was read at, and its copy to the card. Any offer of the
 * ownership ends.
 */
export const ownershipWrites = (before: OrgRoles, owner: string, at: string): readonly Write[] => {
  const { offer: _, ...rest } = before
  const { orgId } = before
  return [
    replace(orgRoles, before, { ...rest, owner }),
    update(
      organization,
      { orgId },
      { set: { owner, updatedAt: at }, add: { version: 1 } },
      { exists: true, without: ['deletedAt'] },
    ),
  ]
}

export const readMember = (table: Table, orgId: string, userId: string) =>
  table.get(orgMember, { orgId, userId }, { strong: true })

/** Finds an application by id, in whichever state, with the facts that decide about the membership. */
export const readApplication = async (table: Table, orgId: string, id: string, userId: string) => {
  const [decided, card, member, user, pending] = await table.batchGet(
    [
      key(decidedApplication, { orgId, id }),
      key(organization, { orgId }),
      key(orgMember, { orgId, userId }),
      key(tenantUser, { id: userId }),
      key(orgApplication, { orgId, userId }),
    ],
    { strong: true },
  )
  const application = pending?.id === id ? pending : undefined
  return { decided, orgName: card?.org_name ?? '', member, user, application }
}

/** Newest first, by the index. */
export const listMembers = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, orgMember, { index: 'gsi2', keyParams: { orgId }, descending: true }, numbered)

/** At most 100, in the order of the ids. Leaves out people who are no longer members. */
export const findMembers = async (
  table: Table,
  orgId: string,
  userIds: readonly string[],
): Promise<OrgMember[]> => {
  const refs = userIds.map((userId) => key(orgMember, { orgId, userId }))
  const members = refs.length > 0 ? await table.batchGet(refs) : []
  return members.filter((member) => member !== undefined)
}

export const listHolders = (table: Table, orgId: string, roleId: string, numbered: Numbered) =>
  listNumbered(table, orgRoleHolder, { keyParams: { orgId, roleId } }, numbered)

export const findHolderCount = async (table: Table, orgId: string, roleId: string): Promise<number> =>
  (await table.get(orgRoleCount, { orgId, roleId }))?.count ?? 0

export const findMemberCount = async (table: Table, orgId: string): Promise<number> =>
  (await table.get(organization, { orgId }))?.memberCount ?? 0

type Status = OrgApplication['status']

type Part = Pick<Listing, 'limit' | 'cursor' | 'from' | 'to'>

/** Newest first. */
export const applicationsIn = (table: Table, orgId: string, status: Status, part: Part) =>
  table.list(status === 'pending' ? orgApplication : decidedApplication, {
    index: 'gsi2',
    keyParams: { orgId, status },
    ...part,
    descending: true,
  })

export const listApplicationsOf = (table: Table, orgId: string, status: Status, numbered: Numbered) =>
  numberedPage((part) => applicationsIn(table, orgId, status, part), numbered)

/** Moves an application from pending to decided. */
export const decisionWrites = (
  pending: OrgApplication,
  decision: Partial<OrgApplication> & Pick<OrgApplication, 'status'>,
): readonly [Write, Write] => [
  remove(orgApplication, pending, { equals: { id: pending.id } }),
  put(decidedApplication, { ...pending, ...decision }, { absent: true }),
]

/** Newest first, at most 100. */
export const listHistory = async (
  table: Table,
  orgId: string,
  userId: string,
): Promise<readonly OrgHistory[]> =>
  (await table.list(orgHistory, { keyParams: { orgId, userId }, limit: 100, descending: true })).items
