import { declare } from '../../lib/contract/row.ts'
import { assignmentRows } from './assignment-rows.ts'
import { jobRows } from './job-rows.ts'
import { orgRoleRows } from './org-role-rows.ts'
import { signupRows } from './signup-rows.ts'

export const contract = declare('jobs', 'Jobs at events: who does what, and who offers to', {
  ...orgRoleRows,
  ...jobRows,
  ...assignmentRows,
  ...signupRows,
})
