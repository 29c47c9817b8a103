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

/** Whether the request has a field that publishes. Operations that always publish have no such fields. */
export const hasPublishingField = (
  { publishes }: Pick<Row, 'publishes'>,
  input: Readonly<Record<string, unknown>>,
): boolean =>
  publishes !== undefined && publishes !== true && publishes.some((field) => (input[field] ?? '') !== '')

/**
 * Refuses publishing by a caller without a proven address, if the school requires one (rules/auth 43). The account's
 * address and a linked school address count. People of the school's own identity provider are exempt. Only such
 * schools pay for the read, which is strongly consistent, so that a fresh confirmation counts at once.
 */
export const refuseUnprovenPublisher = async (
  school: TenantRecord | undefined,
  caller: Caller | undefined,
  table: Table,
): Promise<void> => {
  if (school?.publishers === undefined || !caller) return
  if (caller.proof?.school === school.tenantKey) return
  const { globalUserId, tenantUserId } = caller
  // A legacy token has no global user whose address could be checked.
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
