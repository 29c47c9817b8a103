import {
  affiliatedGuard,
  type GlobalUser,
  globalUser,
  type TenantUser,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, replace, type Write } from '../../lib/table/write.ts'
import { AffiliatedTaken } from './contract.ts'

export const findGlobalUser = (table: Table, id: string): Promise<GlobalUser | undefined> =>
  table.get(globalUser, { id }, { strong: true })

export const findMember = (table: Table, id: string): Promise<TenantUser | undefined> =>
  table.get(tenantUser, { id }, { strong: true })

/** User that an affiliated address is linked to. */
export const findHolder = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.get(affiliatedGuard, { email }, { strong: true }))?.tenantUserId

const userWrite = (before: TenantUser, after: TenantUser): Write => replace(tenantUser, before, after)

const freeAddress = ({ id, affiliatedEmail }: TenantUser): Write[] =>
  affiliatedEmail === undefined
    ? []
    : [remove(affiliatedGuard, { email: affiliatedEmail }, { equals: { tenantUserId: id } })]

/** Links the address to this user and frees the address linked before. The guard is the first write. */
export const linkAddress = (user: TenantUser, email: string, at: string): Write[] => [
  put(affiliatedGuard, { email, tenantUserId: user.id }, { absent: AffiliatedTaken }),
  userWrite(user, {
    ...user,
    affiliatedEmail: email,
    affiliatedEmailVerified: true,
    affiliatedEmailAt: at,
    updatedAt: at,
  }),
  ...freeAddress(user),
]

export const unlinkAddress = (user: TenantUser, at: string): Write[] => {
  const { affiliatedEmail: _, affiliatedEmailAt: __, ...rest } = user
  return [userWrite(user, { ...rest, affiliatedEmailVerified: false, updatedAt: at }), ...freeAddress(user)]
}
