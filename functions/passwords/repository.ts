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

/** Whose address this is. */
export const findOwner = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.get(emailPointer, { email }, { strong: true }))?.globalUserId

export const findUsername = async (
  table: Table,
  tenantUserId: string | undefined,
): Promise<string | undefined> =>
  tenantUserId === undefined ? undefined : (await table.get(tenantUser, { id: tenantUserId }))?.username

/** A password as it is stored: its hash, since when (ISO 8601). */
type Password = { readonly hash: string; readonly updatedAt: string }

/** Another password, and the end of everything else that acts for the person but the session `kept`. It comes first. */
export const replacePassword = (
  person: Person,
  password: Password,
  now: Date,
  before?: Credential,
  kept?: Session,
): Write[] => {
  const row = { ...password, globalUserId: person.user.id }
  const condition = before ? { equals: { hash: before.hash } } : {}
  return endEverything(
    person,
    now,
    (epoch) => put(credential, { ...row, epoch }, condition),
    ({ id }) => id === kept?.id,
  )
}

/** A first password; sessions stay. The credential comes first. */
export const setFirstPassword = ({ user, rights: { epoch } }: Person, password: Password): Write[] => [
  put(credential, { ...password, globalUserId: user.id, epoch }, { absent: true }),
  check(access, { globalUserId: user.id }, { equals: { epoch } }),
]
