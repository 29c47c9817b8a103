import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

/** Signs of life of the platform, kept under its own reserved key. */

/** Written by the clock every minute: how far the stream's consumer lags is seen by how long it takes to meet it. */
export const Pulse = z.object({ name: z.literal('stream'), at: z.string() })
export type Pulse = z.infer<typeof Pulse>
export const pulse = entity('Pulse', Pulse, { scope: 'tenant', pk: 'PULSE', sk: '{name}#AT' })

/** The newest pulse that the stream's consumer has met, and when. */
export const PulseSeen = z.object({ name: z.literal('stream'), at: z.string(), seenAt: z.string() })
export type PulseSeen = z.infer<typeof PulseSeen>
export const pulseSeen = entity('PulseSeen', PulseSeen, { scope: 'tenant', pk: 'PULSE', sk: '{name}#SEEN' })

/** A mail, or a page of notifications, that its gateway refused lately: dropped, or still being tried. */
export const Trouble = z.object({
  id: z.string(),
  state: z.enum(['dropped', 'retried']),
  at: z.string(),
  expiresAt: z.string(),
})
export type Trouble = z.infer<typeof Trouble>
export const mailTrouble = entity('MailTrouble', Trouble, {
  scope: 'tenant',
  pk: 'MAILTROUBLE',
  sk: '{id}',
  ttl: 'expiresAt',
})

export const pushTrouble = entity('PushTrouble', Trouble, {
  scope: 'tenant',
  pk: 'PUSHTROUBLE',
  sk: '{id}',
  ttl: 'expiresAt',
})

/** Proves that the table takes a write and gives it back. */
export const Probe = z.object({ id: z.string(), at: z.string(), expiresAt: z.string() })
export const probe = entity('Probe', Probe, { scope: 'tenant', pk: 'PROBE', sk: '{id}', ttl: 'expiresAt' })
