export { deleteOrgForm } from './removal.ts'
