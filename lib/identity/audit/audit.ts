import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Device } from '../../context.ts'
import { dayMs } from '../../contract/time.ts'
import { entity, key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
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

export type AuditContext = { readonly device: Device; now(): Date; newId(): string }
export type AuditedAction = {
  readonly action: string
  readonly actor: Caller | string
  readonly targetType: string
  readonly targetId: string
  /** Ids and words of the platform's own: a row is kept for good. What people write goes beside it, see `auditWithReason`. */
  readonly detail?: Readonly<Record<string, string>>
  readonly noteHash?: string
}

const idOf = ({ globalUserId, tenantUserId }: Caller): string => globalUserId ?? tenantUserId ?? 'unknown'

const actorsOf = (actor: Caller | string): Pick<AuditEntry, 'actor' | 'actingAs'> => {
  if (typeof actor === 'string') return { actor }
  return actor.actor === undefined ? { actor: idOf(actor) } : { actor: actor.actor, actingAs: idOf(actor) }
}

/** The audit row of an action, to be written together with it. */
export const audit = ({ device, now, newId }: AuditContext, { actor, ...audited }: AuditedAction): Write => {
  const at = now().toISOString()
  const entry = {
    ...audited,
    id: newId(),
    month: at.slice(0, 7),
    at,
    ...actorsOf(actor),
    ipAddress: device.address,
    requestId: device.requestId,
  }
  return put(auditEntry, entry, { absent: true })
}

/**
 * What somebody wrote in words of their own about an entry of the log. Its row is sealed for good and holds a hash of the
 * words alone, which with the salt gone tells nothing of them; the words stand by the person they are about, and go with
 * that person.
 */
export const AuditNote = z.object({
  /** That of the audit row. */
  id: z.string(),
  targetId: z.string(),
  reason: z.string(),
  salt: z.string(),
  at: z.string(),
  expiresAt: z.string(),
})
export type AuditNote = z.infer<typeof AuditNote>
export const auditNote = entity('AuditNote', AuditNote, {
  scope: 'tenant',
  pk: 'AUDITNOTE#{targetId}',
  sk: '{id}',
  ttl: 'expiresAt',
})

/** Words may name others too, so they end in any case. */
const noteRetentionDays = 365

const hashOf = ({ salt, reason }: Pick<AuditNote, 'salt' | 'reason'>): string =>
  createHash('sha256').update(`${salt}\n${reason}`).digest('base64url')

/** The audit row of an action for which somebody gave a reason in words of their own, to be written together with it. */
export const auditWithReason = (
  context: AuditContext,
  audited: AuditedAction,
  reason: string | undefined,
): Write[] => {
  if (!reason) return [audit(context, audited)]
  const id = context.newId()
  const at = context.now()
  const expiresAt = new Date(at.getTime() + noteRetentionDays * dayMs).toISOString()
  const salt = randomBytes(16).toString('base64url')
  const note: AuditNote = { id, targetId: audited.targetId, reason, salt, at: at.toISOString(), expiresAt }
  return [
    audit({ ...context, newId: () => id }, { ...audited, noteHash: hashOf(note) }),
    put(auditNote, note),
  ]
}

/** The rows with the reasons that are still there, word for word. No round trip where none of them has one. */
export const withReasons = async (
  table: Table,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> => {
  const noted = entries.filter(({ noteHash }) => noteHash !== undefined)
  if (noted.length === 0) return entries
  const notes = await table.batchGet(noted.map(({ id, targetId }) => key(auditNote, { id, targetId })))
  const reasons = new Map(notes.flatMap((note) => (note ? [[note.id, note] as const] : [])))
  return entries.map((entry) => {
    const note = reasons.get(entry.id)
    if (!note || hashOf(note) !== entry.noteHash) return entry
    return { ...entry, detail: { ...entry.detail, reason: note.reason } }
  })
}
