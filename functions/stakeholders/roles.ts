import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { AuditAction } from '../../lib/identity/audit/actions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import { stored, unchanged } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, update, type Write } from '../../lib/table/write.ts'
import type { StepKind } from '../events/contract.ts'
import {
  DomainNotFound,
  RoleExists,
  RoleFieldsMissing,
  RoleInUse,
  RoleNotFound,
  TooManyRoles,
  UserNotFound,
} from './contract/failures.ts'
import type { RoleChange } from './contract/flow-shapes.ts'
import type { RoleDraft } from './contract/role-shapes.ts'
import type { contract } from './contract.ts'
import { defaultStepRole, emptyRole } from './defaults.ts'
import { refuseConditions } from './flow-rules.ts'
import { assignStakeholderRole, unassignStakeholderRole } from './members.ts'
import {
  approvalFlow,
  domain,
  findPeople,
  findStakeholderMembers,
  maxApprovalRoles,
  readSetup,
  roleWrite,
  type Setup,
  type StakeholderRole,
  setupCountWrite,
} from './repository.ts'

type Rows = (typeof contract)['rows']

export const isFlowRole = (setup: Setup, id: string): boolean =>
  id === defaultStepRole || setup.flow.steps.some(({ role }) => role === id)

/** Moves a role between domains. A domain with roles cannot be deleted. */
const domainWrites = (before: string | null, after: string | null, setup: Setup): Write[] => {
  if (before === after) return []
  const moves = [
    { id: before, by: -1 },
    { id: after, by: 1 },
  ]
  return moves.flatMap(({ id, by }) => {
    if (id === null) return []
    if (!setup.domains.some(({ _id }) => _id === id)) fail(DomainNotFound)
    return [update(domain, { _id: id }, { add: { roles: by, version: 1 } })]
  })
}

const refuseUnknownPeople = async (role: StakeholderRole, { table }: Context<'admin'>): Promise<void> => {
  const { backupAssignees, escalationRules } = role
  const ids = [...backupAssignees.map(({ userId }) => userId), escalationRules.escalateToUser ?? []].flat()
  const userIds = [...new Set(ids)]
  if ((await findPeople(table, userIds)).length < userIds.length) fail(UserNotFound)
}

const requireValidRole = (role: StakeholderRole, setup: Setup): void => {
  refuseConditions(role, setup.flow)
  const { escalateTo } = role.escalationRules
  if (escalateTo === undefined || escalateTo === null) return
  const next = setup.roles.find(({ stakeholderId }) => stakeholderId === escalateTo)
  if (!next || next.stakeholderId === role.stakeholderId) fail(RoleNotFound)
}

type Change = (setup: Setup) => {
  readonly before: StakeholderRole
  readonly after: StakeholderRole
  readonly isNew?: boolean
}

const changeRole = async (
  action: AuditAction,
  context: Context<'admin'>,
  change: Change,
): Promise<StakeholderRole> => {
  const { table, caller, now } = context
  return table.retryOnConflict(async () => {
    const setup = await readSetup(table)
    const { before, after: next, isNew } = change(setup)
    const at = now().toISOString()
    const after = { ...next, createdAt: before.createdAt ?? at, updatedAt: at }
    requireValidRole(after, setup)
    const deactivates = before.isActive && !after.isActive
    if (deactivates && isFlowRole(setup, after.stakeholderId)) fail(RoleInUse)
    await refuseUnknownPeople(after, context)
    const audited = { actor: caller, targetType: 'stakeholderRole', targetId: after.stakeholderId }
    const written = await table.write([
      roleWrite(before, after),
      ...(isNew ? [setupCountWrite(setup)] : []),
      ...domainWrites(before.version === 0 ? null : before.domainId, after.domainId, setup),
      // A flow stored at the same time might use the role.
      ...(deactivates ? [check(approvalFlow, {}, unchanged(stored(setup.flow)))] : []),
      audit(context, { action, ...audited }),
    ])
    return written.ok ? { ...after, version: before.version + 1 } : conflicted
  })
}

const roleIn = (setup: Setup, id: string): StakeholderRole =>
  setup.roles.find(({ stakeholderId }) => stakeholderId === id) ?? fail(RoleNotFound)

const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

/** Missing fields keep their value, also in nested settings. */
const changed = (before: StakeholderRole, given: RoleChange): StakeholderRole => {
  const {
    requirements: _,
    version: __,
    backupAssignees,
    approvalConfig,
    escalationRules,
    notificationPreferences,
    ...plain
  } = given
  return {
    ...before,
    ...(defined(plain) as Partial<StakeholderRole>),
    backupAssignees: (backupAssignees ?? before.backupAssignees).map(({ name: ___, ...backup }) => backup),
    approvalConfig: { ...before.approvalConfig, ...defined(approvalConfig ?? {}) },
    escalationRules: { ...before.escalationRules, ...defined(escalationRules ?? {}) },
    notificationPreferences: { ...before.notificationPreferences, ...defined(notificationPreferences ?? {}) },
  }
}

