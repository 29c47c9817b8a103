import type { Operations } from '../../lib/operation.ts'
import { acceptInvite, acceptInviteByToken, declineInvite, declineInviteByToken } from './acceptance.ts'
import type { contract } from './contract.ts'
import { invite, inviteBatch, revokeInvite } from './invitation.ts'
import { listInvites, listPendingInvites } from './lists.ts'
import { landOnInvite, previewInvites, validateInvite } from './previews.ts'

export const operations: Operations<typeof contract> = {
  invite,
  previewInvites,
  inviteBatch,
  listInvites,
  revokeInvite,
  listPendingInvites,
  validateInvite,
  landOnInvite,
  acceptInviteByToken,
  declineInviteByToken,
  acceptInvite,
  declineInvite,
}
