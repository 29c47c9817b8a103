import { isDeepStrictEqual } from 'node:util'
import type { Context, Tenant } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { SchoolNotFound, SchoolRequired } from '../../contract/failures.ts'
import { unchanged } from '../../table/condition.ts'
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
import { endTrust } from './provider-trust.ts'
import { isTenantKey, schoolAt } from './schools.ts'

/**
 * The same change on this school's copy of a person, so that they see it here at once. Nothing for people who are not
 * members.
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

/** A new school: its row in the registry and its own copy, together with `also`. Refused when the key is taken. */
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

/** Every school, ordered by key. The registry is small enough to be read whole. */
export const listSchools = async (
  table: Table,
  { strong = false } = {},
): Promise<readonly TenantRecord[]> => {
  const [schools] = await table.collect([tenantListing] as const, {}, { strong })
  return schools
}

/** The registry's current row of a school. */
export const findSchool = (table: Table, tenantKey: string): Promise<TenantRecord | undefined> =>
  table.get(tenantListing, { tenantKey }, { strong: true })

/** The school's own copy, which its requests use. */
export const findOwnCopy = (table: Table, tenantKey: string): Promise<TenantRecord | undefined> =>
  table.at(tenantKey).get(tenantRecord, {}, { strong: true })

/** Rewrites the school's own copy unchanged. False when there is none. */
export const touchOwnCopy = async (table: Table, tenantKey: string): Promise<boolean> => {
  const { ok } = await table
    .at(tenantKey)
    .update(tenantRecord, {}, { set: { tenantKey } }, { equals: { tenantKey } })
  return ok
}

export type SchoolChange = Partial<Omit<TenantRecord, 'tenantKey' | 'subdomain' | 'version' | 'createdAt'>>

/** Both rows of a school, under the version at which they were read. */
const schoolPuts = (
  before: TenantRecord,
  change: SchoolChange,
  at: Date,
): { after: TenantRecord; writes: Write[] } => {
  const after = { ...before, ...change, updatedAt: at.toISOString(), version: before.version + 1 }
  return {
    after,
    writes: [put(tenantListing, after, unchanged(before)), put(tenantRecord, after)],
  }
}

/**
 * Ends the links and sessions of the school's identity provider, in the transaction of the configuration change that
 * causes it. `samlVersion` is the new version of the configuration. Another provider's reports of second factors do
 * not count until the school allows them (rules/mfa 21).
 */
export const endSchoolTrust = (
  school: TenantRecord,
  { samlVersion, another }: { readonly samlVersion: number; readonly another: boolean },
  at: Date,
): Write[] => {
  const context = another ? { providerContext: undefined } : {}
  return schoolPuts(school, { ...endTrust(school), samlVersion, ...context }, at).writes
}

/** A school that gives up a domain no longer vouches for people with an address in it. */
const withTrust = (before: TenantRecord, requested: TenantRecord): TenantRecord =>
  before.emailDomains.every((domain) => requested.emailDomains.includes(domain))
    ? requested
    : { ...requested, ...endTrust(before) }

type SchoolChangeRequest = {
  readonly tenantKey: string
  readonly at: Date
  change(current: TenantRecord): SchoolChange
  /** Writes of the same transaction, below the school's keys: the audit row and others. */
  also(after: TenantRecord, before: TenantRecord): readonly Write[]
}

export type SchoolChangeResult = TenantRecord | 'absent' | 'last active'

// The same transaction checks that another school stays open. So if two schools are closed at once, each with the other
// as witness, one change fails. A counter of open schools would have to be exact for ever.
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
 * Changes a school in the registry and in its own copy, under its version, in one transaction with `also`. A change
 * without effect writes nothing. Never closes the last open school.
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
 * The same request at the school named in its body, on the platform host; at a school, the host names it. 400
 * `SCHOOL_REQUIRED` if the body names none, 404 `TENANT_NOT_FOUND` if it does not exist.
 */
export const atSchool = async <C extends Context>(context: C, named: string | undefined): Promise<C> => {
  const { tenant, settings, table } = context
  if (!tenant.platform) return context
  const key = (named ?? fail(SchoolRequired)).toLowerCase()
  const school = isTenantKey(key) ? await findSchool(table, key) : fail(SchoolNotFound)
  // Outside production every well-formed key is accepted.
  if (settings.production && !school) return fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(settings, key), school, table: table.at(key) }
}
