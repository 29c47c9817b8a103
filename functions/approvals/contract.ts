import { declare } from '../../lib/contract/row.ts'
import { commentRows } from './contract/comment-rows.ts'
import { decisionRows } from './contract/decision-rows.ts'
import { listRows } from './contract/list-rows.ts'

export * from './contract/failures.ts'
export * from './contract/shapes.ts'

export const contract = declare('approvals', 'Decisions on events that wait for approval', {
  ...decisionRows,
  ...commentRows,
  ...listRows,
})
