export { workersAmong, workersPage } from './lists.ts'
export { type JobAssignment, jobAssignment, type VolunteerSignup, volunteerSignup } from './repository.ts'
