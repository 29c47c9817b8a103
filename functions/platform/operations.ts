import { answer } from '../../lib/contract/reply.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { listAccessKeys } from '../../lib/identity/token/published-keys.ts'
import type { Operations } from '../../lib/operation.ts'
import manifest from '../../package.json' with { type: 'json' }
import { type contract, healthLimits } from './contract.ts'
import { examine } from './health.ts'
import { securityContact } from './security-contact.ts'

export const operations: Operations<typeof contract> = {
  async getHealth() {
    return { ok: true }
  },

  async getDetailedHealth(_, context) {
    const { caller, tenant } = context
    await spend(context, 'health', healthLimits.administrator, caller.tenantUserId ?? identityOf(caller))
    const { ok, statuses } = await examine(context)
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
