import type { Operations } from '../../lib/operation.ts'
import { findConflicts } from './booking.ts'
import type { contract } from './contract.ts'
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
export { BadRange, ReservationConflict } from './failures.ts'
export type { Booking, Conflict, Stay } from './stays.ts'
export { failTaken } from './taken.ts'

export const operations: Operations<typeof contract> = {
  async checkResource({ resourceId, start_time, end_time, excludeEventId }, { table }) {
    const stay = { roomId: resourceId, start: start_time, end: end_time }
    const conflicts = await findConflicts(table, stay, excludeEventId)
    return conflicts.length > 0 ? failTaken(conflicts) : { isAvailable: true }
  },
}
