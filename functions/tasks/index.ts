export { purgeTasks } from './purge.ts'
