import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import { membershipSteps } from '../../../lib/identity/org/membership.ts'
import { memberRole } from '../../../lib/identity/org/organizations.ts'
import type { OrgApplication } from '../../../lib/identity/org/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { Write } from '../../../lib/table/write.ts'
import {
  ApplicantIsMember,
  ApplicationNotFound,
  ApplicationProcessed,
  ApplicationWithdrawn,
} from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { actorIdOf, assignmentChange, refuseUnpermitted, resolveRoles } from '../membership/assignment.ts'
import { membershipStepsOf, writeSteps } from '../membership/departure.ts'
import { notifyApproved, notifyRejected } from '../notifications.ts'
import { decisionWrites, readApplication } from '../repository.ts'
import { memberViewOf } from '../views.ts'
import { isWithdrawn } from './records.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>
type ApplicationRef<T> = T & { readonly orgId: string; readonly applicationId: string }

/** An application's id contains the applicant's id, which leads to the pending application. */
const applicantOf = (applicationId: string): string =>
  applicationId.split('.')[0] || fail(ApplicationNotFound)

/** Writes that approve a pending application. */
export const approvalWrites = (
  pending: OrgApplication,
  { caller, now }: Pick<OrgContext, 'caller' | 'now'>,
  reason?: string,
): readonly Write[] =>
  decisionWrites(pending, {
    status: 'approved',
    approvedBy: actorIdOf(caller),
    approvedAt: now().toISOString(),
    reason: reason ?? pending.reason,
  })

type ApplicationFacts = Awaited<ReturnType<typeof readApplication>>

const requirePending = async (
  { decided, application }: ApplicationFacts,
  { orgId, applicationId }: ApplicationRef<unknown>,
  { table }: OrgContext,
): Promise<OrgApplication> => {
  if (decided) fail(ApplicationProcessed)
  if (application) return application
  return fail((await isWithdrawn(table, orgId, applicationId)) ? ApplicationWithdrawn : ApplicationNotFound)
}

/**
 * Turns an application into a membership. The same transaction moves the application, so of two concurrent decisions
 * one succeeds (rules/members 8).
 */
export const approveApplication: Operation<Rows['approveApplication']> = async (
  { orgId, applicationId, reason, ...roleInput },
  context,
) => {
  const { table, caller } = context
  const userId = applicantOf(applicationId)
  const roles = resolveRoles(roleInput, caller.org, memberRole)
  const { after } = await writeSteps(table, orgId, async () => {
    const found = await readApplication(table, orgId, applicationId, userId)
    const pending = await requirePending(found, { orgId, applicationId }, context)
    if (found.member?.status === 'active') fail(ApplicantIsMember)
    refuseUnpermitted(userId, found.member, roles, context)
    const change = assignmentChange(found, { roles, reason }, context, orgId)
    const steps = [
      ...membershipSteps(context, orgId, [change]),
      ...membershipStepsOf(
        ...approvalWrites(pending, context, reason),
        notifyApproved(context, orgId, found.orgName, userId),
      ),
    ]
    return { steps, after: change.after }
  })
  return { member: memberViewOf(after, context.caller.org.roles, true) }
}

/** Rejects an application. The person may apply again. */
export const rejectApplication: Operation<Rows['rejectApplication']> = async (
  { orgId, applicationId, reason = '' },
  context,
) => {
  const { table, caller, now } = context
  const userId = applicantOf(applicationId)
  await writeSteps(table, undefined, async () => {
    const found = await readApplication(table, orgId, applicationId, userId)
    const decision = {
      status: 'rejected' as const,
      approvedBy: actorIdOf(caller),
      approvedAt: now().toISOString(),
      reason,
    }
    const writes = decisionWrites(await requirePending(found, { orgId, applicationId }, context), decision)
    return {
      steps: membershipStepsOf(...writes, notifyRejected(context, orgId, found.orgName, userId, reason)),
    }
  })
}
