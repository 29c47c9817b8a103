import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { memberWrites, newTenantUser, putAccess, withMembership } from '../../lib/identity/membership.ts'
import { type Access, type TenantUser, tenantRecord, tenantUser } from '../../lib/identity/records.ts'
import { findPerson, type Person } from '../../lib/identity/sign-in.ts'
import { usernameFrom } from '../../lib/identity/username.ts'
import { InvalidRefreshToken, SchoolNotOpen } from './contract.ts'

export type Joined = {
  readonly person: Person
  readonly rights: Access
  readonly member: TenantUser
  readonly alreadyMember: boolean
}

const isOpen = async ({ table }: Context): Promise<boolean> => {
  const school = await table.get(tenantRecord, {})
  return school === undefined || (school.status !== 'hidden' && school.status !== 'coming_soon')
}

const existing = async ({ table, tenant }: Context, person: Person): Promise<TenantUser | undefined> => {
  const membership = person.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || !membership.tenantUserId) return undefined
  return table.get(tenantUser, { id: membership.tenantUserId }, { strong: true })
}

const attempts = 8

/**
 * Makes the caller a member of this school, once, however often and at how many devices it is asked at the same moment
 * (specification, join-tenant). A person who left comes back with a new record.
 */
export const joinSchool = async (context: Context, globalUserId: string): Promise<Joined> => {
  const { table } = context
  for (let attempt = 0, names = 0; attempt < attempts; attempt += 1) {
    const [person, open] = await Promise.all([findPerson(table, globalUserId), isOpen(context)])
    if (!person) return fail(InvalidRefreshToken)
    const known = await existing(context, person)
    if (known) return { person, rights: person.rights, member: known, alreadyMember: true }
    if (!open) fail(SchoolNotOpen)
    const member = newTenantUser(context, person.user, usernameFrom(person.user.email, names))
    const rights = withMembership(person.rights, context, member)
    const rows = memberWrites(member)
    const written = await table.write([rows.username, rows.user, putAccess(rights)])
    if (written.ok) return { person, rights, member, alreadyMember: false }
    if (written.failed.includes(0)) names += 1
  }
  return fail(ConcurrentChange)
}
