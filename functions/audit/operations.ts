import type { Operations } from '../../lib/operation.ts'
import { listAuditEntries } from './audit-entries.ts'
import type { contract } from './contract.ts'

export const operations: Operations<typeof contract> = {
  listAuditEntries,
}
