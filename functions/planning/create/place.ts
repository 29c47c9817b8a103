import type { Table } from '../../../lib/table/table.ts'
import type { EventCard, EventRecord } from '../../events/index.ts'
import { findRoomName, roomKey } from '../../rooms/index.ts'
import type { EventFields } from '../contract/request-bodies.ts'

/** The place of an event that has none yet. */
export const placeToFollow = 'TBD'

type Place = Pick<EventCard, 'location' | 'classroom_id'>

const isPlaced = (location: string | null | undefined): boolean =>
  (location ?? '') !== '' && location !== placeToFollow

const hasPlaceOfRoom = ({ location, classroom_id: room }: Place): boolean =>
  isPlaced(location) && room !== undefined && roomKey(location ?? '') === roomKey(room)

/** Names the place of a new event after its room, if no other place is sent. One read, or none. */
export const withPlaceOfRoom = async (table: Table, fields: EventFields): Promise<EventFields> => {
  const { location, classroom_id: room } = fields
  return room && !isPlaced(location) ? { ...fields, location: await findRoomName(table, room) } : fields
}

/**
 * Keeps the name of an event's place with its room when an edit changes one of them (rules/planning 50). One read, or
 * none.
 */
export const withChangedPlace = async (
  table: Table,
  { card: before }: EventRecord,
  changed: EventRecord,
  sent: EventFields,
): Promise<EventRecord> => {
  const { location, classroom_id: room, ...rest } = changed.card
  const isNewRoom = before.classroom_id !== room
  if (!isNewRoom && before.location === location) return changed
  const isOfOldRoom = isNewRoom && before.location === location && hasPlaceOfRoom(before)
  if (isPlaced(location) && !isOfOldRoom) return changed
  if (room !== undefined) {
    const named = { ...changed.card, location: await findRoomName(table, room) }
    return { ...changed, card: named }
  }
  // Without its room, the name remains only if it is sent as a place.
  return isOfOldRoom && !sent.location ? { ...changed, card: rest } : changed
}
