export { accept, decline, invited, memberWithInvitation, refuseOthersInvite } from './acceptance.ts'
export { pendingInvitesOf } from './lists.ts'
