import { SessionRevoked } from '../../lib/contract/failures.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import {
  access,
  emailPointer,
  globalUser,
  type Session,
  session,
  type TenantUser,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/person/records.ts'
import { unchangedAccess } from '../../lib/identity/person/roles.ts'
import { usernameKeyOf } from '../../lib/identity/person/usernames.ts'
import { rotationWrite } from '../../lib/identity/session/renewal.ts'
import { signInRecordWrite } from '../../lib/identity/session/sign-in-history.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, type Write } from '../../lib/table/write.ts'

const findByEmail = async (table: Table, tenantKey: string, email: string): Promise<string | undefined> => {
  const pointer = await table.get(emailPointer, { email }, { strong: true })
  const rights =
    pointer && (await table.get(access, { globalUserId: pointer.globalUserId }, { strong: true }))
  return rights?.memberships[tenantKey]?.tenantUserId
}

const findByUsername = async (table: Table, username: string): Promise<string | undefined> =>
  (await table.get(usernameGuard, { usernameKey: usernameKeyOf(username) }, { strong: true }))?.tenantUserId

/** Finds a member of this school by user id, e-mail address or username in any casing, strongly consistent. */
export const findMember = async (
  table: Table,
  tenantKey: string,
  identifier: string,
): Promise<TenantUser | undefined> => {
  if (identifier.includes('@')) {
    const id = await findByEmail(table, tenantKey, identifier)
    return id === undefined ? undefined : table.get(tenantUser, { id }, { strong: true })
  }
  const [direct, named] = await Promise.all([
    table.get(tenantUser, { id: identifier }, { strong: true }),
    findByUsername(table, identifier),
  ])
  return direct ?? (named === undefined ? undefined : table.get(tenantUser, { id: named }, { strong: true }))
}

/** The name of an administrator: at this school if they belong to it. */
export const findAdministratorName = async (
  table: Table,
  { tenantUserId, globalUserId = '' }: Pick<Caller, 'tenantUserId' | 'globalUserId'>,
): Promise<string> => {
  const record =
    tenantUserId === null
      ? await table.get(globalUser, { id: globalUserId })
      : await table.get(tenantUser, { id: tenantUserId })
  return record?.name ?? ''
}

/** Global record, rights and sessions of a member. */
export const findImpersonationTarget = async (table: Table, globalUserId: string) => {
  const [[rights], [person], sessions] = await table.collect(
    [access, globalUser, session] as const,
    { globalUserId },
    { strong: true },
  )
  return rights && person ? { rights, person, sessions } : undefined
}

export type ImpersonationTarget = NonNullable<Awaited<ReturnType<typeof findImpersonationTarget>>>

/**
 * Creates the administrator's impersonation session, on the condition that the person's rights have not changed. It
 * replaces this administrator's previous impersonation of the person.
 */
export const beginImpersonationWrites = (
  fresh: Session,
  { rights, sessions }: ImpersonationTarget,
): Write[] => {
  const { globalUserId } = rights
  const isOwn = ({ impersonatorGlobalUserId }: Session): boolean =>
    impersonatorGlobalUserId !== undefined && impersonatorGlobalUserId === fresh.impersonatorGlobalUserId
  return [
    unchangedAccess(rights),
    put(session, fresh, { absent: true }),
    signInRecordWrite(fresh, rights),
    ...sessions.filter(isOwn).map(({ id }) => remove(session, { globalUserId, id })),
  ]
}

/** The administrator's own session and rights, and the rest of the ending impersonation. */
export const findOwnSession = async (table: Table, globalUserId: string, id: string) => {
  const [own, rights] = await table.batchGet(
    [key(session, { globalUserId, id }), key(access, { globalUserId })],
    {
      strong: true,
    },
  )
  return { own, rights }
}

/** The impersonation session by its owner and id. Its row names the session that it came from. */
export const findImpersonation = (
  table: Table,
  globalUserId: string,
  id: string,
): Promise<Session | undefined> => table.get(session, { globalUserId, id }, { strong: true })

/** Ends the impersonation and moves the administrator's own session to its next refresh token, if there is one. */
export const endImpersonationWrites = (
  impersonation: Session,
  own: Session,
  next: Session | undefined,
): Write[] => {
  const { globalUserId, id, generation } = own
  return [
    next ? rotationWrite(own, next) : check(session, { globalUserId, id }, { equals: { generation } }),
    remove(
      session,
      { globalUserId: impersonation.globalUserId, id: impersonation.id },
      { exists: SessionRevoked },
    ),
  ]
}
