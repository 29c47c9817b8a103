import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { assignSchoolRole, schoolUsers, suspendUser, userStats } from './users.ts'

export const operations: Operations<typeof contract> = {
  async toggleUserRole({ role, userId }, context) {
    const { roles, assigned } = await assignSchoolRole(userId, role, 'toggle', context)
    return answer({ roles }, assigned ? {} : { message: 'Role removed successfully' })
  },

  getUserStats: (_, context) => userStats(context),
  findSchoolUsers: schoolUsers,

  async setAdminRole({ userId, role, assign }, context) {
    const { roles } = await assignSchoolRole(userId, role, assign, context)
    return { roles }
  },

  setUserAccess: ({ userId, accessSuspended }, context) => suspendUser(userId, accessSuspended, context),
}
