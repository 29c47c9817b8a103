import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { dayMs } from '../../lib/contract/time.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { ContactMissing } from './contract.ts'

type Rows = (typeof contract)['rows']

/** Half a year, to midnight: RFC 9116 wants less than a year, and the text stays the same all day. */
const validDays = 180

/** The file that names the contact for reports of vulnerabilities (RFC 9116). 404 where the deployment names none. */
export const securityContact = ({ settings, tenant, now }: Context): string => {
  const contact = settings.SECURITY_CONTACT ?? fail(ContactMissing)
  const expires = new Date((Math.floor(now().getTime() / dayMs) + validDays) * dayMs)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${tenant.origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

export const getSecurityContact: Operation<Rows['getSecurityContact']> = async (_, context) =>
  securityContact(context)
