import type { Operations } from '../../lib/operation.ts'
import { createAssignment, updateAssignment } from './assignments/assignment.ts'
import { deleteAssignment } from './assignments/removal.ts'
import type { contract } from './contract.ts'
import { createEventJob, deleteEventJob, updateEventJob } from './job.ts'
import { listAssignments, listEventJobs, listMyAssignments, listVolunteerSignups } from './lists.ts'
import { listOpenJobs } from './open-jobs.ts'
import { createOrgEventRole, deleteOrgEventRole, listOrgEventRoles, updateOrgEventRole } from './org-roles.ts'
import { createVolunteerSignup } from './signup.ts'
import { decideVolunteerSignup } from './signup-decision.ts'

export const operations: Operations<typeof contract> = {
  listOrgEventRoles,
  createOrgEventRole,
  updateOrgEventRole,
  deleteOrgEventRole,
  listEventJobs,
  createEventJob,
  updateEventJob,
  deleteEventJob,
  listAssignments,
  createAssignment,
  updateAssignment,
  deleteAssignment,
  listMyAssignments,
  createVolunteerSignup,
  listOpenJobs,
  listVolunteerSignups,
  decideVolunteerSignup,
}
