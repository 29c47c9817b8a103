/** Records of withdrawn applications. Loaded on first use. */
export { withdrawnApplication } from './applications/records.ts'
export { listOrgMembers } from './lists.ts'
export { admissionSteps } from './membership/assignment.ts'
export { assignRole, removeOrgMember, transferOwnership } from './membership/changes.ts'
export {
  leaveAllOrgs,
  leaveOrg,
  membershipStepsOf,
  refuseMembership,
  writeSteps,
} from './membership/departure.ts'
export { answerOffer } from './membership/ownership-offer.ts'
export { notifyApplied } from './notifications.ts'
export { decisionWrites } from './repository.ts'
export {
  initialRoles,
  requireAllowedRoles,
  roleFromTitle,
  rolesWrites,
} from './roles.ts'
export { termWrites } from './terms/terms.ts'
export { memberViewOf, personOf, roleViewOf } from './views.ts'
