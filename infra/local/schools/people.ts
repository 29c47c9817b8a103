import type { PortablePerson } from '../../../functions/exports/walk.ts'
import { newAccess } from '../../../lib/identity/person/membership.ts'
import { findPerson, type Person } from '../../../lib/identity/person/person.ts'
import {
  access,
  emailPointer,
  globalUser,
  providerLink,
  providerPointer,
} from '../../../lib/identity/person/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import { importItem, put } from '../../../lib/table/write.ts'
import { problem } from '../problem.ts'

const tries = 5

const createPerson = async (table: Table, tenant: string, portable: PortablePerson): Promise<void> => {
  const { membership, links, ...user } = portable
  const { id, email } = user
  const homes = membership.tenantUserId === undefined ? {} : { [tenant]: membership.tenantUserId }
  const rights = { ...newAccess(id), memberships: { [tenant]: membership }, version: 1 }
  const written = await table.write([
    importItem(globalUser, user),
    importItem(access, rights),
    importItem(emailPointer, { email, globalUserId: id, homes }),
    ...links.flatMap((link) => [
      importItem(providerPointer, { issuer: link.issuer, subject: link.subject, globalUserId: id }),
      importItem(providerLink, { ...link, globalUserId: id }),
    ]),
  ])
  if (!written.ok)
    throw problem(`${email} belongs to another account here, or one of its ways to sign in does.`)
}

/** A person of another school in this installation becomes a member of this school too. */
const addMembership = async (
  table: Table,
  tenant: string,
  { rights, user }: Person,
  { email, membership }: PortablePerson,
): Promise<boolean> => {
  if (user.email !== email) throw problem(`${email} is called ${user.email} here: two people have one id.`)
  if (rights.memberships[tenant]) return true
  const memberships = { ...rights.memberships, [tenant]: membership }
  const after = { ...rights, memberships, version: rights.version + 1 }
  return (await table.write([put(access, after, { equals: { version: rights.version } })])).ok
}

/**
 * Creates a person, or adds a membership of one more school. Repeating it changes nothing. Nobody gets a password or
 * more rights.
 */
export const importPerson = async (table: Table, tenant: string, portable: PortablePerson): Promise<void> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const known = await findPerson(table, portable.id)
    if (!known) return createPerson(table, tenant, portable)
    if (await addMembership(table, tenant, known, portable)) return
  }
  throw problem(`${portable.email} keeps changing: try again.`)
}