/** Deciders may always view the event, even if the request omits it. */
const withViewPermission = ({ permissions, ...draft }: RoleDraft): RoleChange => {
  const { members: _, stakeholderId: __, approvalConfig, ...given } = draft
  const { totalMembers: ___, ...config } = approvalConfig ?? {}
  return {
    ...given,
    ...(approvalConfig ? { approvalConfig: config } : {}),
    ...(permissions ? { permissions: [...new Set(['view_events' as const, ...permissions])] } : {}),
  }
}

/**
 * Creates a role and assigns it to the named people. Fails with 400 when one of the four required fields is missing, or
 * the id is taken.
 */
export const createStakeholderRole = async (
  draft: RoleDraft,
  context: Context<'admin'>,
): Promise<StakeholderRole> => {
  const { stakeholderId: id, members = [] } = draft
  const made = await makeRole(draft, context)
  const activeIds = members.filter(({ isActive = true }) => isActive).map(({ userId }) => userId)
  for (const userId of new Set(activeIds)) await assignStakeholderRole({ id: id ?? '', userId }, context)
  return { ...made, activeMembers: new Set(activeIds).size }
}

const makeRole = async (sent: RoleDraft, context: Context<'admin'>): Promise<StakeholderRole> => {
  const { stakeholderId: id } = sent
  const draft = withViewPermission(sent)
  const { stakeholderName, stakeholderType, domainId } = draft
  if (!id || !stakeholderName || !stakeholderType || !domainId) return fail(RoleFieldsMissing)
  const named = (sent.members ?? []).map(({ userId }) => userId)
  if ((await findPeople(context.table, [...new Set(named)])).length < new Set(named).size) fail(UserNotFound)
  return changeRole('approvals.role.create', context, ({ roles }) => {
    if (roles.some(({ stakeholderId }) => stakeholderId === id)) fail(RoleExists)
    if (roles.length >= maxApprovalRoles) fail(TooManyRoles)
    const before = emptyRole(id, stakeholderType as StepKind)
    return { before, after: changed(before, draft), isNew: true }
  })
}

/** Changes a role. Fails with 409 when `version` is not the stored one (rules/stakeholders 31). */
export const reviseRole = (
  id: string,
  given: RoleChange,
  context: Context<'admin'>,
): Promise<StakeholderRole> =>
  changeRole('approvals.role.update', context, (setup) => {
    const before = roleIn(setup, id)
    if (given.version !== undefined && given.version !== before.version) fail(ConcurrentChange)
    return { before, after: changed(before, given) }
  })

/** Deactivates a role. Fails with 409 while the flow needs it. */
export const deactivateStakeholderRole: Operation<Rows['deactivateStakeholderRole']> = async (
  { id },
  context,
) => reviseRole(id, { isActive: false }, context)

/** Members shown with a role. The member list has all of them. */
const mostShown = 20

/** A role with its holders, at most the first twenty. */
export const withMembers = async (role: StakeholderRole, table: Table) => {
  const { items } = await findStakeholderMembers(table, role.stakeholderId, mostShown, undefined)
  return { ...role, members: [...items] }
}

/** Changes a role as existing clients do. Members who were shown and are not sent back lose the role. */
export const updateStakeholderRole: Operation<Rows['updateStakeholderRole']> = async (
  { id, ...sent },
  context,
) => {
  const { members } = sent
  const after = await reviseRole(id, withViewPermission(sent), context)
  if (members === undefined) return after
  const shown = (await withMembers(after, context.table)).members.map(({ userId }) => userId)
  const activeIds = new Set(members.filter(({ isActive = true }) => isActive).map(({ userId }) => userId))
  for (const userId of activeIds)
    if (!shown.includes(userId)) await assignStakeholderRole({ id, userId }, context)
  for (const userId of shown)
    if (!activeIds.has(userId)) await unassignStakeholderRole({ id, userId }, context)
  const { roles } = await readSetup(context.table)
  return roles.find(({ stakeholderId }) => stakeholderId === id) ?? fail(RoleNotFound)
}

export const listStakeholderRoles: Operation<Rows['listStakeholderRoles']> = async (_, { table }) => [
  ...(await readSetup(table, false)).roles,
]

export const listDomainRoles: Operation<Rows['listDomainRoles']> = async ({ domainId }, { table }) => {
  const { domains, roles } = await readSetup(table, false)
  if (!domains.some(({ _id }) => _id === domainId)) fail(DomainNotFound)
  const own = roles.filter((role) => role.domainId === domainId)
  return Promise.all(own.map((role) => withMembers(role, table)))
}

export const getStakeholderRole: Operation<Rows['getStakeholderRole']> = async ({ id }, { table }) => {
  const { roles } = await readSetup(table, false)
  return withMembers(roles.find(({ stakeholderId }) => stakeholderId === id) ?? fail(RoleNotFound), table)
}
