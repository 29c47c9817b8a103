import { conflict, invalid, notFound } from '../../lib/contract/failure.ts'

/** Clients depend on this code and message. */
export const ReservationConflict = conflict('The room is taken at that time', 'reservation_conflict')
export const BadRange = invalid('Give a start and an end, the end after the start and at most 14 days later')
export const RoomNotFound = notFound(
  'The school has no such room. Choose one of the list of rooms',
  'ROOM_NOT_FOUND',
)
export const RoomExists = conflict(
  'There is a room of that name already. Change that one, or choose another name',
  'ROOM_EXISTS',
)
export const RoomNameFixed = invalid(
  'A room is known by its name: register the new name as a room of its own, and remove this one once nobody needs it',
  'ROOM_NAME_FIXED',
)
/** The operation's message adds how many people the room holds. */
export const RoomTooSmall = conflict('The room is too small for the event', 'ROOM_TOO_SMALL')
