import { declare } from '../../lib/contract/row.ts'
import { assignmentRows } from './contract/assignment-rows.ts'
import { jobRows } from './contract/job-rows.ts'
import { orgRoleRows } from './contract/org-role-rows.ts'
import { signupRows } from './contract/signup-rows.ts'

export const contract = declare('jobs', 'Jobs at events: who does what, and who offers to', {
  ...orgRoleRows,
  ...jobRows,
  ...assignmentRows,
  ...signupRows,
})
