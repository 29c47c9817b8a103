export { type Booking, type Conflict, daysOfStay, holdsOf, isStay, roomKey, type Stay } from './bookings.ts'
export { BadRange, ReservationConflict, RoomTooSmall } from './failures.ts'
export { type Room, RoomDay, room } from './repository.ts'
export { findRoomName, refuseSmallRoom } from './room.ts'
export {
  type BookingPlan,
  bookingsWrites,
  bookingWrites,
  conflictsOf,
  failRoomTaken,
  findConflicts,
  rebookingWrites,
  releasesWrites,
  releaseWrites,
} from './room-calendar.ts'
