import {
  type Credential,
  credential,
  emailPointer,
  globalUser,
  type Session,
  session,
  tenantUser,
} from '../../lib/identity/records.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'

/** Whose address this is. */
export const findOwner = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.get(emailPointer, { email }, { strong: true }))?.globalUserId

export const findCredential = (table: Table, globalUserId: string): Promise<Credential | undefined> =>
  table.get(credential, { globalUserId }, { strong: true })

export const findUsername = async (
  table: Table,
  tenantUserId: string | undefined,
): Promise<string | undefined> =>
  tenantUserId === undefined ? undefined : (await table.get(tenantUser, { id: tenantUserId }))?.username

/** A password, whatever stood there before. */
export const passwordReset = (next: Credential): Write => put(credential, next)

/** A password in place of the one that was looked at. */
export const passwordChanged = (next: Credential, before: Credential): Write =>
  put(credential, next, { equals: { hash: before.hash } })

/** A first password. */
export const passwordSet = (next: Credential): Write => put(credential, next, { absent: true })

export const sessionsEnded = (sessions: readonly Session[]): Write[] =>
  sessions.map(({ globalUserId, id }) => remove(session, { globalUserId, id }))

/** The address that a code was sent to belongs to the person, as long as it is still theirs. */
export const addressProven = (id: string, email: string, at: string): Write =>
  update(globalUser, { id }, { set: { emailVerified: true, updatedAt: at } }, { equals: { email } })
