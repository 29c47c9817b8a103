export { purgeRequests } from './purge.ts'
export { verificationRequest } from './repository.ts'
