import { fail } from '../../lib/contract/failure.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import type { Operation, Prefetch } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { pendingInvitesOf } from '../invites/index.ts'
import type { contract } from './contract.ts'
import { UserNotFound } from './contract.ts'
import { findSelf, selfRefs } from './repository.ts'

type Rows = (typeof contract)['rows']

const prefetchSelf: Prefetch = ({ userId, globalUserId }) => ({
  late: userId ? selfRefs(userId, globalUserId) : [],
})

export const validateToken: Operation<Rows['validateToken']> = prefetching(
  prefetchSelf,
  async (_, context) => {
    const { caller, table } = context
    const commonFields = {
      platformRoles: [...caller.platformRoles],
      communities: [...caller.communities],
      pendingOrgInvites: [],
      friendRequests: { received: [], sent: [] },
    }
    if (caller.tenantUserId === null) return { user: null, ...commonFields }
    const { member, emailVerified } = await findSelf(table, caller.tenantUserId, caller.globalUserId)
    if (!member) return fail(UserNotFound)
    const ownAddress = { email: member.email, emailVerified: emailVerified === true }
    const [user, pendingOrgInvites] = await Promise.all([
      readSelf(table, member, caller),
      caller.plain ? [] : pendingInvitesOf(context, ownAddress),
    ])
    return { user: { ...user, emailVerified }, ...commonFields, pendingOrgInvites }
  },
)
