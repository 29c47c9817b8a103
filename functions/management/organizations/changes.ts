import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isDormant } from '../../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import type { AuditAction } from '../../../lib/identity/audit/actions.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { orgRoles } from '../../../lib/identity/org/organizations.ts'
import type { Organization } from '../../../lib/identity/org/records.ts'
import { publicUserOf } from '../../../lib/identity/person/people.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Operation } from '../../../lib/operation.ts'
import { update, type Write } from '../../../lib/table/write.ts'
import {
  changeAsAdmin,
  editAsAdmin,
  findOrganizationRecord,
  type OrganizationRecord,
} from '../../organizations/index.ts'
import type { LifecycleStatus } from '../../policies/contract.ts'
import { findSettings } from '../../policies/index.ts'
import type { contract } from '../contract.ts'
import { LifecycleForbidden, NotALifecycleMove, NotPending, UnknownOrgType } from '../failures.ts'
import type { StaffOrgPage } from '../org-rows.ts'
import { notifyOrgApproved, notifyOrgClosed } from './approval.ts'
import { adminViewOf, ownerOf, statsOf } from './list.ts'

type Rows = (typeof contract)['rows']

type ChangesContext = Context<'admin'>

export const actorOf = ({ tenantUserId, globalUserId }: ChangesContext['caller']): string =>
  tenantUserId ?? globalUserId ?? 'unknown'

/** The organization page for administrators. */
export const adminPageOf = async (
  { card, body, roles }: OrganizationRecord,
  context: ChangesContext,
): Promise<StaffOrgPage> => {
  const [stats, owner] = await Promise.all([
    statsOf([card.orgId], context),
    context.table.get(tenantUser, { id: card.owner }),
  ])
  const { recent = 0, total = 0 } = stats.get(card.orgId) ?? {}
  return {
    ...adminViewOf(card, recent),
    owner: ownerOf(card, owner),
    positions: roles.roles.map(({ _id, name, displayName }) => ({ _id, name, displayName })),
    org_banner_image: body.org_banner_image,
    ...(body.adminNotes === undefined ? {} : { adminNotes: body.adminNotes }),
    ownerUser: owner ? publicUserOf(owner) : null,
    totalEventCount: total,
  }
}

export const getManagedOrganization: Operation<Rows['getManagedOrganization']> = async ({ orgId }, context) =>
  adminPageOf((await findOrganizationRecord(context.table, orgId)) ?? fail(OrganizationNotFound), context)

/** The audit row for an administrator's change. */
export const auditAdminChange = (
  action: AuditAction,
  orgId: string,
  detail: Readonly<Record<string, string>>,
  context: ChangesContext,
): Write =>
  audit(context, {
    action,
    actor: context.caller,
    targetType: 'organization',
    targetId: orgId,
    detail,
  })

const verifiedAs = (verified: boolean, by: string, at: string): Partial<Organization> =>
  verified
    ? { verified, verifiedAt: at, verifiedBy: by, verificationStatus: 'approved' }
    : { verified, verifiedAt: undefined, verifiedBy: undefined }

/** Sets verification, type and the administrators' note (rules/management 22). */
export const changeManagedOrganization: Operation<Rows['changeManagedOrganization']> = async (
  { orgId, verified, notes, orgTypeKey },
  context,
) => {
  const { table, caller, now } = context
  if (orgTypeKey !== undefined) {
    const { orgTypes } = (await findSettings(table)).atlasPolicy
    if (!orgTypes.some(({ key }) => key === orgTypeKey)) fail(UnknownOrgType, { field: 'orgTypeKey' })
  }
  const detail = {
    ...(verified === undefined ? {} : { verified: String(verified) }),
    ...(orgTypeKey === undefined ? {} : { orgTypeKey }),
    ...(notes === undefined ? {} : { notes: 'changed' }),
  }
  const { after } = await changeAsAdmin(
    orgId,
    {
      card: () => ({
        ...(verified === undefined ? {} : verifiedAs(verified, actorOf(caller), now().toISOString())),
        ...(orgTypeKey === undefined ? {} : { orgTypeKey }),
      }),
      ...(notes === undefined ? {} : { body: { adminNotes: notes } }),
      also: () => [auditAdminChange('organization.change', orgId, detail, context)],
    },
    context,
  )
  return adminPageOf(after, context)
}

