import {
  access,
  emailPointer,
  globalUser,
  type TenantUser,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/records.ts'
import { usernameKeyOf } from '../../lib/identity/username.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

/** The person behind an address, or behind a username of this school. */
export const findIdentity = async (table: Table, identifier: string): Promise<string | undefined> => {
  if (identifier.includes('@')) return (await table.get(emailPointer, { email: identifier }))?.globalUserId
  return (await table.get(usernameGuard, { usernameKey: usernameKeyOf(identifier) }))?.globalUserId
}

/** Who holds an address, and whether somebody here holds a username. */
export const findTaken = async (table: Table, email: string, username: string | undefined) => {
  const pointer = key(emailPointer, { email })
  if (username === undefined)
    return { holder: (await table.batchGet([pointer]))[0]?.globalUserId, nameTaken: false }
  const [found, guard] = await table.batchGet([
    pointer,
    key(usernameGuard, { usernameKey: usernameKeyOf(username) }),
  ])
  return { holder: found?.globalUserId, nameTaken: guard !== undefined }
}

export const findRights = (table: Table, globalUserId: string) =>
  table.get(access, { globalUserId }, { strong: true })

/** The caller's record at this school and, where there is one, the global person. */
export const findSelf = async (
  table: Table,
  tenantUserId: string,
  globalUserId: string | undefined,
): Promise<{ member: TenantUser | undefined; emailVerified: boolean | undefined }> => {
  const member = key(tenantUser, { id: tenantUserId })
  if (globalUserId === undefined)
    return { member: (await table.batchGet([member]))[0], emailVerified: undefined }
  const [found, person] = await table.batchGet([member, key(globalUser, { id: globalUserId })])
  return { member: found, emailVerified: person?.emailVerified }
}
