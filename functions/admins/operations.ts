import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { addPlatformAdmin, listPlatformAdmins, removePlatformAdmin } from './platform-admins.ts'

export const operations: Operations<typeof contract> = {
  listPlatformAdmins,
  addPlatformAdmin,
  removePlatformAdmin,
}
