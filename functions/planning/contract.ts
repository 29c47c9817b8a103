import { declare } from '../../lib/contract/row.ts'
import { collaborationRows } from './collaboration-rows.ts'
import { hostRows } from './host-rows.ts'
import { planningRows } from './planning-rows.ts'
import { statusRows } from './status-rows.ts'
import { templateRows } from './template-rows.ts'

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
