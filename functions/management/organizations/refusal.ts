import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isDormant } from '../../../lib/contract/org-rules.ts'
import type { Organization } from '../../../lib/identity/org/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { Write } from '../../../lib/table/write.ts'
import { changeAsAdmin } from '../../organizations/index.ts'
import { findSettings } from '../../policies/index.ts'
import type { contract } from '../contract.ts'
import { NotPending, NotRefused } from '../failures.ts'
import { actorOf, adminPageOf, auditAdminChange, dormancyWrite } from './changes.ts'

type Rows = (typeof contract)['rows']

/** Notifies the owner of the refusal and its reason. */
const notifyRefused = (
  { orgId, org_name: orgName, owner, version }: Organization,
  reason: string,
  context: Context<'admin'>,
): Write =>
  notificationDue(context, {
    cause: `${orgId}#refused#${version}`,
    template: 'org_refused',
    to: { kind: 'users', ids: [owner] },
    params: { orgName, reason },
    metadata: { orgId },
  })

/** Refuses a pending organization (rules/management 32). Of an approval and a refusal at the same moment, one succeeds. */
export const refuseManagedOrganization: Operation<Rows['refuseManagedOrganization']> = async (
  { orgId, reason },
  context,
) => {
  const { caller, now } = context
  const { after } = await changeAsAdmin(
    orgId,
    {
      card: ({ approvalStatus }) =>
        approvalStatus === 'pending'
          ? {
              approvalStatus: 'rejected',
              refusedAt: now().toISOString(),
              refusedBy: actorOf(caller),
              refusalReason: reason,
            }
          : fail(NotPending),
      also: ({ card }) => [
        dormancyWrite(orgId, true),
        notifyRefused(card, reason, context),
        auditAdminChange('organization.refuse', orgId, {}, context),
      ],
    },
    context,
  )
  return adminPageOf(after, context)
}

/** Notifies the administrators that a refused organization waits for approval again. */
const notifyResubmitted = (
  { orgId, org_name: orgName, version }: Organization,
  context: Context<'admin'>,
): Write =>
  notificationDue(context, {
    cause: `${orgId}#pending#${version}`,
    template: 'org_pending_approval',
    to: { kind: 'administrators' },
    params: { orgName },
    metadata: { orgId },
  })

/** Submits a refused organization again. The reason stays, for the administrators (rules/management 34). */
export const resubmitOrganization: Operation<Rows['resubmitOrganization']> = async (
  { orgId },
  orgContext,
) => {
  const context = { ...orgContext, caller: orgContext.caller }
  const { notifications } = await findSettings(context.table)
  const { after } = await changeAsAdmin(
    orgId,
    {
      card: ({ approvalStatus }) =>
        approvalStatus === 'rejected' ? { approvalStatus: 'pending' } : fail(NotRefused),
      also: ({ card }) => [
        dormancyWrite(orgId, isDormant({ ...card, approvalStatus: 'pending' })),
        ...(notifications.newOrgRequest ? [notifyResubmitted(card, context)] : []),
        auditAdminChange('organization.resubmit', orgId, {}, context),
      ],
    },
    context,
  )
  return { _id: orgId, approvalStatus: after.card.approvalStatus }
}
