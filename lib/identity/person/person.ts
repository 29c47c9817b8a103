import type { Context } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { SessionRevoked } from '../../contract/failures.ts'
import type { Table } from '../../table/table.ts'
import { isLive } from '../session/sessions.ts'
import {
  type Access,
  access,
  type GlobalUser,
  globalUser,
  type ProviderLink,
  providerLink,
  type Session,
  session,
} from './records.ts'

/** A person's data for a sign-in: one query of the person's own partition. */
export type Person = {
  readonly user: GlobalUser
  readonly rights: Access
  readonly sessions: readonly Session[]
  readonly links: readonly ProviderLink[]
}

export const findPerson = async (table: Table, globalUserId: string): Promise<Person | undefined> => {
  const [[user], [rights], sessions, links] = await table.collect(
    [globalUser, access, session, providerLink] as const,
    { id: globalUserId },
    { strong: true },
  )
  return user && rights ? { user, rights, sessions, links } : undefined
}

/** The caller's person and the session of the request. Fails with SESSION_REVOKED when one of them has ended. */
export const requireSelf = async (
  { table, caller }: Context,
  globalUserId: string,
): Promise<{ readonly person: Person; readonly own: Session }> => {
  const person = await findPerson(table, globalUserId)
  const own = person?.sessions.find(({ id }) => id === caller?.sid)
  return person && own && isLive(own, person.rights) ? { person, own } : fail(SessionRevoked)
}
