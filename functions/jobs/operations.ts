import type { Operations } from '../../lib/operation.ts'
import { answerAssignment, assign } from './assignments/assignment.ts'
import { removeAssignment } from './assignments/removal.ts'
import type { contract } from './contract.ts'
import { changeJob, makeJob, removeJob } from './job.ts'
import { assignmentsPage, jobsOf, ownPage, signupsPage } from './lists.ts'
import { changeOrgRole, makeOrgRole, orgRolesPage, removeOrgRole } from './org-roles.ts'
import { signUp } from './signup.ts'
import { decideSignup } from './signup-decision.ts'
import { assignmentViewOf, besideOf, jobViewOf, signupViewOf } from './views.ts'

export const operations: Operations<typeof contract> = {
  listOrgEventRoles: orgRolesPage,

  async createOrgEventRole(input, context) {
    return { role: await makeOrgRole(input, context) }
  },

  async updateOrgEventRole(input, context) {
    return { role: await changeOrgRole(input, context) }
  },

  async deleteOrgEventRole(input, context) {
    await removeOrgRole(input, context)
    return undefined
  },

  listEventJobs: jobsOf,

  async createEventJob(input, context) {
    return { role: jobViewOf(await makeJob(input, context)) }
  },

  async updateEventJob(input, context) {
    return { role: jobViewOf(await changeJob(input, context)) }
  },

  async deleteEventJob(input, context) {
    await removeJob(input, context)
    return undefined
  },

  listAssignments: assignmentsPage,

  async createAssignment(input, context) {
    const { assignment, job } = await assign(input, context)
    return { assignment: assignmentViewOf(assignment, besideOf(job)) }
  },

  async updateAssignment(input, context) {
    return { assignment: assignmentViewOf(await answerAssignment(input, context), besideOf(undefined)) }
  },

  async deleteAssignment(input, context) {
    await removeAssignment(input, context)
    return undefined
  },

  listMyAssignments: ownPage,

  async createVolunteerSignup(input, context) {
    const { signup, job } = await signUp(input, context)
    return { signup: signupViewOf(signup, besideOf(job)) }
  },

  listVolunteerSignups: signupsPage,

  async decideVolunteerSignup(input, context) {
    const { signup, job } = await decideSignup(input, context)
    return { signup: signupViewOf(signup, besideOf(job)) }
  },
}
