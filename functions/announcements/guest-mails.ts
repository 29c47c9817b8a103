import { pageSize } from '../../lib/audience.ts'
import type { NoticeWorld } from '../../lib/consumer.ts'
import { mailEachOnce } from '../../lib/outbox.ts'
import { isAddressed, readBy } from '../attendance/index.ts'
import { attendee, belongingTo, eventCard, partitionsOf } from '../events/index.ts'
import { type GuestMails, guestMails } from './repository.ts'

/**
 * Makes the mails of one page of guests and leaves the next page as a row, whose own notice carries it on. Every write is
 * one that may be repeated: a mail is made once, whether or not it has been sent by then.
 */
export const mailGuests = async (due: GuestMails, world: NoticeWorld): Promise<void> => {
  const { table, now } = world
  const { announcementId, eventId, params } = due
  const card = await table.get(eventCard, { eventId })
  if (!card) return
  const names = partitionsOf(card)
  const partition = due.partition ?? names[0] ?? ''
  const page = { holes: { eventId, partition, kind: 'g' }, limit: pageSize, cursor: due.cursor }
  const { items, cursor } = await table.list(attendee, page)
  const told = await belongingTo(
    table,
    card,
    items.filter((row) => isAddressed(row, due)),
  )
  const mails = told.map(({ personId, sourceTenant }) => ({
    template: 'org_event_announcement',
    to: `user:${personId}`,
    eventId,
    params: { ...params, ...readBy(sourceTenant) },
  }))
  await mailEachOnce(table, now(), announcementId, mails)
  const following = cursor === undefined ? names[names.indexOf(partition) + 1] : partition
  if (following === undefined) return
  const number = String(Number(due.page) + 1).padStart(4, '0')
  await table.put(guestMails, { ...due, page: number, partition: following, cursor }, { absent: true })
}
