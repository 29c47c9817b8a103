import type { Table } from '../table/table.ts'
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

/** Everything about a person that signing in reads: one query of the person's own partition. */
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
