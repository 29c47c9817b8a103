import * as z from 'zod/mini'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { update, type Write } from '../../lib/table/write.ts'
import { type RequestStatus, RequestStatus as Status } from './shapes.ts'

const text = z.string()

/** A request's data for lists. `id` is `<orgId>.<ulid>`. `requestedBy` and `reviewedBy` are ids. */
export const VerificationRequest = z.object({
  id: text,
  orgId: text,
  requestedBy: text,
  requestType: text,
  verificationType: text,
  priority: text,
  tags: z.array(text),
  status: Status,
  approvals: z.number(),
  submittedAt: text,
  escalatesAt: text,
  reviewedBy: z.optional(text),
  reviewedAt: z.optional(text),
  updatedAt: text,
  version: z.number(),
})
export type VerificationRequest = z.infer<typeof VerificationRequest>
export const verificationRequest = entity('VerificationRequest', VerificationRequest, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'VR#{id}',
  gsi1: { pk: 'VR#{status}', sk: '{submittedAt}#{id}' },
  gsi2: { pk: 'VR', sk: '{submittedAt}#{id}' },
})

/** The texts of a request: at most 20 KB by the requester, 4,000 characters by the reviewer. */
export const VerificationBody = z.object({
  id: text,
  orgId: text,
  requestData: z.record(text, z.unknown()),
  reviewNotes: z.optional(text),
})
export type VerificationBody = z.infer<typeof VerificationBody>
export const verificationBody = entity('VerificationBody', VerificationBody, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'VB#{id}',
})

/** Allows an organization one open request of a type. */
export const VerificationGuard = z.object({ orgId: text, requestType: text, id: text })
export const verificationGuard = entity('VerificationGuard', VerificationGuard, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'VRG#{requestType}',
})

/** One person's approval of a request. One per person. */
export const VerificationApproval = z.object({ id: text, orgId: text, by: text, at: text })
export const verificationApproval = entity('VerificationApproval', VerificationApproval, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'VRD#{id}#{by}',
})

const count = z.optional(z.number())

/** Number of a school's requests by status. */
export const VerificationCount = z.object({
  name: z.literal('COUNT'),
  pending: count,
  approved: count,
  rejected: count,
  conditionally_approved: count,
  under_review: count,
  escalated: count,
})
export type VerificationCount = z.infer<typeof VerificationCount>
export const verificationCount = entity('VerificationCount', VerificationCount, {
  scope: 'tenant',
  pk: 'VRCOUNT',
  sk: '{name}',
})

/** Count changes when a request is created, removed, or changes its status. None when the status stays. */
export const countWrites = (
  from: RequestStatus | undefined,
  to: RequestStatus | undefined,
): readonly Write[] =>
  from === to
    ? []
    : [
        update(
          verificationCount,
          { name: 'COUNT' },
          { set: { name: 'COUNT' }, add: { ...(from ? { [from]: -1 } : {}), ...(to ? { [to]: 1 } : {}) } },
          { orAbsent: true },
        ),
      ]

export const findCounts = async (table: Table): Promise<VerificationCount> =>
  (await table.get(verificationCount, { name: 'COUNT' })) ?? { name: 'COUNT' }

/** A request by id, read strongly, with the facts that decide a review. One round trip. */
export const readRequest = async (table: Table, id: string) => {
  const [orgId = ''] = id.split('.')
  if (orgId === '' || orgId === id) return undefined
  const [request, body, card] = await table.batchGet(
    [
      key(verificationRequest, { orgId, id }),
      key(verificationBody, { orgId, id }),
      key(organization, { orgId }),
    ],
    { strong: true },
  )
  return request && body ? { request, body, card } : undefined
}

export const isLive = (card: Organization | undefined): card is Organization =>
  card !== undefined && card.deletedAt === undefined
