import type { Operations } from '../../lib/operation.ts'
import { findConflicts } from './booking.ts'
import type { contract } from './contract.ts'
import { roomPage, roomView } from './listing.ts'
import { changeRoom, dropRoom, makeRoom, requireRoom } from './registry.ts'
import { failTaken } from './taken.ts'

export {
  type BookingPlan,
  bookingsWrites,
  bookingWrites,
  conflictsOf,
  findConflicts,
  rebookingWrites,
  releasesWrites,
  releaseWrites,
} from './booking.ts'
export { BadRange, ReservationConflict, RoomTooSmall } from './failures.ts'
export { holdsOf } from './holds.ts'
export { roomKey } from './names.ts'
export { refuseSmallRoom } from './registry.ts'
export { type Room, RoomDay, room } from './repository.ts'
export { type Booking, type Conflict, daysOfStay, isStay, type Stay } from './stays.ts'
export { failTaken } from './taken.ts'

export const operations: Operations<typeof contract> = {
  async checkResource({ resourceId, start_time, end_time, excludeEventId }, { table }) {
    const stay = { roomId: resourceId, start: start_time, end: end_time }
    const conflicts = await findConflicts(table, stay, excludeEventId)
    return conflicts.length > 0 ? failTaken(conflicts) : { isAvailable: true }
  },

  listRooms: roomPage,

  async getRoom({ roomId }, { table }) {
    return roomView(await requireRoom(table, roomId))
  },

  async createRoom(wanted, context) {
    return roomView(await makeRoom(wanted, context))
  },

  async updateRoom(wanted, context) {
    return roomView(await changeRoom(wanted, context))
  },

  async deleteRoom({ roomId }, context) {
    await dropRoom(roomId, context)
  },
}
