import type { Settings } from '../../settings.ts'
import type { Table } from '../../table/table.ts'
import { listSchools } from '../school/tenants.ts'
import type { Access, GlobalUser } from './records.ts'

/** Whether rights may go to an address that nobody has proven to own: on one's own machine, and on no deployed stage. */
export const allowsUnverifiedAddress = ({ STAGE, REQUIRE_VERIFIED_EMAIL }: Settings): boolean =>
  STAGE === 'local' && REQUIRE_VERIFIED_EMAIL !== true

/** Whether an address, in lower case, is on the deployment's list of platform administrators. */
export const isListedPlatformAdmin = ({ PLATFORM_ADMIN_EMAILS }: Settings, email: string): boolean =>
  PLATFORM_ADMIN_EMAILS.toLowerCase()
    .split(',')
    .some((address) => address.trim() === email)

/** Whether mail to an address arrives at a server of one of these domains, or below one of them. */
export const isInMailDomain = (email: string, domains: readonly string[]): boolean => {
  const host = email.slice(email.lastIndexOf('@') + 1)
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Whether an address lies in the mail domain of a school, which reads what arrives there. Strongly consistent. */
export const isSchoolAddress = async (table: Table, email: string): Promise<boolean> =>
  (await listSchools(table, { strong: true })).some(({ emailDomains }) => isInMailDomain(email, emailDomains))

/**
 * Whether who reads a person's mail is nobody to believe about them, whether they show a code of it or a provider's account
 * with the address: whoever runs a school's mail server must not become an administrator of the platform by it. Reads
 * nothing for anybody else.
 */
export const isMailboxOfSchool = async (
  { table, settings }: { readonly table: Table; readonly settings: Settings },
  { email }: Pick<GlobalUser, 'email'>,
  { platformRoles }: Pick<Access, 'platformRoles'>,
): Promise<boolean> =>
  (platformRoles.length > 0 || isListedPlatformAdmin(settings, email)) &&
  (await isSchoolAddress(table, email))
