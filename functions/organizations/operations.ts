import type { Operations } from '../../lib/operation.ts'
import { applyToOrganization, followOrganization, unfollowOrganization } from './application.ts'
import { updateApprovalSettings } from './approval-settings.ts'
import type { contract } from './contract.ts'
import { createOrganization } from './creation.ts'
import { deleteOrganization } from './deletion/deletion.ts'
import { getOrganizationByName, listFollowedOrganizations, listOrganizations } from './directory.ts'
import { commitOrgUpload, editOrganization, requestOrgUpload } from './edit.ts'
import { createForm, deleteForm, listForms, updateForm } from './forms.ts'
import { checkOrganizationName } from './names.ts'
import { getOrganization, leaveOrganization, listOrganizationMembers } from './organization.ts'
import { unusedAnswers } from './unused-paths.ts'
import { listMeetings, listOrganizationEvents } from './upcoming-events.ts'

export const operations: Operations<typeof contract> = {
  ...unusedAnswers,
  getOrganization,
  getOrganizationByName,
  createOrganization,
  editOrganization,
  applyToOrganization,
  leaveOrganization,
  deleteOrganization,
  listOrganizationMembers,
  listMeetings,
  listOrganizationEvents,
  followOrganization,
  unfollowOrganization,
  listFollowedOrganizations,
  checkOrganizationName,
  listOrganizations,
  requestOrgUpload,
  commitOrgUpload,
  updateApprovalSettings,
  listForms,
  createForm,
  updateForm,
  deleteForm,
}
