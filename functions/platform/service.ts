import { listAccessKeys } from '../../lib/identity/published-keys.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'

export const operations: Operations<typeof contract> = {
  async getHealth() {
    return { ok: true }
  },

  async getSigningKeys(_, { table }) {
    const keys = await listAccessKeys(table)
    return {
      keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' })),
    }
  },
}
