import { dayMs } from '../../../lib/contract/time.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace, type Write } from '../../../lib/table/write.ts'
import { type Collaborator, collaborator, type EventCard, eventParamsOf } from '../../events/index.ts'
import { metadataOf, type PlanContext } from '../../lifecycle/index.ts'

const inviteLifetimeMs = 7 * dayMs
export const maxHelpers = 20

/** The id of an invitation contains the event and the organization, so no other index is needed. */
export const inviteIdOf = (eventId: string, orgId: string): string => `${eventId}.${orgId}`
export const parseInviteId = (inviteId: string): { eventId: string; orgId: string } | undefined => {
  const [eventId = '', orgId = '', ...rest] = inviteId.split('.')
  return eventId && orgId && rest.length === 0 ? { eventId, orgId } : undefined
}

export const findHelper = (table: Table, eventId: string, orgId: string): Promise<Collaborator | undefined> =>
  table.get(collaborator, { eventId, orgId }, { strong: true })

/** Writes the row with current copies of the card: new, or conditional on the version that was read. */
export const helperWrite = (
  before: Collaborator | undefined,
  after: Omit<Collaborator, 'shelf' | 'start_time' | 'cardVersion' | 'version'>,
): Write => {
  const { shelf, start_time, version: cardVersion } = after.card
  return replace(collaborator, before, { ...after, shelf, start_time, cardVersion })
}

/** Lists the organizations ever invited to an event. There are at most a hundred. */
export const findHelpers = (table: Table, eventId: string) =>
  table.list(collaborator, { keyParams: { eventId }, limit: 100, strong: true })

export const isOpenInvite = ({ status, expiresAt }: Collaborator, now: Date): boolean =>
  status === 'pending' && Date.parse(expiresAt) > now.getTime()

/**
 * Invites one organization and notifies its event managers. A declined, withdrawn or expired invitation starts again;
 * an open one does not change.
 */
export const inviteWrites = (
  card: EventCard,
  orgId: string,
  before: Collaborator | undefined,
  invitedByUserId: string,
  context: PlanContext,
): readonly Write[] => {
  const now = context.now()
  if (before && isOpenInvite(before, now)) return []
  const { eventId, hostingId: hostOrgId } = card
  const inviteId = inviteIdOf(eventId, orgId)
  const expiresAt = new Date(now.getTime() + inviteLifetimeMs).toISOString()
  const row = {
    eventId,
    orgId,
    inviteId,
    hostOrgId,
    invitedByUserId,
    status: 'pending' as const,
    expiresAt,
    card,
  }
  return [
    helperWrite(before, row),
    notificationDue(context, {
      template: 'event_collaboration_invite',
      cause: `${inviteId}#${(before?.version ?? 0) + 1}`,
      to: { kind: 'permission', orgId, permission: 'manage_events' },
      params: { ...eventParamsOf(card), orgName: card.host.name, inviteId },
      metadata: { ...metadataOf(card, context), inviteId },
    }),
  ]
}
