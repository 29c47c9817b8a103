import {
  access,
  emailPointer,
  type GlobalUser,
  globalUser,
  type TenantUser,
  tenantListing,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/person/records.ts'
import { usernameKeyOf } from '../../lib/identity/person/usernames.ts'
import { proofSchoolKey } from '../../lib/identity/school/provider-trust.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

/** A person, and their record at this school as far as it is known: a guess for reading ahead. */
export type Identity = { readonly globalUserId: string; readonly home: string | undefined }

/** Finds the person behind an address, or behind a username of this school. */
export const findIdentity = async (table: Table, identifier: string): Promise<Identity | undefined> => {
  if (identifier.includes('@')) {
    const pointer = await table.get(emailPointer, { email: identifier }, { strong: true })
    return pointer && { globalUserId: pointer.globalUserId, home: pointer.homes?.[table.tenant ?? ''] }
  }
  const guard = await table.get(usernameGuard, { usernameKey: usernameKeyOf(identifier) }, { strong: true })
  return guard && { globalUserId: guard.globalUserId, home: guard.tenantUserId }
}

export const findMember = (table: Table, id: string): Promise<TenantUser | undefined> =>
  table.get(tenantUser, { id }, { strong: true })

type AddressUse = { readonly holder: string | undefined; readonly nameTaken: boolean }

const readAddressUse = async (
  table: Table,
  email: string,
  username: string | undefined,
  strong: boolean,
): Promise<AddressUse> => {
  const pointer = key(emailPointer, { email })
  if (username === undefined)
    return { holder: (await table.batchGet([pointer], { strong }))[0]?.globalUserId, nameTaken: false }
  const usernameKey = usernameKeyOf(username)
  const [found, guard, school] = await table.batchGet(
    [pointer, key(usernameGuard, { usernameKey }), key(tenantListing, { tenantKey: usernameKey })],
    { strong },
  )
  return { holder: found?.globalUserId, nameTaken: guard !== undefined || school !== undefined }
}

/**
 * Finds who holds an address, and whether a person here or any school holds a username. An eventually consistent read
 * may show a name that has been released since, so only a strong read refuses. Names it misses are caught by the
 * condition of the write.
 */
export const findAddressUse = async (
  table: Table,
  email: string,
  username: string | undefined,
  { strong = false } = {},
): Promise<AddressUse> => {
  const found = await readAddressUse(table, email, username, strong)
  const isTaken = found.holder !== undefined || found.nameTaken
  return isTaken && !strong ? readAddressUse(table, email, username, true) : found
}

/** Rights of a person, with the row of the school that has proven the session. */
export const findRights = async (table: Table, globalUserId: string, provenBy: string | undefined) => {
  const rights = key(access, { globalUserId })
  if (provenBy === undefined)
    return { rights: await table.get(access, rights.keyParams as never, { strong: true }) }
  const [found, school] = await table.batchGet([rights, proofSchoolKey(provenBy)], { strong: true })
  return { rights: found, school }
}

/** Keys of the caller's record at this school and, if there is one, of the global person. */
export const selfRefs = (tenantUserId: string, globalUserId: string | undefined): readonly Ref[] => [
  key(tenantUser, { id: tenantUserId }),
  ...(globalUserId === undefined ? [] : [key(globalUser, { id: globalUserId })]),
]

/** Reads the caller's record at this school and, if there is one, the global person. */
export const findSelf = async (
  table: Table,
  tenantUserId: string,
  globalUserId: string | undefined,
): Promise<{ member: TenantUser | undefined; emailVerified: boolean | undefined }> => {
  const [member, person] = (await table.batchGet(selfRefs(tenantUserId, globalUserId))) as readonly unknown[]
  return {
    member: member as TenantUser | undefined,
    emailVerified: (person as GlobalUser | undefined)?.emailVerified,
  }
}
