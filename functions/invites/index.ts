export { accept, decline, invited } from './acceptance.ts'
export { pendingInvitesOf } from './previews.ts'
export { acceptAtRegistration, refuseOthersInvite } from './registration.ts'
