import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ContactMissing } from './contract.ts'

const day = 24 * 3600 * 1000
/** Half a year on, at midnight: RFC 9116 wants less than a year, and the same text all day. */
const validDays = 180

/** The file that tells finders of holes whom to tell (RFC 9116). 404 where the deployment names nobody. */
export const securityContact = ({ settings, tenant, now }: Context): string => {
  const contact = settings.SECURITY_CONTACT ?? fail(ContactMissing)
  const expires = new Date((Math.floor(now().getTime() / day) + validDays) * day)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${tenant.origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
