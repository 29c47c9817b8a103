import { declare } from '../../lib/contract/row.ts'
import { configRows } from './contract/config-rows.ts'
import { exportRows } from './contract/export-rows.ts'
import { memberRows } from './contract/member-rows.ts'
import { orgRows } from './contract/org-rows.ts'

export * from './contract/config-shapes.ts'
export * from './contract/failures.ts'

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
