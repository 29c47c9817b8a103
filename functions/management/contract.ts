import { declare } from '../../lib/contract/row.ts'
import { configRows } from './config-rows.ts'
import { exportRows } from './export-rows.ts'
import { memberRows } from './member-rows.ts'
import { orgRows } from './org-rows.ts'

export * from './config-shapes.ts'
export * from './failures.ts'

export const contract = declare(
  'management',
  'What a school says about its organizations, and their administration',
  {
    ...configRows,
    ...orgRows,
    ...exportRows,
    ...memberRows,
  },
)
