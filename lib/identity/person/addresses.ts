import type { Settings } from '../../settings.ts'
import type { Table } from '../../table/table.ts'
import { listSchools } from '../school/tenants.ts'
import type { Access, GlobalUser } from './records.ts'

/** Whether an unproven address may receive rights: on a developer's machine, never on a deployed stage. */
export const allowsUnverifiedAddress = ({ STAGE, REQUIRE_VERIFIED_EMAIL }: Settings): boolean =>
  STAGE === 'local' && REQUIRE_VERIFIED_EMAIL !== true

/** Whether an address, in lower case, is on the deployment's list of platform administrators. */
export const isListedPlatformAdmin = ({ PLATFORM_ADMIN_EMAILS }: Settings, email: string): boolean =>
  PLATFORM_ADMIN_EMAILS.toLowerCase()
    .split(',')
    .some((address) => address.trim() === email)

/** Whether an address belongs to one of these domains or to a subdomain of one. */
export const isInMailDomain = (email: string, domains: readonly string[]): boolean => {
  const host = email.slice(email.lastIndexOf('@') + 1)
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Whether an address is in the mail domain of a school, which can read its mail. Strongly consistent. */
export const isSchoolAddress = async (table: Table, email: string): Promise<boolean> =>
  (await listSchools(table, { strong: true })).some(({ emailDomains }) => isInMailDomain(email, emailDomains))

/**
 * Whether a person's address is in the mail domain of a school although they are, or would become, a platform
 * administrator. Neither a mailed code nor a provider account with that address proves such a person. Otherwise the
 * operator of a school's mail server could become a platform administrator. Reads nothing for other people.
 */
export const isMailboxOfSchool = async (
  { table, settings }: { readonly table: Table; readonly settings: Settings },
  { email }: Pick<GlobalUser, 'email'>,
  { platformRoles }: Pick<Access, 'platformRoles'>,
): Promise<boolean> =>
  (platformRoles.length > 0 || isListedPlatformAdmin(settings, email)) &&
  (await isSchoolAddress(table, email))
