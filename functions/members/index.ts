export { admissionSteps } from './applications/admission.ts'
export { membersPage } from './lists.ts'
export { assignRoles, removeMember, transferOwnership } from './membership/changes.ts'
export { leave, leaveAll, refuseMembership } from './membership/departure.ts'
export { along, carryOutSteps } from './membership/steps.ts'
export { applied } from './notifications.ts'
export { decisionWrites } from './repository.ts'
export { listAllowed, rolesWith, roleTitled } from './roles/list.ts'
export { rolesWrites } from './roles/record.ts'
export { termWrites } from './terms/terms.ts'
export { memberViewOf, roleViewOf, summaryOf } from './views.ts'

/** What withdrawn applications leave; loads with its first use. */
export const withdrawals = () => import('./applications/records.ts')
