import { declare } from '../../lib/contract/row.ts'
import { commentRows } from './comment-rows.ts'
import { decisionRows } from './decision-rows.ts'
import { listRows } from './list-rows.ts'

export * from './failures.ts'
export * from './shapes.ts'

export const contract = declare('approvals', 'Decisions on events that wait for approval', {
  ...decisionRows,
  ...commentRows,
  ...listRows,
})
