import { on } from '../../lib/consumer.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { auditDue, hourOf } from '../../lib/identity/audit/due.ts'
import { put } from '../../lib/table/write.ts'

/** Rows are written once. A row that changes or is removed is logged, and its hour is checked again. */
export const streamConsumers = [
  on(auditEntry, ['made', 'changed', 'gone'], async ({ kind, tenant, before, after }, { table, log }) => {
    const at = after?.at ?? before?.at
    if (tenant === undefined || at === undefined) return
    const dueHour = { tenantKey: tenant, hour: hourOf(at) }
    if (kind !== 'made')
      log({
        level: 'error',
        operation: 'stream.audit',
        alarm: `an audit row was ${kind}`,
        tenant,
        hour: dueHour.hour,
      })
    await table.store([put(auditDue, dueHour)])
  }),
]
