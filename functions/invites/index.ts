export { accept, acceptAtRegistration, decline, invited, refuseOthersInvite } from './acceptance.ts'
export { pendingInvitesOf } from './lists.ts'
