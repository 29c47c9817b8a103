export { membersPage } from './lists.ts'
export { admissionSteps } from './membership/assignment.ts'
export { assignOrgRole, removeOrgMember, transferOwnership } from './membership/changes.ts'
export { along, carryOutSteps, leave, leaveAll, refuseMembership } from './membership/departure.ts'
export { applied } from './notifications.ts'
export { decisionWrites } from './repository.ts'
export { listAllowed, rolesWith, rolesWrites, roleTitled } from './roles.ts'
export { termWrites } from './terms/terms.ts'
export { memberViewOf, roleViewOf, summaryOf } from './views.ts'

/** What withdrawn applications leave; loads with its first use. */
export const withdrawals = () => import('./applications/records.ts')
