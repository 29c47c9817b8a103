/**
 * What a change of an event means, whoever makes it: planners, those who decide, or the clock. `statusWrites` and
 * `planMove` move its status, `changeWrites` carries out any other change.
 */

export {
  bookingsOf,
  type ChangeFacts,
  changeWrites,
  type EventChangePlan,
  rebookRooms,
} from './change-writes.ts'
export { type HostTally, hostTally } from './host-tally.ts'
export type { PlanContext } from './notifications.ts'
export { metadataOf } from './notifications.ts'
export {
  canMove,
  type MoveOptions,
  moveRefused,
  planMove,
  refuseMove,
  statusWrites,
  WrongMove,
} from './status-changes.ts'
