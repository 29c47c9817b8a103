import { fail } from '../../contract/failure.ts'
import { AddressUnproven } from '../../contract/failures.ts'
import type { Row } from '../../contract/row.ts'
import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import type { Caller } from '../person/caller.ts'
import {
  type GlobalUser,
  globalUser,
  type TenantRecord,
  type TenantUser,
  tenantUser,
} from '../person/records.ts'

/**
 * Refuses what others would see to who has proven no address, where the school says so (rules/auth 43): neither the one that
 * the account is known by nor one of the school that is linked to it. People of the school's own identity provider are known
 * to it. Only there does it cost a read, which is strong: who has just confirmed goes on at once.
 */
export const refuseUnprovenPublisher = async (
  row: Pick<Row, 'publishes'>,
  school: TenantRecord | undefined,
  caller: Caller | undefined,
  table: Table,
): Promise<void> => {
  if (!row.publishes || school?.publishers === undefined || !caller) return
  if (caller.proof?.school === school.tenantKey) return
  const { globalUserId, tenantUserId } = caller
  // A token of the time before sessions names nobody whose address could be asked for.
  if (globalUserId === undefined) fail(AddressUnproven)
  const refs = [
    key(globalUser, { id: globalUserId }),
    ...(tenantUserId ? [key(tenantUser, { id: tenantUserId })] : []),
  ]
  const [person, member] = await table.batchGet(refs, { strong: true })
  const own = (person as GlobalUser | undefined)?.emailVerified
  const linked = (member as TenantUser | undefined)?.affiliatedEmailVerified
  if (!own && !linked) fail(AddressUnproven)
}
