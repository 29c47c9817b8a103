import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { onDue, type TaskFacts, type TaskHandler } from '../../lib/scheduled/task.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'
import { type ManagementSettings, managementConfig, settingsOf, tierWrites } from '../policies/index.ts'
import {
  countWrites,
  isLive,
  type VerificationRequest,
  verificationGuard,
  verificationRequest,
} from './repository.ts'
import type { RequestStatus } from './shapes.ts'

const final: readonly RequestStatus[] = ['approved', 'rejected']

export const isFinal = (status: RequestStatus): boolean => final.includes(status)

/** Request types whose decision changes the organization. */
const verifying: readonly string[] = ['verification', 'status_upgrade']

/** The organization after a decision (rules/verification 9, rules/verification 10, rules/verification 12). */
const stateAfter = (
  { requestType, status, verificationType }: VerificationRequest,
  { verified }: Organization,
  by: { readonly at?: string; readonly actor?: string },
): Partial<Organization> | undefined => {
  if (!verifying.includes(requestType) || status === 'pending') return undefined
  if (status === 'approved')
    return {
      verified: true,
      verifiedAt: by.at,
      verifiedBy: by.actor,
      verificationType,
      verificationStatus: 'approved',
    }
  if (status === 'conditionally_approved') return { verificationType, verificationStatus: status }
  // A rejected upgrade leaves a verified organization verified.
  return { verificationStatus: status === 'rejected' && verified ? 'approved' : status }
}

/** Requires the organization's tier to be as it was read, because tier uses are counted. */
const orgWrites = (card: Organization, change: Partial<Organization> | undefined): readonly Write[] => {
  const { orgId, verificationType } = card
  const as = { exists: true, equals: { verificationType }, without: ['deletedAt' as const] } as const
  const set = { ...change, updatedAt: change?.verifiedAt ?? card.updatedAt }
  return change ? [update(organization, { orgId }, { set, add: { version: 1 } }, as)] : []
}

/**
 * All writes of a status change. The request under its version comes first, then the organization and the counters. A
 * closed request also releases the guard of its type.
 */
export const reviewWrites = (
  before: VerificationRequest,
  after: VerificationRequest,
  card: Organization,
  by: { readonly at?: string; readonly actor?: string },
): readonly Write[] => {
  const { orgId, requestType, id, verificationType } = after
  const change = stateAfter(after, card, by)
  const ends = isFinal(after.status)
  const moves: [string, number][] = []
  if (ends) moves.push([verificationType, -1])
  if (change?.verificationType !== undefined && change.verificationType !== card.verificationType)
    moves.push([card.verificationType, -1], [change.verificationType, 1])
  return [
    put(verificationRequest, after, unchanged(before)),
    ...orgWrites(card, change),
    ...countWrites(before.status, after.status),
    ...tierWrites(moves),
    ...(ends ? [remove(verificationGuard, { orgId, requestType }, { equals: { id } })] : []),
  ]
}

const switches: Readonly<Record<string, keyof ManagementSettings['notifications']>> = {
  funding: 'fundingRequest',
  space_reservation: 'spaceRequest',
}

const requestTypeText = (requestType: string): string => requestType.replaceAll('_', ' ')

/** Notifies the school's administrators, unless the school has turned that off for this type. */
export const adminNotifications = (
  template: 'verification_submitted' | 'verification_escalated',
  { id, orgId, requestType }: VerificationRequest,
  { org_name: orgName }: Organization,
  { notifications }: ManagementSettings,
  context: { now(): Date; newId(): string },
): readonly Write[] =>
  notifications[switches[requestType] ?? 'verificationRequest']
    ? [
        notificationDue(context, {
          cause: `${id}#${template}`,
          template,
          to: { kind: 'administrators' },
          params: { orgName, what: requestTypeText(requestType) },
          metadata: { orgId, requestId: id },
        }),
      ]
    : []

/** Notifies the requester. */
export const requesterNotification = (
  { id, orgId, requestType, requestedBy, status, version }: VerificationRequest,
  { org_name: orgName }: Organization,
  reason: string | undefined,
  context: { now(): Date; newId(): string },
): Write =>
  notificationDue(context, {
    cause: `${id}#${version}`,
    template: 'verification_reviewed',
    to: { kind: 'users', ids: [requestedBy] },
    params: {
      orgName,
      what: requestTypeText(requestType),
      status: requestTypeText(status),
      ...(reason ? { reason: reason.slice(0, 500) } : {}),
    },
    metadata: {
      orgId,
      requestId: id,
      navigation: { deepLink: `/club-dashboard/${orgId}?part=verification` },
    },
  })

const kind = 'verification.escalate'

/** The scheduled escalation of an unanswered request. */
export const escalationOf = ({ id, orgId, escalatesAt }: VerificationRequest): TaskFacts => ({
  kind,
  subject: id,
  version: '1',
  at: escalatesAt,
  params: { orgId },
})

/** Escalates a request that is still open at its escalation time, and notifies the administrators again. */
const escalate: TaskHandler['carryOut'] = async ({ subject: id, params }, context) => {
  const orgId = params.orgId ?? ''
  const [request, card, config] = await context.table.batchGet(
    [key(verificationRequest, { orgId, id }), key(organization, { orgId }), key(managementConfig, {})],
    { strong: true },
  )
  if (!request || !isLive(card)) return []
  if (request.status !== 'pending' && request.status !== 'under_review') return []
  const after: VerificationRequest = {
    ...request,
    status: 'escalated',
    updatedAt: context.now().toISOString(),
    version: request.version + 1,
  }
  return [
    ...reviewWrites(request, after, card, {}),
    ...adminNotifications('verification_escalated', after, card, settingsOf(config), context),
  ]
}

export const taskHandlers: readonly TaskHandler[] = [onDue(kind, escalate)]
