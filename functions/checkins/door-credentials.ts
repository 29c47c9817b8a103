import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { dayMs, hourMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import { put, update } from '../../lib/table/write.ts'
import { newSecret, requireHost } from './access.ts'
import { requirePresent } from './desk.ts'
import type { DoorCredential } from './repository.ts'
import { doorCredential } from './repository.ts'
import { DoorNotFound } from './shapes.ts'
import { readSnapshot } from './snapshot.ts'

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
export const createDoorCredential = async (
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

export const listDoorCredentials = async (query: CredentialsQuery, context: Context<'caller'>) => {
  await requireOwn(query, context)
  const listing = { keyParams: { eventId: query.eventId }, descending: true }
  const page = await listNumbered(context.table, doorCredential, listing, pageOf(query))
  return { credentials: page.items.map(viewOf), nextCursor: page.cursor }
}

/** Revokes a credential at once. A repetition changes nothing. */
export const revokeDoorCredential = async (
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
