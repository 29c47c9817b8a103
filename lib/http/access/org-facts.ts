import type { Tenant } from '../../context.ts'
import type { Row } from '../../contract/row.ts'
import {
  type OrgMember,
  type OrgRoles,
  orgMember,
  orgRoles,
  standingOf,
} from '../../identity/org/organizations.ts'
import type { Caller } from '../../identity/person/caller.ts'
import type { Unproven } from '../../identity/token/tokens.ts'
import { key, type Ref } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'

type World = {
  readonly row: Row
  readonly tenant: Tenant
  readonly table: Table
  readonly params: Readonly<Record<string, string>>
}

type Reads = { want(ref: Ref): () => unknown }

/** What begins something asks roles that do not say whether their organization is inactive for its card. */
const withLife = async (row: Row, table: Table, found: unknown): Promise<OrgRoles | undefined> => {
  const roles = found as OrgRoles | undefined
  if (!row.begins || !roles || roles.dormant !== undefined) return roles
  const { dormancyOf } = await import('../../identity/org/life.ts')
  return { ...roles, dormant: await dormancyOf(table, roles) }
}

/**
 * For an operation on an organization: its roles and the caller's membership, in the read that the caller is in.
 * The token names the tenant user; who joined after it was made costs one read more. What comes back adds the standing
 * to a caller who is proven, or fails when there is no such organization.
 */
export const wantOrg = (
  { row, tenant, table, params }: World,
  unproven: Unproven | undefined,
  reads: Reads,
): ((caller: Caller) => Promise<Caller>) => {
  const { orgId } = params
  if (typeof row.access !== 'object' || orgId === undefined) return async (caller) => caller
  const guess = unproven?.school === tenant.key ? unproven.tenantUserId : undefined
  const roles = reads.want(key(orgRoles, { orgId }))
  const guessed = guess ? reads.want(key(orgMember, { orgId, userId: guess })) : undefined
  return async (caller) => {
    const userId = caller.tenantUserId
    const known = guessed && userId === guess
    const member = known
      ? (guessed() as OrgMember | undefined)
      : userId && (await table.get(orgMember, { orgId, userId }, { strong: true }))
    const org = standingOf(caller, await withLife(row, table, roles()), member || undefined)
    return { ...caller, org }
  }
}
