import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { getDetailedHealth, getHealth } from './health.ts'
import { getSecurityContact } from './security-contact.ts'
import { getSigningKeys } from './signing-keys.ts'

export const operations: Operations<typeof contract> = {
  getHealth,
  getDetailedHealth,
  getSecurityContact,
  getSigningKeys,
}
