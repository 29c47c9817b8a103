import { type OrgInvite, orgInvite } from '../../lib/identity/org/invites.ts'
import { orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import {
  decidedApplication,
  type OrgApplication,
  orgApplication,
  organization,
} from '../../lib/identity/org/records.ts'
import { access, emailPointer, globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, type Write } from '../../lib/table/write.ts'

type InviteKey = { readonly orgId: string; readonly mailHash: string }

export const findInvite = (table: Table, place: InviteKey) => table.get(orgInvite, place, { strong: true })

/** Reads what decides about accepting an invitation. Strongly consistent, one round trip. */
export const readAcceptance = async (
  table: Table,
  { orgId, mailHash }: InviteKey,
  { userId, globalUserId }: { readonly userId: string; readonly globalUserId: string },
) => {
  const [invite, roles, person, member, user, application] = await table.batchGet(
    [
      key(orgInvite, { orgId, mailHash }),
      key(orgRoles, { orgId }),
      key(globalUser, { id: globalUserId }),
      key(orgMember, { orgId, userId }),
      key(tenantUser, { id: userId }),
      key(orgApplication, { orgId, userId }),
    ],
    { strong: true },
  )
  return { invite, roles, person, member, user, application }
}

export const findPerson = (table: Table, globalUserId: string) =>
  table.get(globalUser, { id: globalUserId }, { strong: true })

/** An id that does not exist. It is read for unknown addresses, so that they take the same time. */
const nobody = (at: number): string => `nobody-${at}`

/**
 * For each address: the user, the membership and any invitation. Unknown addresses cost the same reads, so that the
 * response time reveals nothing.
 */
export const findInvited = async (
  table: Table,
  tenantKey: string,
  orgId: string,
  hashes: ReadonlyMap<string, string>,
) => {
  const emails = [...hashes.keys()]
  if (emails.length === 0) return { invites: [], users: [], members: [], proven: [] }
  const [invites, pointers] = await Promise.all([
    table.batchGet(
      emails.map((email) => key(orgInvite, { orgId, mailHash: hashes.get(email) ?? '' })),
      { strong: true },
    ),
    table.batchGet(emails.map((email) => key(emailPointer, { email }))),
  ])
  const ids = pointers.map((pointer, at) => pointer?.globalUserId ?? nobody(at))
  const [rights, people] = await Promise.all([
    table.batchGet(ids.map((globalUserId) => key(access, { globalUserId }))),
    table.batchGet(ids.map((id) => key(globalUser, { id }))),
  ])
  const proven = new Set(people.flatMap((person) => (person?.emailVerified ? person.id : [])))
  const here = new Map(
    rights.flatMap((found) => {
      const { status, tenantUserId } = found?.memberships[tenantKey] ?? {}
      return found && status === 'active' && tenantUserId ? [[found.globalUserId, tenantUserId] as const] : []
    }),
  )
  const userIds = ids.map((id, at) => here.get(id) ?? nobody(at))
  const [users, members] = await Promise.all([
    // Reads strongly for every address. A second read after a miss would reveal unknown addresses.
    table.batchGet(
      userIds.map((id) => key(tenantUser, { id })),
      { strong: true },
    ),
    table.batchGet(userIds.map((userId) => key(orgMember, { orgId, userId }))),
  ])
  return {
    invites,
    users,
    members,
    /** Whether the account has verified the address. */
    proven: pointers.map((pointer) => proven.has(pointer?.globalUserId ?? '')),
  }
}

export const findRoles = (table: Table, orgId: string) => table.get(orgRoles, { orgId })

/** Names that invitations repeat from the organization. Strongly consistent. */
export const readNames = async (table: Table, orgId: string) => {
  const [card, roles] = await table.batchGet([key(organization, { orgId }), key(orgRoles, { orgId })], {
    strong: true,
  })
  return { card, roles }
}

export const findOrganization = (table: Table, orgId: string) =>
  table.get(organization, { orgId }, { strong: true })

/** Writes a new invitation, on condition that the slot is empty or still holds the one that was read. */
export const inviteWrite = (invite: OrgInvite, before: OrgInvite | undefined): Write =>
  put(orgInvite, invite, before ? { equals: { id: before.id, status: before.status } } : { absent: true })

/**
 * Approves a pending application of a person who accepts an invitation. Without one, checks that none appears
 * meanwhile.
 */
export const closeApplication = (
  pending: OrgApplication | undefined,
  person: { readonly orgId: string; readonly userId: string },
  by: string,
  at: string,
): readonly Write[] =>
  pending
    ? [
        remove(orgApplication, pending, { equals: { id: pending.id } }),
        put(
          decidedApplication,
          { ...pending, status: 'approved', approvedBy: by, approvedAt: at },
          { absent: true },
        ),
      ]
    : [check(orgApplication, person, { absent: true })]

/** Newest first. */
export const listInviteRows = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, orgInvite, { index: 'gsi2', keyParams: { orgId }, descending: true }, numbered)

export const findUsers = async (table: Table, ids: readonly string[]) => {
  const users = ids.length === 0 ? [] : await table.batchGet(ids.map((id) => key(tenantUser, { id })))
  return new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
}
