import type { Audience } from '../../../lib/audience.ts'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { OrgPendingApproval } from '../../../lib/contract/org-rules.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { spendMails } from '../../../lib/identity/limit/mail-budget.ts'
import type { OrgRole } from '../../../lib/identity/org/organizations.ts'
import { organization, orgRoleCount } from '../../../lib/identity/org/records.ts'
import { key } from '../../../lib/table/entity.ts'
import { organizationLimits } from '../contract/announcing-rows.ts'
import type { NewOrganizationNotification } from '../contract/bodies.ts'
import { RoleNotFound } from '../contract/failures.ts'
import { announce } from './direct.ts'

const idOf = (roles: readonly OrgRole[], wanted: string): string => {
  const name = wanted.toLowerCase()
  const found = roles.find((role) => role.name.toLowerCase() === name || role._id === wanted)
  return (found ?? fail(RoleNotFound, { field: 'roles' }))._id
}

/** Whoever sends it knows already. */
const audienceOf = (
  orgId: string,
  wanted: readonly string[] | undefined,
  { caller }: Context<OrgAccess>,
): readonly Audience[] => {
  const except = caller.tenantUserId === null ? {} : { except: caller.tenantUserId }
  if (!wanted) return [{ kind: 'organization', orgId, who: 'members', ...except }]
  const ids = new Set(wanted.map((name) => idOf(caller.org.roles.roles, name)))
  return [...ids].map((roleId) => ({ kind: 'role', orgId, roleId, ...except }))
}

/** How many people at most are told: those of the roles, or all members. */
const receiversOf = async (
  orgId: string,
  to: readonly Audience[],
  { table }: Context<OrgAccess>,
): Promise<number> => {
  const roleIds = to.flatMap((audience) => (audience.kind === 'role' ? [audience.roleId] : []))
  if (roleIds.length === 0) return (await table.get(organization, { orgId }))?.memberCount ?? 0
  const counts = await table.batchGet(roleIds.map((roleId) => key(orgRoleCount, { orgId, roleId })))
  return counts.reduce((sum, role) => sum + (role?.count ?? 0), 0)
}

/** While it waits for approval an organization writes to its people only where the school allows it messages. */
const refuseWaiting = async (orgId: string, { table }: Context<OrgAccess>): Promise<void> => {
  const card = await table.get(organization, { orgId })
  if (card?.approvalStatus !== 'pending') return
  const { managementConfig, pendingActionsOf } = await import('../../policies/index.ts')
  const config = await table.get(managementConfig, {})
  if (!pendingActionsOf(config).includes('post_messages')) fail(OrgPendingApproval)
}

/** Notifies people of an organization, page by page after this has answered (rules/notifications 13). */
export const notifyOrganization = async (
  { orgId, roles, ...words }: NewOrganizationNotification & { orgId: string },
  context: Context<OrgAccess>,
) => {
  const to = audienceOf(orgId, roles, context)
  const whose = `${context.tenant.key} ${orgId}`
  await Promise.all([
    refuseWaiting(orgId, context),
    spend(context, 'notify-organization', organizationLimits.organization, whose),
  ])
  const spendAll = async () =>
    spendMails(context, 'participants', orgId, await receiversOf(orgId, to, context))
  const action = 'notification.organization'
  const deed = { to, usual: 'custom', action, detail: { orgId }, spend: spendAll } as const
  return { batchId: (await announce({ ...words, metadata: { orgId } }, deed, context)).cause }
}
