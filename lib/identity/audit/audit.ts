import * as z from 'zod/mini'
import type { Device } from '../../context.ts'
import { entity } from '../../table/entity.ts'
import { put, type Write } from '../../table/write.ts'
import type { Caller } from '../person/caller.ts'

/** Who did what, when, to whom and from where. Append-only; written in the transaction of the change itself. */
export const AuditEntry = z.object({
  id: z.string(),
  month: z.string(),
  at: z.string(),
  action: z.string(),
  /** A global user id, a tenant user id of a legacy caller, or `system`. */
  actor: z.string(),
  /** The person in whose name the actor, an administrator, did it. */
  actingAs: z.optional(z.string()),
  targetType: z.string(),
  targetId: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  /** Of what somebody wrote about it, which stands beside and may go. */
  noteHash: z.optional(z.string()),
  ipAddress: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditEntry = entity('AuditEntry', AuditEntry, {
  scope: 'tenant',
  pk: 'AUDIT#{month}',
  sk: '{at}#{id}',
  gsi1: { pk: 'AUDIT#BY#{actor}', sk: '{at}#{id}' },
  gsi2: { pk: 'AUDIT#DID#{action}', sk: '{at}#{id}' },
})

export type AuditWorld = { readonly device: Device; now(): Date; newId(): string }
export type Deed = {
  readonly action: string
  readonly actor: Caller | string
  readonly targetType: string
  readonly targetId: string
  /** Ids and words of the platform's own: a row is kept for good. What people write goes beside it, see `auditNoted`. */
  readonly detail?: Readonly<Record<string, string>>
  readonly noteHash?: string
}

const idOf = ({ globalUserId, tenantUserId }: Caller): string => globalUserId ?? tenantUserId ?? 'unknown'

const actorsOf = (actor: Caller | string): Pick<AuditEntry, 'actor' | 'actingAs'> => {
  if (typeof actor === 'string') return { actor }
  return actor.actor === undefined ? { actor: idOf(actor) } : { actor: actor.actor, actingAs: idOf(actor) }
}

/** The audit row of a deed, to be written together with it. */
export const audit = ({ device, now, newId }: AuditWorld, { actor, ...deed }: Deed): Write => {
  const at = now().toISOString()
  return put(auditEntry, {
    ...deed,
    id: newId(),
    month: at.slice(0, 7),
    at,
    ...actorsOf(actor),
    ipAddress: device.address,
    requestId: device.requestId,
  })
}
