import type { Operations } from '../../lib/operation.ts'
import { createAssignment, updateAssignment } from './assignments/assignment.ts'
import { deleteAssignment } from './assignments/removal.ts'
import type { contract } from './contract.ts'
import { createEventJob, deleteEventJob, updateEventJob } from './job.ts'
import { listAssignments, listEventJobs, listMyAssignments, listVolunteerSignups } from './lists.ts'
import { createOrgEventRole, deleteOrgEventRole, listOrgEventRoles, updateOrgEventRole } from './org-roles.ts'
import { createVolunteerSignup } from './signup.ts'
import { decideVolunteerSignup } from './signup-decision.ts'
import { assignmentViewOf, jobViewContextOf, jobViewOf, signupViewOf } from './views.ts'

export const operations: Operations<typeof contract> = {
  listOrgEventRoles,

  async createOrgEventRole(input, context) {
    return { role: await createOrgEventRole(input, context) }
  },

  async updateOrgEventRole(input, context) {
    return { role: await updateOrgEventRole(input, context) }
  },

  async deleteOrgEventRole(input, context) {
    await deleteOrgEventRole(input, context)
    return undefined
  },

  listEventJobs,

  async createEventJob(input, context) {
    return { role: jobViewOf(await createEventJob(input, context)) }
  },

  async updateEventJob(input, context) {
    return { role: jobViewOf(await updateEventJob(input, context)) }
  },

  async deleteEventJob(input, context) {
    await deleteEventJob(input, context)
    return undefined
  },

  listAssignments,

  async createAssignment(input, context) {
    const { assignment, job } = await createAssignment(input, context)
    return { assignment: assignmentViewOf(assignment, jobViewContextOf(job)) }
  },

  async updateAssignment(input, context) {
    return {
      assignment: assignmentViewOf(await updateAssignment(input, context), jobViewContextOf(undefined)),
    }
  },

  async deleteAssignment(input, context) {
    await deleteAssignment(input, context)
    return undefined
  },

  listMyAssignments,

  async createVolunteerSignup(input, context) {
    const { signup, job } = await createVolunteerSignup(input, context)
    return { signup: signupViewOf(signup, jobViewContextOf(job)) }
  },

  listVolunteerSignups,

  async decideVolunteerSignup(input, context) {
    const { signup, job } = await decideVolunteerSignup(input, context)
    return { signup: signupViewOf(signup, jobViewContextOf(job)) }
  },
}
