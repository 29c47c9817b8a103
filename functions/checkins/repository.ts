import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Opens the door of one event for helpers without an account. Only a hash of the secret is kept. */
export const DoorCredential = z.object({
  eventId: text,
  doorId: text,
  name: text,
  hash: text,
  createdBy: text,
  createdAt: text,
  expiresAt: text,
  revokedAt: maybe(text),
  /** How long the list shows it. */
  keptUntil: text,
})
export type DoorCredential = z.infer<typeof DoorCredential>
export const doorCredential = entity('DoorCredential', DoorCredential, {
  scope: 'tenant',
  pk: 'EV#{eventId}#DOORS',
  sk: '{doorId}',
  ttl: 'keptUntil',
})

/**
 * Scans of somebody who came without a registration and left again, so that a scan that arrives late decides what it
 * would have decided in its time.
 */
export const DoorTrace = z.object({
  eventId: text,
  kind: z.enum(['u', 'g']),
  personId: text,
  scans: z.object({ first: maybe(text), last: maybe(text), out: maybe(text) }),
  expiresAt: text,
  version: z.number(),
})
export type DoorTrace = z.infer<typeof DoorTrace>
export const doorTrace = entity('DoorTrace', DoorTrace, {
  scope: 'tenant',
  pk: 'EV#{eventId}#LEFT#{kind}#{personId}',
  sk: 'LEFT',
  ttl: 'expiresAt',
})
