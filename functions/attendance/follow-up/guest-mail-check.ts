import { access } from '../../../lib/identity/person/records.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { attendee, eventCard, filterAffiliated } from '../../events/index.ts'
import { type AttendeeKey, rowKey } from '../person.ts'

type Mail = { readonly eventId: string; readonly globalUserId: string; readonly template: string }

/**
 * Whether a mail to a guest of an event is theirs still, at the moment in which it goes out: they are on the event, as a
 * guest or by now as a user of the school, it was not deleted, and nothing but its end, and what its organizers announce, is
 * told of one that was called off (rules/attendance 32). Two strong round trips.
 */
export const isMailStillDue = async (
  table: Table,
  { eventId, globalUserId, template }: Mail,
): Promise<boolean> => {
  const [card, rights] = await Promise.all([
    table.get(eventCard, { eventId }, { strong: true }),
    table.get(access, { globalUserId }, { strong: true }),
  ])
  if (!card) return false
  const isOfEnd = template === 'event_cancelled'
  const isAnnounced = template === 'org_event_announcement'
  const isOff = card.deletedAt !== undefined || (card.status === 'cancelled' && !isAnnounced)
  if (isOff && !isOfEnd) return false
  const userId = table.tenant && rights?.memberships[table.tenant]?.tenantUserId
  const names: readonly AttendeeKey[] = [
    { kind: 'g', personId: globalUserId },
    ...(userId ? [{ kind: 'u' as const, personId: userId }] : []),
  ]
  const rows = await table.batchGet(
    names.map((who) => key(attendee, rowKey(card, who))),
    { strong: true },
  )
  const present = rows.flatMap((row) => (row && !row.left ? [row] : []))
  return (await filterAffiliated(table, card, present)).length > 0
}
