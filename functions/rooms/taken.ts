import { fail } from '../../lib/contract/failure.ts'
import { ReservationConflict } from './failures.ts'
import type { Conflict } from './stays.ts'

/** Ends the operation with 409 `reservation_conflict`, and names who has the room, in `data` and at the top. */
export const failTaken = (conflicts: readonly Conflict[]): never =>
  fail(ReservationConflict, { data: { isAvailable: false, conflicts }, top: { conflicts } })
