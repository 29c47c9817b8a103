import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import {
  access,
  type Credential,
  credential,
  emailPointer,
  type Session,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { endEverything } from '../../lib/identity/session/recovery.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, type Write } from '../../lib/table/write.ts'
import { PasswordExists } from './contract.ts'

/** Finds the owner of an address. */
export const findOwner = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.get(emailPointer, { email }, { strong: true }))?.globalUserId

export const findUsername = async (
  table: Table,
  tenantUserId: string | undefined,
): Promise<string | undefined> =>
  tenantUserId === undefined ? undefined : (await table.get(tenantUser, { id: tenantUserId }))?.username

/** Stored password: its hash, and since when it is valid (ISO 8601). */
type Password = { readonly hash: string; readonly updatedAt: string }

/**
 * Replaces the password and ends all other access of the person, except the session `kept`. The password is the first
 * write.
 */
export const replacePassword = (
  person: Person,
  password: Password,
  now: Date,
  before?: Credential,
  kept?: Session,
): Write[] => {
  const row = { ...password, globalUserId: person.user.id }
  const condition = before ? { equals: { hash: before.hash }, else: ConcurrentChange } : {}
  return endEverything(
    person,
    now,
    (epoch) => put(credential, { ...row, epoch }, condition),
    ({ id }) => id === kept?.id,
  )
}

/** Stores a first password; sessions stay. The credential is the first write. */
export const setFirstPassword = ({ user, rights: { epoch } }: Person, password: Password): Write[] => [
  put(credential, { ...password, globalUserId: user.id, epoch }, { absent: PasswordExists }),
  check(access, { globalUserId: user.id }, { equals: { epoch } }),
]
