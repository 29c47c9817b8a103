/**
 * What a change of an event means, whoever makes it: planners, those who decide, or the clock. `statusWrites` and
 * `planMove` move its status, `changeWrites` carries out any other change.
 */

export type { PlanWorld } from './context.ts'
export { changeWrites, type Known, type Planned } from './effects.ts'
export { type HostTally, hostTally } from './host-tally.ts'
export { mayMove, moveRefused, refuseMove, WrongMove } from './moves.ts'
export { metadataOf } from './notifications.ts'
export { bookingsOf, rebooked } from './room-bookings.ts'
export { type More, planMove, statusWrites } from './status-writes.ts'
