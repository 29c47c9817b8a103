import * as z from 'zod/mini'
import { Forbidden, ValidationError } from '../../lib/contract/failures.ts'
import { text } from '../../lib/contract/fields.ts'
import { data } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  /** Person whom the actor, an administrator, impersonated. */
  actingAs: z.optional(z.string()),
  targetType: z.string(),
  targetId: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  ipAddress: z.string(),
  requestId: z.string(),
})

/** A day, or a moment with its zone. */
const Moment = z
  .string()
  .check(
    z.maxLength(40),
    z.regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/,
      'Expected ISO 8601',
    ),
  )

const AuditQuery = z.strictObject({
  action: z.optional(text(100)),
  actor: z.optional(text(128)),
  /** Inclusive. Default for a list without action and actor: a year back. */
  from: z.optional(Moment),
  /** Exclusive. */
  to: z.optional(Moment),
  /** 1 to 100, 50 by default. */
  limit: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'Expected a number'))),
  cursor: z.optional(z.string().check(z.maxLength(2048))),
  /** With the current names of people, organizations, events, budgets and departments. */
  names: z.optional(z.enum(['true', 'false'])),
  /** On the platform host: the rows of a school instead of the platform's own. */
  tenant: z.optional(text(32)),
})

export const contract = declare('audit', 'The audit log: privileged actions with actor, time and network', {
  listAuditEntries: {
    summary: 'List audit log entries, newest first; a page may be short and still have a next cursor',
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    host: 'both',
    duringMaintenance: true,
    query: AuditQuery,
    reply: data(
      z.object({
        entries: z.array(AuditEntry),
        nextCursor: z.nullable(z.string()),
        /** With `names=true`, by id: names of the school's members, organizations, events, budgets and departments. */
        names: z.optional(z.record(z.string(), z.string())),
      }),
    ),
    fails: [Forbidden, ValidationError],
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'root', query: { action: 'account.leave', limit: '20' } },
  },
})
