import type { Operations } from '../../lib/operation.ts'
import { approveApplication, rejectApplication } from './applications/decision.ts'
import { listOwnApplications, withdrawApplication } from './applications/own-applications.ts'
import type { contract } from './contract.ts'
import { exportOrgMembers } from './export.ts'
import { getMemberHistory, listApplications, listOrgMembers, listRoleMembers } from './lists.ts'
import { assignOrgRole, removeOrgMember, transferOrgOwnership } from './membership/changes.ts'
import { refuseOrgMembership } from './membership/departure.ts'
import {
  answerOrgOwnershipOffer,
  offerOrgOwnership,
  withdrawOrgOwnershipOffer,
} from './membership/ownership-offer.ts'
import {
  checkRoleManagement,
  createRole,
  deleteRole,
  getMyPermissions,
  getRolePermissions,
  listRoles,
  replaceRoles,
  updateRole,
} from './roles.ts'

export const operations: Operations<typeof contract> = {
  checkRoleManagement,
  getMyPermissions,
  listRoles,
  createRole,
  replaceRoles,
  updateRole,
  deleteRole,
  getRolePermissions,
  listOrgMembers,
  exportOrgMembers,
  listRoleMembers,
  assignOrgRole,
  refuseOrgMembership,
  removeOrgMember,
  getMemberHistory,
  transferOrgOwnership,
  offerOrgOwnership,
  withdrawOrgOwnershipOffer,
  answerOrgOwnershipOffer,
  listOwnApplications,
  withdrawApplication,
  listApplications,
  approveApplication,
  rejectApplication,
}
