import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { spendWrite } from '../../../lib/identity/limit/limits.ts'
import type { OrgApplication } from '../../../lib/identity/org/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { applicationAnswerRemoval } from '../../form-records/index.ts'
import { ApplicationDecided, ApplicationNotFound } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { withdrawalLimits } from '../contract.ts'
import { findOrgCards, findOwnApplications, readOwnApplication, withdrawalWrites } from './records.ts'

type Rows = (typeof contract)['rows']

/** One page of the caller's applications, newest first, with the current organizations. Two round trips. */
export const listOwnApplications = async (
  query: Parameters<typeof pageOf>[0],
  { table, caller }: Context<'member'>,
) => {
  const { items, cursor } = await findOwnApplications(table, caller.tenantUserId, pageOf(query))
  const cards = await findOrgCards(
    table,
    items.map(({ orgId }) => orgId),
  )
  const applications = items.map(({ id, orgId, status, reason, createdAt, approvedAt, withdrawnAt }) => {
    const card = cards.get(orgId)
    return {
      _id: id,
      org_id: orgId,
      organization: card
        ? { _id: orgId, org_name: card.org_name, org_profile_image: card.org_profile_image }
        : null,
      status,
      createdAt,
      decidedAt: approvedAt,
      reason: reason === '' ? undefined : reason,
      withdrawnAt,
    }
  })
  return { applications, nextCursor: cursor }
}

/** The form answers are deleted with the application, because no decision needs them any more. */
const withdrawalSteps = (pending: OrgApplication, { now }: Context<'member'>) => [
  ...withdrawalWrites(pending, now()),
  ...applicationAnswerRemoval(pending),
]

/**
 * Withdraws the caller's pending application. Withdrawing it twice changes nothing. Of a concurrent withdrawal and
 * decision one succeeds; this fails with 409 when the decision does. Two round trips.
 */
export const withdrawApplication: Operation<Rows['withdrawApplication']> = async (
  { orgId, applicationId },
  context,
) => {
  const { table, caller } = context
  const userId = caller.tenantUserId
  if (applicationId.split('.')[0] !== userId) fail(ApplicationNotFound)
  const subject = `${context.tenant.key} ${userId}`
  const limit = spendWrite(context, 'withdraw-application', withdrawalLimits.person, subject)
  await table.retryOnConflict(async () => {
    const { pending, decided, withdrawn } = await readOwnApplication(table, orgId, applicationId, userId)
    if (withdrawn) return true
    if (decided) fail(ApplicationDecided)
    if (!pending) return fail(ApplicationNotFound)
    const written = await table.write([limit, ...withdrawalSteps(pending, context)])
    return written.ok || conflicted
  })
}
