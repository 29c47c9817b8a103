export { findWaysIn, type WaysIn } from './ways-in.ts'
export {
  keepsOneWay,
  linkRemoved,
  mailParams,
  planRemoval,
  type Removal,
  removalAudited,
} from './ways-removal.ts'
