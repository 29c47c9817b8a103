export { type Booking, type Conflict, daysOfStay, holdsOf, isStay, roomKey, type Stay } from './bookings.ts'
export { BadRange, ReservationConflict, RoomTooSmall } from './failures.ts'
export { refuseSmallRoom } from './registry.ts'
export { type Room, RoomDay, room } from './repository.ts'
export {
  type BookingPlan,
  bookingsWrites,
  bookingWrites,
  conflictsOf,
  failTaken,
  findConflicts,
  rebookingWrites,
  releasesWrites,
  releaseWrites,
} from './room-calendar.ts'
