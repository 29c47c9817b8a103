export { findWaysIn, type WaysIn } from './ways-in.ts'
export {
  auditRemoval,
  planRemoval,
  removalMailParams,
  removeLinkWrites,
  type WayRemoval,
  withOneWayLeft,
} from './ways-removal.ts'
