import { declare } from '../../lib/contract/row.ts'
import { collaborationRows } from './contract/collaboration-rows.ts'
import { hostRows } from './contract/host-rows.ts'
import { planningRows } from './contract/planning-rows.ts'
import { statusRows } from './contract/status-rows.ts'
import { templateRows } from './contract/template-rows.ts'

export const contract = declare(
  'planning',
  'Planning of events: making, publishing, changing and ending them',
  {
    ...planningRows,
    ...hostRows,
    ...statusRows,
    ...templateRows,
    ...collaborationRows,
  },
)
