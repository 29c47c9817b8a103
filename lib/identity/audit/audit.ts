import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Device } from '../../context.ts'
import { dayMs } from '../../contract/time.ts'
import { entity, key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, type Write } from '../../table/write.ts'
import type { Caller } from '../person/caller.ts'
import type { AuditAction } from './actions.ts'

/** One audited action: actor, time, target and origin. Append-only; written in the transaction of the change itself. */
export const AuditEntry = z.object({
  id: z.string(),
  month: z.string(),
  at: z.string(),
  action: z.string(),
  /** A global user id, a tenant user id of a legacy caller, or `system`. */
  actor: z.string(),
  /** The impersonated person, if the actor is an administrator during impersonation. */
  actingAs: z.optional(z.string()),
  targetType: z.string(),
  targetId: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  /** Hash of a person's note on the action; the note is stored separately and can be deleted. */
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
  readonly action: AuditAction
  readonly actor: Caller | string
  readonly targetType: string
  readonly targetId: string
  /** Only ids and the platform's own words, because the row is permanent. For text of people see `auditWithReason`. */
  readonly detail?: Readonly<Record<string, string>>
  readonly noteHash?: string
}

const idOf = ({ globalUserId, tenantUserId }: Caller): string => globalUserId ?? tenantUserId ?? 'unknown'

const actorsOf = (actor: Caller | string): Pick<AuditEntry, 'actor' | 'actingAs'> => {
  if (typeof actor === 'string') return { actor }
  return actor.actor === undefined ? { actor: idOf(actor) } : { actor: actor.actor, actingAs: idOf(actor) }
}

/** The audit row of an action, for the same transaction. */
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
 * A person's own text about an entry of the log. The sealed, permanent row holds only a hash of the text, which
 * reveals nothing once the salt is deleted. The text is stored with the person it concerns, and is deleted with that
 * person.
 */
export const AuditNote = z.object({
  /** The id of the audit row. */
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

/** The text may name other people, so it always expires. */
const noteRetentionDays = 365

const hashOf = ({ salt, reason }: Pick<AuditNote, 'salt' | 'reason'>): string =>
  createHash('sha256').update(`${salt}\n${reason}`).digest('base64url')

/** The audit row of an action with a person's own reason, for the same transaction. */
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

/** The rows with those reasons that still exist, verbatim. No round trip if no row has one. */
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
