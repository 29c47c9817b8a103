export {
  acceptInvitation,
  declineInvitation,
  inviteeContextOf,
  memberWithInvitation,
  refuseOthersInvite,
} from './acceptance.ts'
export { pendingInvitesOf } from './lists.ts'
