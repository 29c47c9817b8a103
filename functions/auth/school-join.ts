import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { isPlatformAdmin } from '../../lib/identity/person/caller.ts'
import { homesWrite, newMember } from '../../lib/identity/person/membership.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { type Access, type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { putAccess } from '../../lib/identity/person/rights.ts'
import { usernameFrom } from '../../lib/identity/person/usernames.ts'
import { GlobalUserNotFound } from './contract.ts'

export type Joined = {
  readonly person: Person
  readonly rights: Access
  readonly member: TenantUser
  readonly alreadyMember: boolean
}

const existing = async ({ table, tenant }: Context, person: Person): Promise<TenantUser | undefined> => {
  const membership = person.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || !membership.tenantUserId) return undefined
  return table.get(tenantUser, { id: membership.tenantUserId }, { strong: true })
}

const attempts = 8

/**
 * Makes the caller a member of this school, once, however often and at how many devices it is asked at the same moment
 * (rules/auth 29). A person who left comes back with a new record.
 */
export const joinSchool = async (context: Context<'caller'>, globalUserId: string): Promise<Joined> => {
  const { table } = context
  for (let attempt = 0, names = 0; attempt < attempts; attempt += 1) {
    const person = await findPerson(table, globalUserId)
    if (!person) return fail(GlobalUserNotFound)
    const known = await existing(context, person)
    if (known) return { person, rights: person.rights, member: known, alreadyMember: true }
    const username = await usernameFrom(person.user.email, names, context.tenant)
    const { member, rights, rows } = newMember(context, person, {
      username,
      isOperator: isPlatformAdmin(context.caller),
    })
    const written = await table.write([
      rows.username,
      rows.user,
      putAccess(rights),
      homesWrite(person.user, rights),
      ...rows.words,
    ])
    if (written.ok) return { person, rights, member, alreadyMember: false }
    if (written.failed.includes(0)) names += 1
  }
  return fail(ConcurrentChange)
}
