import * as z from 'zod/mini'
import { entity } from './table/entity.ts'
import { put, type Write } from './table/write.ts'

/**
 * A side effect that is due, written in the transaction that caused it and carried out by the consumer of the stream.
 * `to` is an address or `user:<globalUserId>`; `nonce` stands for a code that is computed when the mail is written,
 * so that no code is ever stored.
 */
export const OutboxMail = z.object({
  id: z.string(),
  cause: z.string(),
  template: z.string(),
  to: z.string(),
  nonce: z.optional(z.string()),
  params: z.record(z.string(), z.string()),
  status: z.enum(['pending', 'claimed', 'sent', 'dropped']),
  attempts: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const outboxMail = entity('OutboxMail', OutboxMail, {
  scope: 'tenant',
  pk: 'OUT#{cause}',
  sk: '{id}',
  ttl: 'expiresAt',
})

type World = { now(): Date; newId(): string }
type Wanted = Pick<OutboxMail, 'template' | 'to'> & Partial<Pick<OutboxMail, 'nonce' | 'params'>>

const keptSeconds = 7 * 24 * 3600

/** The outbox row of one mail. It belongs into the same `table.write` as what it tells about. */
export const mailDue = ({ now, newId }: World, { params = {}, ...wanted }: Wanted): Write => {
  const id = newId()
  const at = now()
  return put(outboxMail, {
    ...wanted,
    params,
    id,
    cause: id,
    status: 'pending',
    attempts: 0,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + keptSeconds * 1000).toISOString(),
  })
}
