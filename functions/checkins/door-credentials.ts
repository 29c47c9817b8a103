import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { dayMs, hourMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { listNumbered } from '../../lib/table/lists/numbered.ts'
import { put, update } from '../../lib/table/write.ts'
import { checkInOpensAt } from '../events/index.ts'
import { newSecret, requireHost } from './access.ts'
import { requirePresent } from './desk.ts'
import type { DoorCredential } from './repository.ts'
import { doorCredential } from './repository.ts'
import { DoorNotFound, Ended } from './shapes.ts'
import { readSnapshot } from './snapshot.ts'

type Scope = { readonly eventId: string; readonly orgId?: string | undefined }

/** Days for which the list shows an expired credential. */
const shownDays = 30

const viewOf = ({ doorId, hash: _, eventId: __, keptUntil: ___, ...door }: DoorCredential) => ({
  _id: doorId,
  ...door,
})

const requireOwn = async ({ eventId, orgId }: Scope, context: Context<'caller'>) => {
  const snapshot = await readSnapshot(context, { eventId, orgId }, false)
  const card = requirePresent(snapshot.card)
  await requireHost(context, card, snapshot)
  return { card, desk: snapshot.desk }
}

type CredentialRequest = Scope & {
  readonly name: string
  readonly hours?: number | undefined
  readonly duringCheckIn?: boolean | undefined
}

/** Longest check-in time for which one credential is valid. */
const longestMs = 3 * dayMs

/**
 * The time for which a credential is valid, in milliseconds: for some hours from now, or while check-in is open. Fails
 * with 400 once the event has ended.
 */
const validityOf = (
  { hours = 8, duringCheckIn = false }: CredentialRequest,
  { card, desk }: Awaited<ReturnType<typeof requireOwn>>,
  at: number,
): { readonly from: number; readonly to: number } => {
  if (!duringCheckIn) return { from: at, to: at + hours * hourMs }
  const end = Date.parse(card.end_time)
  if (end <= at) return fail(Ended)
  const from = Math.max(at, Date.parse(checkInOpensAt(card, desk)))
  return { from, to: Math.min(end, from + longestMs) }
}

/**
 * Creates a secret for helpers without rights of their own. It allows check-in by person, upload of scans and search of
 * one event. The reply shows it once. It is valid for `hours` (8, at most 24), or while check-in is open (rules/checkins
 * 19).
 */
export const createDoorCredential = async (request: CredentialRequest, context: Context<'caller'>) => {
  const { table, now, newId, caller } = context
  const { name, hours: _, duringCheckIn: __, ...scope } = request
  const own = await requireOwn(scope, context)
  const doorId = newId()
  const { secret, hash } = newSecret(doorId)
  const at = now().getTime()
  const { from, to } = validityOf(request, own, at)
  const door: DoorCredential = {
    eventId: scope.eventId,
    doorId,
    name,
    hash,
    createdBy: caller.tenantUserId ?? caller.globalUserId ?? 'unknown',
    createdAt: new Date(at).toISOString(),
    ...(from > at ? { startsAt: new Date(from).toISOString() } : {}),
    expiresAt: new Date(to).toISOString(),
    keptUntil: new Date(to + shownDays * dayMs).toISOString(),
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
