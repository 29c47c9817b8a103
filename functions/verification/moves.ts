import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'
import { tierWrites } from '../management/index.ts'
import type { RequestStatus } from './contract/shapes.ts'
import {
  countWrites,
  type VerificationRequest,
  verificationGuard,
  verificationRequest,
} from './repository.ts'

const final: readonly RequestStatus[] = ['approved', 'rejected']

export const isFinal = (status: RequestStatus): boolean => final.includes(status)

/** Requests whose answer changes what the organization is. */
const verifying: readonly string[] = ['verification', 'status_upgrade']

/** What an answer makes of the organization (rules/verification 9, rules/verification 10, rules/verification 12). */
const standingAfter = (
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
  // A verified organization that wanted more and did not get it stays what it was.
  return { verificationStatus: status === 'rejected' && verified ? 'approved' : status }
}

/** The organization's tier is as it was read: whoever has one is counted. */
const orgWrites = (card: Organization, change: Partial<Organization> | undefined): readonly Write[] => {
  const { orgId, verificationType } = card
  const as = { exists: true, equals: { verificationType }, without: ['deletedAt' as const] } as const
  const set = { ...change, updatedAt: change?.verifiedAt ?? card.updatedAt }
  return change ? [update(organization, { orgId }, { set, add: { version: 1 } }, as)] : []
}

/**
 * Every write of a request that moves to another status: the request under its version first, the organization, the
 * counters, and the guard of its type when it ends.
 */
export const movedWrites = (
  before: VerificationRequest,
  after: VerificationRequest,
  card: Organization,
  by: { readonly at?: string; readonly actor?: string },
): readonly Write[] => {
  const { orgId, requestType, id, verificationType } = after
  const change = standingAfter(after, card, by)
  const ends = isFinal(after.status)
  const moves: [string, number][] = []
  if (ends) moves.push([verificationType, -1])
  if (change?.verificationType !== undefined && change.verificationType !== card.verificationType)
    moves.push([card.verificationType, -1], [change.verificationType, 1])
  return [
    put(verificationRequest, after, { equals: { version: before.version } }),
    ...orgWrites(card, change),
    ...countWrites(before.status, after.status),
    ...tierWrites(moves),
    ...(ends ? [remove(verificationGuard, { orgId, requestType }, { equals: { id } })] : []),
  ]
}
