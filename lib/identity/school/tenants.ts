import { isDeepStrictEqual } from 'node:util'
import type { Context, Tenant } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { SchoolNotFound, SchoolRequired } from '../../contract/failures.ts'
import { conflicted } from '../../table/retry.ts'
import type { Table } from '../../table/table.ts'
import type { WriteResult } from '../../table/transact.ts'
import { type Change, check, put, update, type Write } from '../../table/write.ts'
import {
  type Access,
  type TenantRecord,
  type TenantUser,
  tenantListing,
  tenantRecord,
  tenantUser,
} from '../person/records.ts'
import { isTenantKey, schoolAt } from './schools.ts'
import { endTrust } from './trust.ts'

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

/** A new school: its row in the registry and its own copy, together with `also`; refused when the key is taken. */
export const registerSchool = (
  table: Table,
  school: TenantRecord,
  also: readonly Write[] = [],
): Promise<WriteResult> =>
  table
    .at(school.tenantKey)
    .write([
      put(tenantListing, school, { absent: true }),
      put(tenantRecord, school, { absent: true }),
      ...also,
    ])

/** Every school, in the order of the keys. The registry is small: it is read whole. */
export const listSchools = async (
  table: Table,
  { strong = false } = {},
): Promise<readonly TenantRecord[]> => {
  const [schools] = await table.collect([tenantListing] as const, {}, { strong })
  return schools
}

/** The registry's row of a school, as it is now. */
export const findSchool = (table: Table, tenantKey: string): Promise<TenantRecord | undefined> =>
  table.get(tenantListing, { tenantKey }, { strong: true })

/** The school's own copy, which its requests are judged by. */
export const findOwnCopy = (table: Table, tenantKey: string): Promise<TenantRecord | undefined> =>
  table.at(tenantKey).get(tenantRecord, {}, { strong: true })

/** Writes the school's own copy as it stands. False when there is none. */
export const touchOwnCopy = async (table: Table, tenantKey: string): Promise<boolean> => {
  const { ok } = await table
    .at(tenantKey)
    .update(tenantRecord, {}, { set: { tenantKey } }, { equals: { tenantKey } })
  return ok
}

export type SchoolChange = Partial<Omit<TenantRecord, 'tenantKey' | 'subdomain' | 'version' | 'createdAt'>>

/** Both rows of a school, under the version that it was read at. */
const schoolPuts = (
  before: TenantRecord,
  change: SchoolChange,
  at: Date,
): { after: TenantRecord; writes: Write[] } => {
  const after = { ...before, ...change, updatedAt: at.toISOString(), version: before.version + 1 }
  return {
    after,
    writes: [put(tenantListing, after, { equals: { version: before.version } }), put(tenantRecord, after)],
  }
}

/**
 * Ends the sessions that the school's identity provider opened, and its links, in the transaction of the change of its
 * configuration that is the cause; `samlVersion` is the configuration's version from then on. The word of another provider
 * on second factors is not taken until the school says so (rules/mfa 21).
 */
export const endSchoolTrust = (
  school: TenantRecord,
  { samlVersion, another }: { readonly samlVersion: number; readonly another: boolean },
  at: Date,
): Write[] => {
  const context = another ? { providerContext: undefined } : {}
  return schoolPuts(school, { ...endTrust(school), samlVersion, ...context }, at).writes
}

/** Whoever came in by an address in a domain is not vouched for by a school that does not have it any more. */
const withTrust = (before: TenantRecord, wanted: TenantRecord): TenantRecord =>
  before.emailDomains.every((domain) => wanted.emailDomains.includes(domain))
    ? wanted
    : { ...wanted, ...endTrust(before) }

type SchoolChangeRequest = {
  readonly tenantKey: string
  readonly at: Date
  change(current: TenantRecord): SchoolChange
  /** What is written in the same transaction, below the school's keys: the audit row among others. */
  also(after: TenantRecord, before: TenantRecord): readonly Write[]
}

export type SchoolChangeResult = TenantRecord | 'absent' | 'last active'

// The school that stays open is checked in the transaction that closes the other: of two that close each other's
// witness, one does not happen. A number of open schools would have to be right for ever.
const otherActiveSchoolCheck = async (
  table: Table,
  before: TenantRecord,
  after: TenantRecord,
): Promise<readonly Write[] | undefined> => {
  if (before.status !== 'active' || after.status === 'active') return []
  const schools = await listSchools(table, { strong: true })
  const open = schools.find(({ tenantKey, status }) => tenantKey !== before.tenantKey && status === 'active')
  return open && [check(tenantListing, { tenantKey: open.tenantKey }, { equals: { status: 'active' } })]
}

/**
 * Changes a school in the registry and in its own copy, under its version, in one transaction with `also`. A change that
 * changes nothing writes nothing. Never closes the last school that is open.
 */
export const changeSchool = async (
  table: Table,
  { tenantKey, at, change, also }: SchoolChangeRequest,
): Promise<SchoolChangeResult> => {
  return table.retryOnConflict(async () => {
    const before = await findSchool(table, tenantKey)
    if (!before) return 'absent'
    const changed = { ...before, ...change(before) }
    if (isDeepStrictEqual(changed, before)) return before
    const { after, writes } = schoolPuts(before, withTrust(before, changed), at)
    const witness = await otherActiveSchoolCheck(table, before, after)
    if (!witness) return 'last active'
    const written = await table.at(tenantKey).write([...writes, ...witness, ...also(after, before)])
    return written.ok ? after : conflicted
  })
}

/**
 * The same request at the school that its body names, on the platform host; at a school, the host has named it. 400
 * `SCHOOL_REQUIRED` when none is named there, 404 `TENANT_NOT_FOUND` for one there is not.
 */
export const atSchool = async <C extends Context>(context: C, named: string | undefined): Promise<C> => {
  const { tenant, settings, table } = context
  if (!tenant.platform) return context
  const key = (named ?? fail(SchoolRequired)).toLowerCase()
  const school = isTenantKey(key) ? await findSchool(table, key) : fail(SchoolNotFound)
  // Outside production every well-formed key will do.
  if (settings.production && !school) return fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(settings, key), school, table: table.at(key) }
}
