import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { impersonateUser, stopImpersonation } from './impersonation.ts'

export const operations: Operations<typeof contract> = {
  impersonateUser,
  stopImpersonation,
}
