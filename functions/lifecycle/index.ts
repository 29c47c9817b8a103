/**
 * The consequences of an event change, made by planners, approvers or the clock. `statusWrites` and `planMove` change
 * its status; `changeWrites` makes any other change.
 */

export {
  bookingsOf,
  type ChangeFacts,
  changeWrites,
  type EventChangePlan,
  rebookRooms,
} from './change-writes.ts'
export { movesReminders, movesTasks, scheduleEventTasks } from './event-tasks.ts'
export { copyEventCount, countedHostOf, type HostTally, hostTally } from './host-tally.ts'
export type { PlanContext } from './notifications.ts'
export { followRunOf, metadataOf, seriesGroupOf } from './notifications.ts'
export {
  canMove,
  type MoveOptions,
  moveRefused,
  planMove,
  refuseMove,
  statusWrites,
  WrongMove,
} from './status-changes.ts'
