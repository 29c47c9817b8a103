import type { NoticeWorld } from '../../../lib/consumer.ts'
import type { Notice } from '../../../lib/table/notice.ts'
import { seenOnce } from '../../../lib/table/notice-seen.ts'
import { update, type Write } from '../../../lib/table/write.ts'
import type { Attendee } from '../../events/index.ts'
import { participationWrites } from '../member-engagement.ts'
import { eventStats, growthMonth } from '../repository.ts'

const isRegistered = (row: Attendee | undefined): row is Attendee =>
  row !== undefined && !row.walkIn && row.status === 'attending'

/** Month and field of the quarter of an hour in which a registration was made. */
export const bucketOf = (moment: string): { readonly month: string; readonly field: string } => {
  const at = new Date(moment).toISOString()
  const quarter = Number(at.slice(11, 13)) * 4 + Math.floor(Number(at.slice(14, 16)) / 15)
  return { month: at.slice(0, 7), field: `q${at.slice(8, 10)}${String(quarter).padStart(2, '0')}` }
}

const growthWrite = ({ eventId, registeredAt }: Attendee, by: number): Write => {
  const { month, field } = bucketOf(registeredAt)
  return update(growthMonth, { eventId, month }, { set: { eventId, month }, add: { [field]: by } }, {})
}

/** A registration that only moved to another row, such as that of a guest who joined, was counted before. */
const growth = (before: Attendee | undefined, after: Attendee | undefined): readonly Write[] => {
  const [was, is] = [isRegistered(before) ? before : undefined, isRegistered(after) ? after : undefined]
  if (was?.registeredAt === is?.registeredAt) return []
  return [...(was ? [growthWrite(was, -1)] : []), ...(is ? [growthWrite(is, 1)] : [])]
}

const isMoved = ({ reason }: Attendee): boolean => reason === 'joined_school'

const deeds = (before: Attendee | undefined, after: Attendee | undefined): Record<string, number> => {
  const registered = !isRegistered(before) && isRegistered(after) && !isMoved(after)
  const entered = !before?.checkedIn && after?.checkedIn === true && !isMoved(after)
  const left = before?.checkedIn === true && !after?.checkedIn
  return {
    ...(registered ? { registrations: 1 } : {}),
    ...(isRegistered(before) && !isRegistered(after) ? { withdrawals: 1 } : {}),
    ...(entered ? { checkins: 1 } : {}),
    ...(left ? { checkouts: 1 } : {}),
  }
}

/** Names one change of one row: the stream's own number alone is not told apart by every stream. */
const markOf = ({ id, before, after }: Notice<Attendee>): string =>
  ['analytics', id, (after ?? before)?.entryId, before?.version ?? 0, after?.version ?? 0].join('.')

const attempts = 8

/**
 * Counts what happened to a registration, exactly once: a mark for the notice is left in the same transaction, so it may
 * come twice, late or in another order.
 */
export const count = async (notice: Notice<Attendee>, world: NoticeWorld): Promise<void> => {
  const { table, now } = world
  const { before, after } = notice
  const eventId = (after ?? before)?.eventId
  if (eventId === undefined) return
  const add = deeds(before, after)
  const plain = [
    ...growth(before, after),
    ...(Object.keys(add).length === 0
      ? []
      : [update(eventStats, { eventId }, { set: { eventId }, add }, {})]),
  ]
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const writes = [...plain, ...(await participationWrites(notice, world))]
    if (writes.length === 0) return
    const written = await table.write([seenOnce(markOf(notice), now()), ...writes])
    // Refused by its own mark: then it was counted before.
    if (written.ok || written.failed.includes(0)) return
  }
  throw new Error('what somebody has been at changed each time that it was counted')
}
