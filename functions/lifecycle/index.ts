/**
 * What a change of an event means, whoever makes it: planners, those who decide, or the clock. `statusWrites` and
 * `planMove` move its status, `changeWrites` carries out any other change.
 */

export { bookingsOf, changeWrites, type Known, type Planned, rebooked } from './effects.ts'
export { type HostTally, hostTally } from './host-tally.ts'
export { type More, mayMove, moveRefused, planMove, refuseMove, statusWrites, WrongMove } from './moves.ts'
export type { PlanContext } from './notifications.ts'
export { metadataOf } from './notifications.ts'
