import { type ChangeContext, type Consumer, on } from '../../lib/consumer.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { PersonalData } from '../../lib/personal-data.ts'
import { allPersonalData } from './registry.ts'
import { beginErasure, type Erasure, endRound, erasure, turnPage } from './repository.ts'

const rounds = 2

/** Erases one page of every kind. Returns true when any kind has more. */
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
 * Erases the rows that a departed person leaves at a school, after the departure has removed the record itself. Every
 * removal may be repeated, so a repeated change event changes nothing.
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

export const streamConsumers = erasureConsumers(async () => allPersonalData)
