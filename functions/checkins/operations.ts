import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { dayMs, hourMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { type Operations, prefetching } from '../../lib/operation.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import { put, update } from '../../lib/table/write.ts'
import { newSecret, requireHost } from './access.ts'
import { checkInByResponse, checkOutByResponse } from './by-response.ts'
import { checkIn, checkInByStaff, checkInOnPage, checkOut, checkOutPerson } from './check-in.ts'
import type { contract } from './contract.ts'
import {
  changeCheckInSettings,
  disableCheckIn,
  enableCheckIn,
  getCheckInCode,
  getCheckInLink,
  getCheckInSettings,
  getCheckInTicket,
  requirePresent,
  rotateCheckIn,
} from './desk.ts'
import { checkInAsPicked, listSelfRegistrations } from './link-check-in.ts'
import { listCheckedIn, listExpected } from './lists.ts'
import { type DoorCredential, doorCredential } from './repository.ts'
import { takeScans } from './scan-batch.ts'
import { DoorNotFound } from './shapes.ts'
import { prefetchOwnRows, readSnapshot } from './snapshot.ts'

type Scope = { readonly eventId: string; readonly orgId?: string | undefined }

/** Days for which the list shows an expired credential. */
const shownDays = 30

const viewOf = ({ doorId, hash: _, eventId: __, keptUntil: ___, ...door }: DoorCredential) => ({
  _id: doorId,
  ...door,
})

const requireOwn = async ({ eventId, orgId }: Scope, context: Context<'caller'>): Promise<void> => {
  const snapshot = await readSnapshot(context, { eventId, orgId }, false)
  await requireHost(context, requirePresent(snapshot.card), snapshot)
}

type CredentialRequest = Scope & { readonly name: string; readonly hours?: number | undefined }

/**
 * Creates a secret for helpers without rights of their own. It allows check-in by person, upload of scans and search of
 * one event. The reply shows it once; it expires after `hours` (8, at most 24).
 */
const createDoorCredential = async (
  { name, hours = 8, ...scope }: CredentialRequest,
  context: Context<'caller'>,
) => {
  const { table, now, newId, caller } = context
  await requireOwn(scope, context)
  const doorId = newId()
  const { secret, hash } = newSecret(doorId)
  const at = now().getTime()
  const ends = at + hours * hourMs
  const door: DoorCredential = {
    eventId: scope.eventId,
    doorId,
    name,
    hash,
    createdBy: caller.tenantUserId ?? caller.globalUserId ?? 'unknown',
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(ends).toISOString(),
    keptUntil: new Date(ends + shownDays * dayMs).toISOString(),
  }
  await table.write([
    put(doorCredential, door, { absent: true }),
    audit(context, {
      action: 'event.door_credential_made',
      actor: caller,
      targetType: 'event',
      targetId: scope.eventId,
      detail: { doorId },
    }),
  ])
  return { credential: { ...viewOf(door), secret } }
}

type CredentialsQuery = Scope & Parameters<typeof pageOf>[0]

const listDoorCredentials = async (asked: CredentialsQuery, context: Context<'caller'>) => {
  await requireOwn(asked, context)
  const listing = { keyParams: { eventId: asked.eventId }, descending: true }
  const page = await listNumbered(context.table, doorCredential, listing, pageOf(asked))
  return { credentials: page.items.map(viewOf), nextCursor: page.cursor }
}

/** Revokes a credential at once. A repetition changes nothing. */
const revokeDoorCredential = async (
  { doorId, ...scope }: Scope & { readonly doorId: string },
  context: Context<'caller'>,
): Promise<undefined> => {
  const { table, caller, now } = context
  await requireOwn(scope, context)
  const { eventId } = scope
  const written = await table.write([
    update(
      doorCredential,
      { eventId, doorId },
      { set: { revokedAt: now().toISOString() } },
      { without: ['revokedAt'] },
    ),
    audit(context, {
      action: 'event.door_credential_revoked',
      actor: caller,
      targetType: 'event',
      targetId: eventId,
      detail: { doorId },
    }),
  ])
  if (!written.ok && !(await table.get(doorCredential, { eventId, doorId }, { strong: true })))
    fail(DoorNotFound)
  return undefined
}

export const operations: Operations<typeof contract> = {
  enableCheckIn,
  disableCheckIn,
  rotateCheckIn,
  getCheckInSettings,
  changeCheckInSettings,
  getCheckInLink,
  getCheckInCode,
  createDoorCredential,
  listDoorCredentials,
  revokeDoorCredential,
  checkIn: prefetching(prefetchOwnRows, checkIn),
  checkInOnPage: prefetching(prefetchOwnRows, checkInOnPage),
  getCheckInTicket,
  checkInPerson: ({ userId, ...asked }, context) => checkInByStaff(asked, userId, context),
  checkInGuest: ({ globalUserId, ...asked }, context) => checkInByStaff(asked, `g-${globalUserId}`, context),
  checkInByResponse,
  takeScans,
  listSelfRegistrations,
  checkInAsPicked,
  checkOut: prefetching(prefetchOwnRows, checkOut),
  checkOutPerson: ({ userId, ...asked }, context) => checkOutPerson(asked, userId, context),
  checkOutByResponse,
  listCheckedIn,
  listExpected,
}
