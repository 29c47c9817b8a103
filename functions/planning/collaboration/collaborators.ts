import type { Context } from '../../../lib/context.ts'
import { fail, settleInOrder } from '../../../lib/contract/failure.ts'
import { isDormant, OrgInactive } from '../../../lib/contract/org-rules.ts'
import { permissionRequired } from '../../../lib/contract/permissions.ts'
import { spendWrite } from '../../../lib/identity/limit/limits.ts'
import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { findOrgRights } from '../../../lib/identity/org/rights.ts'
import type { Operation } from '../../../lib/operation.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { check, type Write } from '../../../lib/table/write.ts'
import {
  type Collaborator,
  type EventCard,
  eventCard,
  eventParamsOf,
  requireEvent,
} from '../../events/index.ts'
import { metadataOf } from '../../lifecycle/index.ts'
import { helperLimits } from '../contract/collaboration-rows.ts'
import {
  AlreadyHelping,
  HelpersForbidden,
  HostInactive,
  HostInvited,
  HostNoOrganization,
  InviteAnswered,
  InviteExpired,
  InviteNotFound,
  NotHelping,
  TooManyHelpers,
  UnknownHelper,
} from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { type ChangePlan, changeEvent, retryUntilSaved } from '../edit/change.ts'
import { plannerGate } from '../hosts/gates.ts'
import {
  findHelper,
  findHelpers,
  helperWrite,
  inviteWrites,
  isOpenInvite,
  maxHelpers,
  parseInviteId,
} from './invites.ts'

type Rows = (typeof contract)['rows']

const actorIdOf = ({ caller }: Context<'caller'>): string => caller.tenantUserId ?? caller.globalUserId ?? ''

/** Reads organizations that can be invited. Fails with 400 when one does not exist. */
export const requireHelpers = async (
  table: Table,
  orgIds: readonly string[],
): Promise<readonly Organization[]> => {
  if (orgIds.length === 0) return []
  const cards = await table.batchGet(
    orgIds.map((orgId) => key(organization, { orgId })),
    { strong: true },
  )
  return cards.map((card) => (card && card.deletedAt === undefined ? card : fail(UnknownHelper)))
}

const refuseHost = ({ hostingType, hostingId }: EventCard, orgIds: readonly string[]): void => {
  if (hostingType !== 'Org') fail(HostNoOrganization)
  if (orgIds.includes(hostingId)) fail(HostInvited)
}

/** A dormant organization may not invite collaborators. */
const refuseDormant = async (table: Table, { hostingType, hostingId }: EventCard): Promise<void> => {
  const host =
    hostingType === 'Org' ? await table.get(organization, { orgId: hostingId }, { strong: true }) : undefined
  if (host && isDormant(host)) fail(OrgInactive)
}

/** Invitations for the transaction that creates the event. */
export const initialInviteWrites = (
  card: EventCard,
  orgIds: readonly string[],
  context: Context<'member'>,
): readonly Write[] => {
  if (orgIds.length === 0) return []
  refuseHost(card, orgIds)
  // A school may let an inactive organization create events. It may still not invite collaborators.
  if (card.host.dormant) fail(HostInactive)
  return orgIds.flatMap((orgId) => inviteWrites(card, orgId, undefined, context.caller.tenantUserId, context))
}

/** At most twenty organizations help or are invited at the same time. The number of stored rows is limited as well. */
const requireHelperCapacity = (
  { items, cursor }: Awaited<ReturnType<typeof findHelpers>>,
  befores: readonly (Collaborator | undefined)[],
  now: Date,
): void => {
  const counts = (row: Collaborator) => row.status === 'accepted' || isOpenInvite(row, now)
  const fresh = befores.filter((row) => row === undefined || !counts(row)).length
  if (cursor !== undefined || items.filter(counts).length + fresh > maxHelpers) fail(TooManyHelpers)
}

/**
 * Invites organizations to help with an event. Fails with 400 for the host itself and for an unknown organization.
 * Fails with 409 for an organization that helps already, and for more than twenty.
 */
