import { listAccessKeys } from '../../lib/identity/token/keys.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'

type Rows = (typeof contract)['rows']

export const getSigningKeys: Operation<Rows['getSigningKeys']> = async (_, { table }) => {
  const keys = await listAccessKeys(table)
  return {
    keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' })),
  }
}
