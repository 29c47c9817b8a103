import type { Organization } from '../../lib/identity/org/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import type { ManagementSettings } from '../management/index.ts'
import type { VerificationRequest } from './repository.ts'

type World = { now(): Date; newId(): string }

const switches: Readonly<Record<string, keyof ManagementSettings['notifications']>> = {
  funding: 'fundingRequest',
  space_reservation: 'spaceRequest',
}

const what = (requestType: string): string => requestType.replaceAll('_', ' ')

/** The word to the administrators of the school, unless the school is told nothing of such requests. */
export const adminsTold = (
  template: 'verification_submitted' | 'verification_escalated',
  { id, orgId, requestType }: VerificationRequest,
  { org_name: orgName }: Organization,
  { notifications }: ManagementSettings,
  world: World,
): readonly Write[] =>
  notifications[switches[requestType] ?? 'verificationRequest']
    ? [
        notificationDue(world, {
          cause: `${id}#${template}`,
          template,
          to: { kind: 'administrators' },
          params: { orgName, what: what(requestType) },
          metadata: { orgId, requestId: id },
        }),
      ]
    : []

/** The word to whoever asked. */
export const requesterTold = (
  { id, orgId, requestedBy, status, version }: VerificationRequest,
  { org_name: orgName }: Organization,
  reason: string | undefined,
  world: World,
): Write =>
  notificationDue(world, {
    cause: `${id}#${version}`,
    template: 'verification_reviewed',
    to: { kind: 'users', ids: [requestedBy] },
    params: { orgName, status: what(status), ...(reason ? { reason: reason.slice(0, 500) } : {}) },
    metadata: { orgId, requestId: id },
  })
