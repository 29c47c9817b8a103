import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { answer } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import { unscheduleTask } from '../../lib/scheduled/task.ts'
import { put, type Write } from '../../lib/table/write.ts'
import type { ManagementSettings } from '../policies/index.ts'
import { findSettings } from '../policies/index.ts'
import type { contract } from './contract.ts'
import { ApprovedAlready, RequestNotFound, RequestReviewed } from './contract.ts'
import type { VerificationBody, VerificationRequest } from './repository.ts'
import { isLive, readRequest, verificationApproval, verificationBody } from './repository.ts'
import type { RequestView, Review } from './shapes.ts'
import { escalationOf, isFinal, requesterNotification, reviewWrites } from './status-changes.ts'
import { actorIdOf } from './submission.ts'
import { viewOne } from './views.ts'

type Rows = (typeof contract)['rows']

/** Number of required approvers: one, or at least two where the school requires several. */
const requiredApprovals = ({ reviewWorkflow }: ManagementSettings): number =>
  reviewWorkflow.requireMultipleApprovers ? Math.max(2, reviewWorkflow.minApprovers) : 1

const refuseReviewed = ({ status }: VerificationRequest, requested: Review['status']): void => {
  if (isFinal(status)) fail(RequestReviewed)
  if (status === 'conditionally_approved' && requested !== 'approved' && requested !== 'rejected')
    fail(RequestReviewed)
}

const bodyWrites = (body: VerificationBody, notes: string | undefined): readonly Write[] =>
  notes === undefined ? [] : [put(verificationBody, { ...body, reviewNotes: notes })]

/** An approval that is not the last leaves the status as it is, but at least under review. */
const statusAfter = (
  { status }: VerificationRequest,
  requested: Review['status'],
  enough: boolean,
): VerificationRequest['status'] => {
  if (requested !== 'approved' || enough) return requested
  return status === 'pending' ? 'under_review' : status
}

/**
 * Decides a request (rules/verification 14, rules/verification 15). One transaction writes the request under its
 * version, the organization, the counters, the reviewer's approval and the requester's notification. Of two concurrent
 * decisions one succeeds and the other fails (409). Where the school requires several approvers, each approves once,
 * and the last approval decides.
 */
export const reviewRequest = async (
  { requestId, status: requested, reviewNotes }: Review & { readonly requestId: string },
  context: Context<'admin'>,
): Promise<{ readonly request: RequestView; readonly decided: boolean }> => {
  const { table, caller, now } = context
  const [found, settings] = await Promise.all([readRequest(table, requestId), findSettings(table)])
  const { request, body, card } = found ?? fail(RequestNotFound)
  if (!isLive(card)) return fail(OrganizationNotFound)
  refuseReviewed(request, requested)
  const at = now().toISOString()
  const actor = actorIdOf(caller)
  const approvals = request.approvals + (requested === 'approved' ? 1 : 0)
  const status = statusAfter(request, requested, approvals >= requiredApprovals(settings))
  const after: VerificationRequest = {
    ...request,
    status,
    approvals,
    reviewedBy: actor,
    reviewedAt: at,
    updatedAt: at,
    version: request.version + 1,
  }
  const { orgId, id } = request
  const writes = [
    ...reviewWrites(request, after, card, { at, actor }),
    ...bodyWrites(body, reviewNotes),
    ...(isFinal(status) ? [unscheduleTask(context, escalationOf(request))] : []),
    ...(status === request.status ? [] : [requesterNotification(after, card, reviewNotes, context)]),
    audit(context, {
      action: 'verification.review',
      actor: caller,
      targetType: 'organization',
      targetId: orgId,
      detail: { requestId: id, status: requested, requestType: request.requestType },
    }),
    ...(requested === 'approved'
      ? [put(verificationApproval, { orgId, id, by: actor, at }, { absent: true })]
      : []),
  ]
  const written = await table.write(writes)
  if (!written.ok) {
    const mine = requested === 'approved' && written.failed.includes(writes.length - 1)
    fail(mine && !written.failed.includes(0) ? ApprovedAlready : ConcurrentChange)
  }
  const bodyAfter = reviewNotes === undefined ? body : { ...body, reviewNotes }
  return { request: await viewOne(table, after, bodyAfter, card), decided: status === requested }
}

export const reviewVerificationRequest: Operation<Rows['reviewVerificationRequest']> = async (
  input,
  context,
) => {
  const { request, decided } = await reviewRequest(input, context)
  return answer(request, {
    message: decided ? `Request ${request.status} successfully` : 'Approval recorded',
  })
}
