/**
 * What a change of an event means, whoever makes it: planners, those who decide, or the clock. `statusWrites` and
 * `planMove` move its status, `changeWrites` carries out any other change.
 */
export { changeWrites, type Known, type Planned } from './effects.ts'
export { moveRefused, WrongMove } from './failures.ts'
export { mayMove, refuseMove } from './moves.ts'
export { bookingsOf, rebooked } from './rooming.ts'
export { type More, planMove, statusWrites } from './status-writes.ts'
export { type HostTally, hostTally } from './tally.ts'
export { metadataOf } from './telling.ts'
export type { PlanWorld } from './world.ts'
