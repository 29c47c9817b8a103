import { Failure, fail } from '../../lib/contract/failure.ts'
import { inviteIdBehind, invitePlaceOf, mailHashOf } from '../../lib/identity/org/invites.ts'
import { accept, type Invited } from './acceptance.ts'
import { InviteEmailMismatch } from './failures.ts'

type World = Pick<Invited, 'table'>

/**
 * The id of the invitation that somebody registers with, if its token still means one. An invitation for another address
 * refuses the registration before anything is made of it (rules/invites 17).
 */
export const refuseOthersInvite = async (
  { table }: World,
  token: string | undefined,
  email: string,
): Promise<string | undefined> => {
  const inviteId = token === undefined ? undefined : await inviteIdBehind(table, token)
  if (inviteId === undefined) return undefined
  return invitePlaceOf(inviteId)?.mailHash === mailHashOf(email) ? inviteId : fail(InviteEmailMismatch)
}

/**
 * Makes somebody who has just registered a member with all roles of the invitation: the mailed token has proven the
 * address. Answers the id of the organization. An invitation that is over, or an organization that is gone, leaves the
 * registration as it is.
 */
export const acceptAtRegistration = async (
  inviteId: string,
  context: Invited,
): Promise<string | undefined> => {
  try {
    await accept(inviteId, 'token', context)
    return invitePlaceOf(inviteId)?.orgId
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
