export { deleteEventForm } from './removal.ts'