export const inviteCollaborators: Operation<Rows['inviteCollaborators']> = async (
  { id: eventId, collaboratorOrgIds },
  context,
) => {
  const orgIds = [...new Set(collaboratorOrgIds)]
  const done = await retryUntilSaved(context, async () => {
    const { table } = context
    const [{ card }, rows] = await Promise.all([requireEvent(table, eventId), findHelpers(table, eventId)])
    await settleInOrder([
      plannerGate(context, HelpersForbidden)(card),
      refuseDormant(table, card),
      requireHelpers(table, orgIds),
    ])
    refuseHost(card, orgIds)
    if (orgIds.some((orgId) => card.collaborators.includes(orgId))) fail(AlreadyHelping)
    const befores = orgIds.map((orgId) => rows.items.find((row) => row.orgId === orgId))
    requireHelperCapacity(rows, befores, context.now())
    const { tenantUserId, globalUserId } = context.caller
    const spent = spendWrite(
      context,
      'events.invite',
      helperLimits.invite,
      tenantUserId ?? globalUserId ?? '',
    )
    const writes = orgIds.flatMap((orgId, at) =>
      inviteWrites(card, orgId, befores[at], actorIdOf(context), context),
    )
    if (writes.length === 0) return orgIds
    const living = check(eventCard, { eventId }, { exists: true, without: ['deletedAt'] })
    const written = await table.write([spent, living, ...writes])
    return written.ok ? orgIds : conflicted
  })
  return {
    invited: [...done],
  }
}

const requireManager = async (context: Context<'caller'>, orgId: string) => {
  const rights = await findOrgRights(context, orgId)
  if (!rights?.member && !rights?.isAdmin && !rights?.isOwner) return fail(InviteNotFound)
  return rights.may('manage_events') ? rights : fail(permissionRequired('manage_events'))
}

const requireOpenInvite = async (context: Context<'caller'>, inviteId: string): Promise<Collaborator> => {
  const place = parseInviteId(inviteId) ?? fail(InviteNotFound)
  const [row] = await Promise.all([
    findHelper(context.table, place.eventId, place.orgId),
    requireManager(context, place.orgId),
  ])
  if (!row) return fail(InviteNotFound)
  if (row.status !== 'pending') fail(InviteAnswered)
  return isOpenInvite(row, context.now()) ? row : fail(InviteExpired)
}

/** Accepts an invitation: the organization becomes a collaborator and the host is notified. One transaction. */
export const acceptCollaboration: Operation<Rows['acceptCollaboration']> = async ({ inviteId }, context) => {
  const { eventId, orgId } = parseInviteId(inviteId) ?? fail(InviteNotFound)
  await changeEvent(context, eventId, async ({ card, body }): Promise<ChangePlan> => {
    const [row, helper] = await Promise.all([
      requireOpenInvite(context, inviteId),
      context.table.get(organization, { orgId }, { strong: true }),
    ])
    if (helper && isDormant(helper)) fail(OrgInactive)
    if (card.collaborators.length >= maxHelpers) fail(TooManyHelpers)
    const respondedAt = context.now().toISOString()
    const response = { status: 'accepted' as const, respondedAt, acceptedByUserId: actorIdOf(context) }
    const notification = notificationDue(context, {
      template: 'event_collaboration_accepted_host',
      cause: `${inviteId}#${row.version + 1}`,
      to: { kind: 'permission', orgId: card.hostingId, permission: 'manage_events' },
      params: { ...eventParamsOf(card), orgName: helper?.org_name ?? '' },
      metadata: metadataOf(card, context),
    })
    return {
      requested: { card: { ...card, collaborators: [...new Set([...card.collaborators, orgId])] }, body },
      more: [notification],
      along: (whole) => [helperWrite(row, { ...row, ...response, card: whole.card })],
    }
  })
}

export const declineCollaboration: Operation<Rows['declineCollaboration']> = async (
  { inviteId },
  context,
) => {
  await retryUntilSaved(context, async () => {
    const row = await requireOpenInvite(context, inviteId)
    const respondedAt = context.now().toISOString()
    const answered = { status: 'declined' as const, respondedAt, declinedByUserId: actorIdOf(context) }
    const written = await context.table.write([helperWrite(row, { ...row, ...answered })])
    return written.ok || conflicted
  })
}

/** Ends a collaboration or an invitation. The host or the organization itself may do so. */
export const removeCollaborator: Operation<Rows['removeCollaborator']> = async (
  { id: eventId, orgId },
  context,
) => {
  await changeEvent(context, eventId, async ({ card, body }): Promise<ChangePlan> => {
    const [row, rights] = await Promise.all([
      findHelper(context.table, eventId, orgId),
      findOrgRights(context, orgId),
    ])
    if (!rights?.may('manage_events')) await plannerGate(context, HelpersForbidden)(card)
    const open = row !== undefined && (row.status === 'pending' || row.status === 'accepted')
    if (!open) return fail(NotHelping)
    const collaborators = card.collaborators.filter((id) => id !== orgId)
    return {
      requested: { card: { ...card, collaborators }, body },
      along: (whole) => [
        helperWrite(row, {
          ...row,
          status: 'resolved',
          respondedAt: context.now().toISOString(),
          card: whole.card,
        }),
      ],
    }
  })
}
