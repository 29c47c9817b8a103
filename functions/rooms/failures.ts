import { conflict, invalid, notFound } from '../../lib/contract/failure.ts'

/** Clients depend on this code and message. */
export const ReservationConflict = conflict('The room is taken at that time', 'reservation_conflict')
export const BadRange = invalid(
  'Send a start and an end. The end must be after the start, by at most 14 days.',
  'INVALID_RANGE',
  'header',
)
export const RoomNotFound = notFound('Room not found. Choose one from the list of rooms.', 'ROOM_NOT_FOUND')
export const RoomExists = conflict(
  'A room with this name already exists. Edit that room, or choose another name.',
  'ROOM_EXISTS',
)
export const RoomNameFixed = invalid(
  'A room cannot be renamed. Create a room with the new name, and delete this one when no event uses it.',
  'ROOM_NAME_FIXED',
)
/** The operation's message adds how many people the room holds. */
export const RoomTooSmall = conflict(
  'The room is too small for the event. Choose a larger room, or offer fewer seats.',
  'ROOM_TOO_SMALL',
)
