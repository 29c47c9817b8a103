export { readCheckInNames } from './check-in-names.ts'
export { statsOf } from './lists.ts'
