export { listFeeds } from './repository.ts'
