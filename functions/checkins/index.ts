export { statsOf } from './lists.ts'
