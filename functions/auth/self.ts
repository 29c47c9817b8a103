import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import { globalUser, tenantListing } from '../../lib/identity/person/records.ts'
import type { Operation, Prefetch } from '../../lib/operation.ts'
import { prefetching } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { pendingInvitesOf } from '../invites/index.ts'
import type { contract } from './contract.ts'
import { UserNotFound } from './contract.ts'
import { findSelf, selfRefs } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Registrations that a guest sees, those that begin last first. */
const mostRegistrations = 50

/** A person of another school: their name, that school, and what they are registered for here (rules/auth 54). */
const guestOf = async ({ caller, table, tenant }: Context<'caller'>) => {
  const { globalUserId, communities } = caller
  if (globalUserId === undefined || tenant.platform) return undefined
  // Few callers are guests, and the events are much to load for all others.
  const { attendee } = await import('../events/index.ts')
  const [home] = communities
  const [[person, school], { items }] = await Promise.all([
    table.batchGet([
      key(globalUser, { id: globalUserId }),
      key(tenantListing, { tenantKey: home ?? tenant.key ?? '' }),
    ] as const),
    table.list(attendee, {
      index: 'gsi1',
      keyParams: { kind: 'g', personId: globalUserId },
      limit: mostRegistrations,
      descending: true,
    }),
  ])
  if (!person) return undefined
  return {
    name: person.name,
    ...(home && school ? { school: school.name, schoolKey: home } : {}),
    registrations: items.map(({ eventId, status, guestCount, start_time: startTime }) => ({
      eventId,
      status,
      guestCount,
      startTime,
    })),
  }
}

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
    if (caller.tenantUserId === null) return { user: null, ...commonFields, guest: await guestOf(context) }
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
