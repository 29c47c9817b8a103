import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { serviceProviderAt } from './metadata.ts'

export const operations: Operations<typeof contract> = {
  async getSamlMetadata(_, { tenant }) {
    return serviceProviderAt(tenant.origin).getMetadata()
  },
}
