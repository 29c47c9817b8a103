import { declare } from '../../lib/contract/row.ts'
import { domainRows } from './contract/domain-rows.ts'
import { flowRows } from './contract/flow-rows.ts'
import { roleRows } from './contract/role-rows.ts'
import { settingsRows } from './contract/settings-rows.ts'

export { closed } from './contract/closed-shape.ts'
export * from './contract/config-shapes.ts'
export * from './contract/domain-shapes.ts'
export * from './contract/failures.ts'
export * from './contract/flow-shapes.ts'
export * from './contract/role-shapes.ts'

export const contract = declare('stakeholders', 'Who decides about events: flow, roles, domains, settings', {
  ...flowRows,
  ...roleRows,
  ...domainRows,
  ...settingsRows,
})
