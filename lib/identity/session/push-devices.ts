import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { type Access, access, session, type TenantUser, tenantUser } from '../person/records.ts'
import { isTrusted, proofSchoolKey } from '../school/provider-trust.ts'
import { satisfiesSignInPolicy } from '../school/sign-in-policy.ts'
import { isEndedBySuspension, isLive } from './sessions.ts'

/** A person's registration for push messages at one school. */
export type Registration = { readonly school: string; readonly user: TenantUser }

/** A person's registrations for push messages at all schools, by the registering session. */
export const registrationsOf = async (
  table: Table,
  { memberships }: Access,
): Promise<readonly Registration[]> => {
  const found = await Promise.all(
    Object.entries(memberships).map(async ([school, { status, tenantUserId: id }]) => {
      if (status !== 'active' || id === undefined) return []
      const user = await table.at(school).get(tenantUser, { id }, { strong: true })
      return user?.pushToken === undefined ? [] : [{ school, user }]
    }),
  )
  return found.flat()
}

/** Removes the phone that a session registered at a school. False if another one is registered by now. */
export const unregister = async (
  table: Table,
  { school, user: { id, pushSession } }: Registration,
): Promise<boolean> => {
  const change = { remove: ['pushToken', 'pushAppEdition', 'pushSession'], add: { version: 1 } } as const
  return (await table.at(school).update(tenantUser, { id }, change, { equals: { pushSession } })).ok
}

/**
 * Ids of those people of a school whose phone may receive push messages. The registering session must be live, and its
 * proof and the sign-in policy must still hold. Strongly consistent, so that no phone of an ended session receives
 * anything.
 */
export const listReachable = async (
  table: Table,
  users: readonly (TenantUser | undefined)[],
): Promise<ReadonlySet<string>> => {
  const own = table.tenant ?? ''
  const registered = users.flatMap((user) =>
    user?.pushSession === undefined ? [] : [{ ...user, sid: user.pushSession }],
  )
  if (registered.length === 0) return new Set()
  const [sessions, rights, [school]] = await Promise.all([
    table.batchGet(
      registered.map(({ globalUserId, sid: id }) => key(session, { globalUserId, id })),
      { strong: true },
    ),
    table.batchGet(
      registered.map(({ globalUserId }) => key(access, { globalUserId })),
      { strong: true },
    ),
    table.batchGet([proofSchoolKey(own)], { strong: true }),
  ])
  const reached = registered.filter((_, at) => {
    const current = sessions[at]
    const access = rights[at]
    return (
      current &&
      access &&
      isLive(current, access) &&
      isTrusted(current, own, school) &&
      satisfiesSignInPolicy(school, access, current) &&
      !isEndedBySuspension(current, access, own)
    )
  })
  return new Set(reached.map(({ id }) => id))
}
