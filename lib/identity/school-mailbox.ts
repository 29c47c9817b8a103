import type { Settings } from '../settings.ts'
import type { Table } from '../table/table.ts'
import { isListed } from './platform-grants.ts'
import type { Access, GlobalUser } from './records.ts'
import { listSchools } from './tenants.ts'

/** Whether mail to an address arrives at a server of one of these domains, or below one of them. */
export const liesIn = (email: string, domains: readonly string[]): boolean => {
  const host = email.slice(email.lastIndexOf('@') + 1)
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/**
 * Whether a code by mail is no proof of this person's: whoever runs a school's mail server reads what arrives there, and
 * must not become a platform administrator by it. Strongly consistent; reads nothing for anybody else.
 */
export const isReadBySchool = async (
  { table, settings }: { readonly table: Table; readonly settings: Settings },
  { email }: Pick<GlobalUser, 'email'>,
  { platformRoles }: Pick<Access, 'platformRoles'>,
): Promise<boolean> => {
  if (platformRoles.length === 0 && !isListed(settings, email)) return false
  const schools = await listSchools(table, { strong: true })
  return schools.some(({ emailDomains }) => liesIn(email, emailDomains))
}
