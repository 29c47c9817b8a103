export { findPeople } from './search.ts'
