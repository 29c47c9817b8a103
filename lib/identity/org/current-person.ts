import type { Tenant } from '../../context.ts'
import { key, type Ref } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { type Caller, callerOf } from '../person/caller.ts'
import { type Access, access, tenantUser } from '../person/records.ts'

type PersonContext = { readonly table: Table; readonly tenant: Tenant; now(): Date }

/** A person with their present rights at the school, although they did not send the request. */
export type CurrentPerson = {
  readonly access: Access
  /** The person as caller, with the rights that their own proof would have. */
  readonly caller: Caller
  /** The rows of `also`, in the same order. */
  readonly rows: readonly unknown[]
}

/** A person who has left has no rights; a suspended one is no caller. */
const currentCallerOf = (rights: Access, { tenant, now }: PersonContext): Caller | undefined => {
  const claims = { globalUserId: rights.globalUserId, roles: [], sid: '', school: tenant.key }
  const { suspended, ...caller } = callerOf(claims, {}, rights, tenant.key, 'bearer')
  return suspended ? undefined : { ...caller, at: now().toISOString() }
}

/**
 * Reads the present rights of the person behind something they made earlier, and the rows of `also`. `personId` is a
 * user of the school, or the global id of a platform administrator who is no member there. Undefined for people who are
 * suspended or no longer that user. Two strongly consistent round trips at most.
 */
export const findCurrentPerson = async (
  context: PersonContext,
  personId: string,
  also: readonly Ref[],
): Promise<CurrentPerson | undefined> => {
  const { table } = context
  const [user, direct] = [key(tenantUser, { id: personId }), key(access, { globalUserId: personId })]
  const [first, second, ...rows] = await table.batchGet([user, direct, ...also] as Ref[], { strong: true })
  const globalUserId = (first as { readonly globalUserId: string } | undefined)?.globalUserId
  const rights =
    globalUserId === undefined
      ? (second as Access | undefined)
      : await table.get(access, { globalUserId }, { strong: true })
  const caller = rights && currentCallerOf(rights, context)
  if (!caller) return undefined
  const isSame = caller.tenantUserId === personId || rights.globalUserId === personId
  return isSame ? { access: rights, caller, rows } : undefined
}
