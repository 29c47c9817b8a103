import { type ChangeContext, type Consumer, on } from '../../lib/consumer.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { PersonalData } from '../../lib/personal-data.ts'
import { allPersonalData } from './registry.ts'
import { beginErasure, type Erasure, endRound, erasure, turnPage } from './repository.ts'

const rounds = 2

/** One page of every kind; true when there is more of any. */
const erasePage = async (
  rows: readonly PersonalData[],
  { userId, globalUserId, since }: Erasure,
  { table }: ChangeContext,
): Promise<boolean> => {
  let more = false
  for (const row of rows) if (await row.erase?.({ userId, globalUserId, since }, table)) more = true
  return more
}

/**
 * Erases what somebody who left a school leaves behind there, after the record itself has gone with the departure. Every
 * removal may be repeated, so a notice that comes again changes nothing.
 */
const erasureConsumers = (load: () => Promise<readonly PersonalData[]>): readonly Consumer[] => [
  on(tenantUser, ['gone'], async ({ before }, { table, now }) => {
    if (!before) return
    const { id: userId, globalUserId } = before
    await beginErasure(table, { userId, globalUserId, since: now().toISOString(), round: 1 }, now())
  }),
  on(erasure, ['made', 'changed'], async ({ after }, context) => {
    if (!after || after.doneAt !== undefined) return
    const { table, now } = context
    if (await erasePage(await load(), after, context)) await turnPage(table, after)
    else await endRound(table, after, now())
  }),
  on(erasure, ['gone'], async ({ before }, { table, now }) => {
    if (!before) return
    const { userId, globalUserId, since, round, doneAt } = before
    const next = doneAt === undefined ? round : round + 1
    if (next <= rounds) await beginErasure(table, { userId, globalUserId, since, round: next }, now())
  }),
]

/** Departures are rare, and the registry knows the rows of every domain. */
export const streamConsumers = erasureConsumers(async () => allPersonalData)
