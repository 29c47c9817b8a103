import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { listRoster, previewRoster, saveRoster } from './roster.ts'
import { findSchoolUsers, getUserStats, setAdminRole, setUserAccess, toggleUserRole } from './school-users.ts'
import { getSecondFactorPolicy, previewSecondFactorPolicy, setSecondFactorPolicy } from './second-factor.ts'
import { getDoor, previewDoor, setDoor } from './sign-in-policy.ts'

export const operations: Operations<typeof contract> = {
  toggleUserRole,
  getUserStats,
  findSchoolUsers,
  setAdminRole,
  setUserAccess,
  getSecondFactorPolicy,
  getDoor,
  previewDoor,
  setDoor,
  listRoster,
  previewRoster,
  saveRoster,
  previewSecondFactorPolicy,
  setSecondFactorPolicy,
}
