import {
  type Access,
  access,
  type Credential,
  credential,
  emailPointer,
  type GlobalUser,
  globalUser,
  session,
} from '../../lib/identity/person/records.ts'
import { accessWrite } from '../../lib/identity/person/roles.ts'
import { adminCount, type PlatformAdmin, platformAdmin } from '../../lib/identity/platform-records.ts'
import { type AccessAndSessions, endEverything, keepPassword } from '../../lib/identity/session/recovery.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'

/** Every platform administrator with the person's record; a platform has a handful. */
export const findPlatformAdmins = async (table: Table) => {
  const { items } = await table.list(platformAdmin, { keyParams: {}, limit: 100, strong: true })
  const people =
    items.length === 0
      ? []
      : await table.batchGet(items.map(({ globalUserId }) => key(globalUser, { id: globalUserId })))
  return items.map((admin, at) => ({ admin, person: people[at] }))
}

/** Finds the owner of an address. */
export const findOwner = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.get(emailPointer, { email }, { strong: true }))?.globalUserId

/** A person and their rights, in one round trip. */
export const findCandidate = async (
  table: Table,
  globalUserId: string,
): Promise<{ user: GlobalUser; rights: Access } | undefined> => {
  const [user, rights] = await table.batchGet(
    [key(globalUser, { id: globalUserId }), key(access, { globalUserId })],
    { strong: true },
  )
  return user && rights ? { user, rights } : undefined
}

export type PlatformAdminRecords = AccessAndSessions & { readonly password: Credential | undefined }

/** All records of a person that the removal of an administrator needs. */
export const findPlatformAdminRecords = async (
  table: Table,
  globalUserId: string,
): Promise<PlatformAdminRecords | undefined> => {
  const [[[rights], sessions], own] = await Promise.all([
    table.collect([access, session] as const, { globalUserId }, { strong: true }),
    table.get(credential, { globalUserId }, { strong: true }),
  ])
  return rights ? { rights, sessions, password: own } : undefined
}

/** Rows of a new administrator. `rights` are the changed ones, under the version they were read at. */
export const addAdminWrites = (rights: Access, added: PlatformAdmin): Write[] => [
  accessWrite(rights),
  put(platformAdmin, added, { absent: true }),
  update(adminCount, { name: 'COUNT' }, { add: { count: 1 } }, { orAbsent: true }),
]

/** Rows of a removal. The count is the first write: its condition keeps the last administrator. */
export const removeAdminWrites = (
  { rights, sessions, password }: PlatformAdminRecords,
  now: Date,
): Write[] => [
  update(adminCount, { name: 'COUNT' }, { add: { count: -1 } }, { exists: true, atLeast: { count: 2 } }),
  remove(platformAdmin, { globalUserId: rights.globalUserId }, { exists: true }),
  ...endEverything(
    { rights: { ...rights, platformRoles: [] }, sessions },
    now,
    keepPassword(rights, password),
  ),
]
