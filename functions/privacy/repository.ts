import * as z from 'zod/mini'
import { hourMs } from '../../lib/contract/time.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

const text = z.string()

/**
 * Erasure of the rows that a person who left a school leaves there, page by page. It runs twice, a day apart. Work in
 * progress during the departure, such as a notification to a whole school, arrives in between.
 */
export const Erasure = z.object({
  userId: text,
  globalUserId: text,
  since: text,
  round: z.number(),
  page: z.number(),
  doneAt: z.optional(text),
  expiresAt: text,
})
export type Erasure = z.infer<typeof Erasure>
export const erasure = entity('Erasure', Erasure, {
  scope: 'tenant',
  pk: 'ERASURE#{userId}',
  sk: 'ERASURE',
  ttl: 'expiresAt',
})

const later = (at: Date, hours: number): string => new Date(at.getTime() + hours * hourMs).toISOString()

/** Hours after which an erasure that did not complete begins again. */
const patienceHours = 24
/** Hours between the rounds. Longer than the life of an idempotency key, and than the stream keeps its records. */
const betweenHours = 25

type ErasureStart = Pick<Erasure, 'userId' | 'globalUserId' | 'since' | 'round'>

/** Begins a round, unless one is under way. */
export const beginErasure = async (table: Table, beginning: ErasureStart, now: Date): Promise<void> => {
  const row = { ...beginning, page: 0, expiresAt: later(now, patienceHours) }
  await table.put(erasure, row, { absent: true })
}

/** Continues the erasure by a change event of its own row. */
export const turnPage = async (table: Table, { userId, round, page }: Erasure): Promise<void> => {
  const seen = { equals: { round, page }, without: ['doneAt' as const] }
  await table.update(erasure, { userId }, { set: { page: page + 1 } }, seen)
}

/** Ends a round. The expiry of the row begins the next one. */
export const endRound = async (table: Table, { userId, round, page }: Erasure, now: Date): Promise<void> => {
  const seen = { equals: { round, page }, without: ['doneAt' as const] }
  const set = { doneAt: now.toISOString(), expiresAt: later(now, betweenHours) }
  await table.update(erasure, { userId }, { set }, seen)
}

/** The person's record at this table's school. */
export const findRecord = async (table: Table, id: string | undefined): Promise<TenantUser | undefined> =>
  id === undefined ? undefined : table.get(tenantUser, { id })
