import * as z from 'zod/mini'
import type { Context, Device } from '../../context.ts'
import { Failure, type FailureKind } from '../../contract/failure.ts'
import { dayMs, hourMs } from '../../contract/time.ts'
import { entity } from '../../table/entity.ts'
import type { Page } from '../../table/lists/list.ts'
import type { Table } from '../../table/table.ts'
import { put, type Write } from '../../table/write.ts'
import { sourceOf } from '../limit/limits.ts'
import { type Access, Session } from '../person/records.ts'
import { platformKey } from '../school/schools.ts'
import { clientTypeOf, deviceInfoOf } from './sessions.ts'

const text = z.string()

/** How long a row is stored. */
const retentionMs = 90 * dayMs
/** Failures of one hour beyond this number are not counted. */
const maxCounted = 1000

/**
 * A successful sign-in, or all similar failed ones of an hour (rules/auth 50). Rows are stored by person and school,
 * so that a school reads its own by key.
 */
export const SignInRecord = z.object({
  globalUserId: text,
  /** The school that lists it: the one of the sign-in, or the platform if the person has no membership there. */
  list: text,
  /** The moment of a success, the hour of failures (ISO 8601). */
  at: text,
  /** The session of a success; the common facts of the hour's failures. */
  id: text,
  lastAt: text,
  tenantKey: text,
  method: Session.shape.authMethod,
  /** The second factor that was shown. */
  factor: z.optional(z.enum(['passkey', 'totp', 'recovery_code'])),
  outcome: z.enum(['success', 'failure']),
  /** The code of the failure. */
  reason: z.optional(text),
  count: z.number(),
  deviceInfo: text,
  clientType: Session.shape.clientType,
  network: text,
  expiresAt: text,
})
export type SignInRecord = z.infer<typeof SignInRecord>
export const signInRecord = entity('SignInRecord', SignInRecord, {
  scope: 'global',
  pk: 'U#{globalUserId}#SIGNINS#{list}',
  sk: '{at}#{id}',
  ttl: 'expiresAt',
})

/** The network of an address, too coarse to identify a household or campus building: /24, or /64 for IPv6. */
export const networkOf = (address: string): string => {
  const source = sourceOf(address)
  return /^[\d.]+$/.test(source) ? source.replace(/\d+$/, '0/24') : source
}

const listOf = (rights: Pick<Access, 'memberships'> | undefined, tenantKey: string): string =>
  rights?.memberships[tenantKey] ? tenantKey : platformKey

const expiryOf = (at: string): string => new Date(Date.parse(at) + retentionMs).toISOString()

/** Records a sign-in together with its new session. `rights` are those stored with the session. */
export const signInRecordWrite = (session: Session, rights: Pick<Access, 'memberships'>): Write => {
  const { globalUserId, id, createdAt: at, tenantKey, authMethod, strong } = session
  const { deviceInfo, clientType, ipAddress } = session
  return put(signInRecord, {
    globalUserId,
    list: listOf(rights, tenantKey),
    at,
    id,
    lastAt: at,
    tenantKey,
    method: authMethod,
    factor: strong?.by,
    outcome: 'success',
    count: 1,
    deviceInfo,
    clientType,
    network: networkOf(ipAddress),
    expiresAt: expiryOf(at),
  })
}

/** Removes the record of a sign-in that was undone. */
export const removeSignIn = async (
  table: Table,
  { globalUserId, id, createdAt: at, tenantKey }: Session,
  rights: Pick<Access, 'memberships'>,
): Promise<void> => {
  await table.remove(signInRecord, { globalUserId, list: listOf(rights, tenantKey), at, id })
}

type FailureContext = Pick<Context, 'table' | 'now'> & { readonly device: Device }

export type FailedSignIn = {
  readonly globalUserId: string
  /** Undefined for an unknown account: then the same write is sent, and stores nothing. */
  readonly rights: Pick<Access, 'memberships'> | undefined
  readonly tenantKey: string
  readonly method: SignInRecord['method']
  readonly failure: FailureKind
}

/** Counts a failed sign-in with similar ones of the same hour. It sends one write whether or not the account exists. */
export const recordFailedSignIn = async (
  { table, now, device }: FailureContext,
  { globalUserId, rights, tenantKey, method, failure }: FailedSignIn,
): Promise<void> => {
  const reason = failure.code
  const lastAt = now().toISOString()
  const at = new Date(Math.floor(Date.parse(lastAt) / hourMs) * hourMs).toISOString()
  const id = `${method}.${reason}.${tenantKey}`
  const keys = { globalUserId, list: listOf(rights, tenantKey), at, id }
  const clientFields = {
    deviceInfo: deviceInfoOf(device.userAgent),
    clientType: clientTypeOf(device),
    network: networkOf(device.address),
  }
  const set = { ...keys, ...clientFields, lastAt, tenantKey, method, outcome: 'failure' as const, reason }
  await table.update(
    signInRecord,
    keys,
    { set: { ...set, expiresAt: expiryOf(at) }, add: { count: 1 } },
    rights ? { orAbsent: true, below: { count: maxCounted } } : { exists: true },
  )
}

/** Records a known person's failed sign-in before the response, and rethrows the failure. */
export const recordFailureAndRethrow =
  (context: FailureContext, failed: Omit<FailedSignIn, 'failure'>, statuses: readonly number[]) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Failure && statuses.includes(error.kind.status))
      await recordFailedSignIn(context, { ...failed, failure: error.kind })
    throw error
  }

type SignInsQuery = { readonly limit: number; readonly cursor?: string | undefined }

/** One page of a person's sign-ins that one school lists, newest first. */
export const listSchoolSignIns = (
  table: Table,
  globalUserId: string,
  list: string,
  { limit, cursor }: SignInsQuery,
): Promise<Page<SignInRecord>> =>
  table.list(signInRecord, { keyParams: { globalUserId, list }, limit, cursor, descending: true })

/** Newest first; ids break ties. */
const keyOf = ({ at, id }: SignInRecord): string => `${at}#${id}`

/** One page over several lists, newest first. `before` is the key of the previous page's last row. */
export const listOwnSignIns = async (
  table: Table,
  globalUserId: string,
  lists: readonly string[],
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<{ readonly items: readonly SignInRecord[]; readonly next: string | undefined }> => {
  // The limit is inclusive, so that the previous page's last row may be read again.
  const pages = await Promise.all(
    lists.map((list) =>
      table.list(signInRecord, {
        keyParams: { globalUserId, list },
        limit: limit + 2,
        descending: true,
        ...(before === undefined ? {} : { to: before }),
      }),
    ),
  )
  const found = pages
    .flatMap(({ items }) => items)
    .filter((row) => before === undefined || keyOf(row) < before)
    .sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last ? keyOf(last) : undefined }
}
