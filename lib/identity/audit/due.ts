import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

/**
 * An hour (`YYYY-MM-DDTHH`, UTC) of a school with audit rows that no seal covers yet. Written by the stream's
 * consumer.
 */
export const AuditDue = z.object({ tenantKey: z.string(), hour: z.string() })
export type AuditDue = z.infer<typeof AuditDue>
export const auditDue = entity('AuditDue', AuditDue, {
  scope: 'global',
  pk: 'AUDITDUE',
  sk: '{hour}#{tenantKey}',
})

/** The hour of a time (ISO 8601, UTC). */
export const hourOf = (moment: string): string => moment.slice(0, 13)
