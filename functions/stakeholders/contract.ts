import { declare } from '../../lib/contract/row.ts'
import { domainRows } from './domain-rows.ts'
import { flowRows } from './flow-rows.ts'
import { roleRows } from './role-rows.ts'
import { settingsRows } from './settings-rows.ts'

export { closed } from './closed.ts'
export * from './config-shapes.ts'
export * from './domain-shapes.ts'
export * from './failures.ts'
export * from './flow-shapes.ts'
export * from './role-shapes.ts'

export const contract = declare('stakeholders', 'Who decides about events: flow, roles, domains, settings', {
  ...flowRows,
  ...roleRows,
  ...domainRows,
  ...settingsRows,
})
