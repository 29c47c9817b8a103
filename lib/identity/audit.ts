import * as z from 'zod/mini'
import type { Device } from '../context.ts'
import { entity } from '../table/entity.ts'
import { put, type Write } from '../table/write.ts'
import type { Caller } from './caller.ts'

/** Who did what, when, to whom and from where. Append-only; written in the transaction of the change itself. */
export const AuditEntry = z.object({
  id: z.string(),
  month: z.string(),
  at: z.string(),
  action: z.string(),
  /** A global user id, a tenant user id of a legacy caller, or `system`. */
  actor: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  ipAddress: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditEntry = entity('AuditEntry', AuditEntry, {
  scope: 'tenant',
  pk: 'AUDIT#{month}',
  sk: '{id}',
  gsi1: { pk: 'AUDIT#BY#{actor}', sk: '{id}' },
  gsi2: { pk: 'AUDIT#DID#{action}', sk: '{id}' },
})

type World = { readonly device: Device; now(): Date; newId(): string }
type Deed = {
  readonly action: string
  readonly actor: Caller | string
  readonly targetType: string
  readonly targetId: string
  readonly detail?: Readonly<Record<string, string>>
}

const actorOf = (actor: Caller | string): string =>
  typeof actor === 'string' ? actor : (actor.globalUserId ?? actor.tenantUserId ?? 'unknown')

/** The audit row of a deed, to be written together with it. */
export const audit = ({ device, now, newId }: World, { actor, ...deed }: Deed): Write => {
  const at = now().toISOString()
  return put(auditEntry, {
    ...deed,
    id: newId(),
    month: at.slice(0, 7),
    at,
    actor: actorOf(actor),
    ipAddress: device.address,
    requestId: device.requestId,
  })
}
