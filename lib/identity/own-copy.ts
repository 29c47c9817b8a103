import type { Tenant } from '../context.ts'
import { type Change, update, type Write } from '../table/write.ts'
import { type Access, type TenantUser, tenantUser } from './records.ts'

/**
 * The same change on this school's copy of a person, so that what they read of themselves is right here at once. Nothing
 * where they are no member.
 */
export const ownCopyWrites = (
  { key }: Pick<Tenant, 'key'>,
  { memberships }: Access,
  change: Pick<Change<TenantUser>, 'set' | 'remove'>,
): Write[] => {
  const { status, tenantUserId } = memberships[key] ?? {}
  return status === 'active' && tenantUserId !== undefined
    ? [update(tenantUser, { id: tenantUserId }, { ...change, add: { version: 1 } })]
    : []
}
