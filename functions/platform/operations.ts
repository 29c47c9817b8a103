import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { listAccessKeys } from '../../lib/identity/token/keys.ts'
import type { Operations } from '../../lib/operation.ts'
import manifest from '../../package.json' with { type: 'json' }
import { ContactMissing, type contract, healthLimits } from './contract.ts'
import { getDetailedHealth } from './health.ts'

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

export const operations: Operations<typeof contract> = {
  async getHealth() {
    return { ok: true }
  },

  async getDetailedHealth(_, context) {
    const { caller, tenant } = context
    await spend(context, 'health', healthLimits.administrator, caller.tenantUserId ?? identityOf(caller))
    const { ok, statuses } = await getDetailedHealth(context)
    const health = { ok, statuses, subDomain: tenant.key, version: manifest.version }
    return answer(health, ok ? {} : { status: 503, success: false })
  },

  async getSecurityContact(_, context) {
    return securityContact(context)
  },

  async getSigningKeys(_, { table }) {
    const keys = await listAccessKeys(table)
    return {
      keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' })),
    }
  },
}
