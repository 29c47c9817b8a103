import type { NoticeWorld } from '../../lib/consumer.ts'
import type { Notice } from '../../lib/table/notice.ts'
import { noticeSeen, seenOnce } from '../../lib/table/notice-seen.ts'
import { update } from '../../lib/table/write.ts'
import { findInbox, inbox, type Notification } from './repository.ts'
import { countersOf, sameEra, standingOf } from './standing.ts'

const attempts = 8

/** A notification whose time has passed leaves the counters, once, when the table lets go of it. */
export const uncount = async (
  { before }: Notice<Notification>,
  { table, now }: NoticeWorld,
): Promise<void> => {
  if (!before || before.hidden || before.status === 'deleted') return
  const { id, to, type, status } = before
  const mark = `gone ${to} ${id}`
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const box = await findInbox(table, to, true)
    if (!box) return
    const add = countersOf(standingOf(before, box), 'deleted', type)
    const held = status === undefined ? sameEra(box, type) : {}
    const written = await table.write([
      seenOnce(mark, now()),
      update(inbox, { owner: to }, { add }, { exists: true, ...held }),
    ])
    if (written.ok || (await table.get(noticeSeen, { id: mark }, { strong: true }))) return
  }
  throw new Error('an inbox keeps changing')
}
