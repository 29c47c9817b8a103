import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Desk access to one event for helpers without an account. Only a hash of the secret is stored. */
export const DoorCredential = z.object({
  eventId: text,
  doorId: text,
  name: text,
  hash: text,
  createdBy: text,
  createdAt: text,
  /** Valid from this time; without it, from its creation. */
  startsAt: maybe(text),
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
 * Scans of a person without a registration who left again. A scan that arrives late then has the effect it would have
 * had in time.
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
