import { conflicting, invalid } from '../../lib/contract/failure.ts'

/** Words and code: events.md 3.1. */
export const ReservationConflict = conflicting('The room is taken at that time', 'reservation_conflict')
export const BadRange = invalid('The end has to lie behind the start, by at most 14 days')
