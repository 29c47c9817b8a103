import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { type AuditedAction, audit } from '../../lib/identity/audit/audit.ts'
import { type ApprovalGroup, approvalGroup } from '../../lib/identity/org/approval-groups.ts'
import { type OrgRole, type OrgRoles, orgRoles } from '../../lib/identity/org/organizations.ts'
import { approverRole } from '../../lib/identity/org/roles.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { check, put, remove, type Write } from '../../lib/table/write.ts'
import { rolesWrites } from '../members/index.ts'
import { ApprovalTypeFixed, NotAnApprovalGroup } from './contract/failures.ts'
import type { ApprovalSettings } from './contract/rows.ts'
import type { contract } from './contract.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>
type Type = ApprovalSettings['type']

const defaults = { escalationTimeout: 72, autoEscalate: true } as const

/** The settings in the shape that clients know. Fields that no code reads have their defaults. */
const shown = (
  type: Type,
  settings: Pick<ApprovalSettings, 'escalationTimeout' | 'autoEscalate'>,
): ApprovalSettings => ({
  type,
  ...settings,
  maxPendingApprovals: 50,
  notificationPreferences: { email: true, sms: false, push: true },
})

/** Ranks below the organization's other roles and above its members. */
const approver = ({ roles }: OrgRoles): OrgRole => ({
  _id: approverRole,
  name: approverRole,
  displayName: 'Approver',
  permissions: ['approve_events', 'reject_events', 'request_changes', 'view_events'],
  isDefault: false,
  order: Math.max(0, ...roles.map(({ order }) => order)) + 1,
  color: '#0d9488',
})

/** Adds an approver role when the organization has none of that name. */
const approverWrites = async (roles: OrgRoles, { table, now }: OrgContext): Promise<readonly Write[]> =>
  roles.roles.some(({ _id, name }) => _id === approverRole || name.toLowerCase() === approverRole)
    ? [check(orgRoles, { orgId: roles.orgId }, unchanged(roles))]
    : rolesWrites(table, roles, [...roles.roles, approver(roles)], now())

const typeWrites = async (
  before: ApprovalGroup | undefined,
  after: ApprovalGroup | undefined,
  context: OrgContext,
): Promise<readonly Write[]> => {
  const { roles } = context.caller.org
  const { orgId } = roles
  if (after && before) return []
  const audited: AuditedAction = {
    action: 'organization.approval_type',
    actor: context.caller,
    targetType: 'organization',
    targetId: orgId,
    detail: { type: after ? 'approval_group' : 'regular' },
  }
  return [audit(context, audited), ...(after ? await approverWrites(roles, context) : [])]
}

const groupWrite = (
  orgId: string,
  before: ApprovalGroup | undefined,
  after: ApprovalGroup | undefined,
): Write => {
  const asRead = unchanged(before)
  return after ? put(approvalGroup, after, asRead) : remove(approvalGroup, { orgId }, asRead)
}

/**
 * Changes approvalSettings. Members who manage members set how their approval group decides (rules/organizations 29).
 * Only the school sets which organizations are approval groups, because their members decide for the school
 * (rules/organizations 28).
 */
export const updateApprovalSettings: Operation<Rows['updateApprovalSettings']> = async (
  { orgId, approvalSettings: requested },
  context,
) => {
  const { table, caller, now } = context
  const before = await table.get(approvalGroup, { orgId }, { strong: true })
  const present: Type = before ? 'approval_group' : 'regular'
  const type = requested.type ?? present
  if (type !== present && !caller.org.isAdmin) fail(ApprovalTypeFixed, { field: 'approvalSettings.type' })
  if (type === 'regular' && present === 'regular') fail(NotAnApprovalGroup)
  const at = now().toISOString()
  const settings = {
    escalationTimeout: requested.escalationTimeout ?? before?.escalationTimeout ?? defaults.escalationTimeout,
    autoEscalate: requested.autoEscalate ?? before?.autoEscalate ?? defaults.autoEscalate,
  }
  const made = before ?? { madeAt: at, madeBy: caller.tenantUserId ?? caller.globalUserId ?? 'unknown' }
  const group = { ...made, ...settings, orgId, version: (before?.version ?? 0) + 1 }
  const after = type === 'approval_group' ? group : undefined
  await table.commit([groupWrite(orgId, before, after), ...(await typeWrites(before, after, context))])
  return shown(type, settings)
}
