import { access } from '../../../lib/identity/person/records.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { attendee, eventCard, filterAffiliated } from '../../events/index.ts'
import { type AttendeeKey, rowKey } from '../attendee-key.ts'

type Mail = { readonly eventId: string; readonly globalUserId: string; readonly template: string }

/**
 * Checks at send time that a guest's mail is still due: the person is on the event, as guest or user. For a cancelled
 * event only the cancellation and announcements are sent, for a deleted event only the cancellation (rules/attendance
 * 32). Two strongly consistent round trips.
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
    names.map((person) => key(attendee, rowKey(card, person))),
    { strong: true },
  )
  const present = rows.flatMap((row) => (row && !row.left ? [row] : []))
  return (await filterAffiliated(table, card, present)).length > 0
}
