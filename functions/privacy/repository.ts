import * as z from 'zod/mini'
import { hourMs } from '../../lib/contract/time.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

const text = z.string()

/**
 * The erasure of what somebody who left a school leaves behind there, page by page. It runs twice, a day apart: what was
 * under way while they left, such as a notification to a whole school, arrives in between.
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

/** An erasure that did not get through, for whatever reason, begins again after so long. */
const patienceHours = 24
/** Longer than a key of a repeated request lives, and than the stream keeps what it tells. */
const betweenHours = 25

type ErasureStart = Pick<Erasure, 'userId' | 'globalUserId' | 'since' | 'round'>

/** Begins a round, unless it is under way. */
export const beginErasure = async (table: Table, beginning: ErasureStart, now: Date): Promise<void> => {
  const row = { ...beginning, page: 0, expiresAt: later(now, patienceHours) }
  await table.put(erasure, row, { absent: true })
}

/** Has the erasure come again by a notice of its own. */
export const turnPage = async (table: Table, { userId, round, page }: Erasure): Promise<void> => {
  const seen = { equals: { round, page }, without: ['doneAt' as const] }
  await table.update(erasure, { userId }, { set: { page: page + 1 } }, seen)
}

/** Ends a round. The row waits for its own end, which is what begins the next one. */
export const endRound = async (table: Table, { userId, round, page }: Erasure, now: Date): Promise<void> => {
  const seen = { equals: { round, page }, without: ['doneAt' as const] }
  const set = { doneAt: now.toISOString(), expiresAt: later(now, betweenHours) }
  await table.update(erasure, { userId }, { set }, seen)
}

/** The record of a person at the school that the table is opened for. */
export const findRecord = async (table: Table, id: string | undefined): Promise<TenantUser | undefined> =>
  id === undefined ? undefined : table.get(tenantUser, { id })
