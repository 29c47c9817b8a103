import * as z from 'zod/mini'
import { entity } from './entity.ts'
import { put, type Write } from './write.ts'

/** A notice whose effect is no row of its own, such as a counter, leaves this mark in the same transaction. */
const NoticeSeen = z.object({ id: z.string(), expiresAt: z.string() })
export const noticeSeen = entity('NoticeSeen', NoticeSeen, {
  scope: 'tenant',
  pk: 'SEEN#{id}',
  sk: 'SEEN',
  ttl: 'expiresAt',
})

/** The stream keeps a notice for a day; after two nobody brings it again. */
const keptSeconds = 48 * 3600

/** Fails its transaction when `id` (what happened, to which item) has been carried out before. */
export const seenOnce = (id: string, now: Date): Write =>
  put(
    noticeSeen,
    { id, expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() },
    { absent: true },
  )