/** Copies to the roles whether the organization may start anything new. */
export const dormancyWrite = (orgId: string, dormant: boolean): Write =>
  update(orgRoles, { orgId }, { set: { dormant }, add: { version: 1 } }, { exists: true })

/** Approves a pending or refused organization and notifies its owner. */
export const approveManagedOrganization: Operation<Rows['approveManagedOrganization']> = async (
  { orgId },
  context,
) => {
  const { caller, now } = context
  const { after } = await changeAsAdmin(
    orgId,
    {
      card: ({ approvalStatus }) =>
        approvalStatus === 'approved'
          ? fail(NotPending)
          : { approvalStatus: 'approved', approvedAt: now().toISOString(), approvedBy: actorOf(caller) },
      also: ({ card }) => [
        ...(card.approvalStatus === 'rejected'
          ? [dormancyWrite(orgId, isDormant({ ...card, approvalStatus: 'approved' }))]
          : []),
        notifyOrgApproved(card, context),
        auditAdminChange('organization.approve', orgId, {}, context),
      ],
    },
    context,
  )
  return adminPageOf(after, context)
}

/**
 * Moves an organization to another lifecycle status (rules/management 20). Administrators too can only use a listed
 * move that their role permits. Moving to the current status changes nothing.
 */
export const moveLifecycle = async (
  {
    orgId,
    lifecycleStatus: to,
    reason = '',
  }: {
    readonly orgId: string
    readonly lifecycleStatus: LifecycleStatus
    readonly reason?: string | undefined
  },
  isAdmin: boolean,
  context: ChangesContext,
): Promise<OrganizationRecord> => {
  const { table, caller, now } = context
  const { transitions } = (await findSettings(table)).atlasPolicy.lifecycle
  const { after } = await changeAsAdmin(
    orgId,
    {
      card: ({ lifecycleStatus: from }) => {
        if (from === to) return {}
        const move = transitions.find((each) => each.from === from && each.to === to)
        if (!move) return fail(NotALifecycleMove)
        if (!move.actors.includes(isAdmin ? 'admin' : 'officer')) fail(LifecycleForbidden)
        const lifecycleChangedAt = now().toISOString()
        return { lifecycleStatus: to, lifecycleChangedAt, lifecycleChangedBy: actorOf(caller) }
      },
      also: ({ card }) =>
        card.lifecycleStatus === to
          ? []
          : [
              dormancyWrite(orgId, isDormant({ ...card, lifecycleStatus: to })),
              auditAdminChange('organization.lifecycle', orgId, { from: card.lifecycleStatus, to }, context),
              ...(to === 'active' ? [] : [notifyOrgClosed(card, to, reason, context)]),
            ],
    },
    context,
  )
  return after
}

export const editManagedOrganization: Operation<Rows['editManagedOrganization']> = async (input, context) => {
  const { orgId, name = input.org_name, description = input.org_description } = input
  const detail = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: 'changed' }),
  }
  const also = () => [auditAdminChange('organization.edit', orgId, detail, context)]
  return adminPageOf(await editAsAdmin({ ...input, name, description }, context, also), context)
}

export const moveManagedOrganization: Operation<Rows['moveManagedOrganization']> = async (input, context) =>
  adminPageOf(await moveLifecycle(input, true, context), context)

export const moveOrganizationLifecycle: Operation<Rows['moveOrganizationLifecycle']> = async (
  input,
  context,
) => {
  const { card } = await moveLifecycle(input, context.caller.org.isAdmin, context)
  return { _id: card.orgId, lifecycleStatus: card.lifecycleStatus }
}
