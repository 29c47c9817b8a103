export { repairSchoolEvent } from './school-event-rows.ts'
