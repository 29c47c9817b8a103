import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { approvalRolesOf, isAdmin } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import { stored, unchanged } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put, type Write } from '../../lib/table/write.ts'
import { InvalidFlow, InvalidStepIndex, RoleInFlow, TooManyRoles } from './contract/failures.ts'
import { eventFieldDefinitions, eventFieldType } from './contract/fields.ts'
import type { FlowChange, FlowView, Step, StepDraft } from './contract/flow-shapes.ts'
import type { contract } from './contract.ts'
import { emptyRole } from './defaults.ts'
import { refuseFlow } from './flow-rules.ts'
import { planRoleJoin, type RoleJoin } from './members.ts'
import {
  type ApprovalFlow,
  approvalFlow,
  findOrgs,
  findPeople,
  maxApprovalRoles,
  readSetup,
  roleWrite,
  type StakeholderRole,
  setupCountWrite,
  stakeholderRole,
} from './repository.ts'

type Rows = (typeof contract)['rows']

/** The decider of a step in which an organization decides. */
export const groupRole = (orgId: string): string => `org:${orgId}`

/** The flow with all fields available to conditions: standard event fields, then the school's own. */
export const shownFlow = (flow: ApprovalFlow): FlowView => ({
  ...flow,
  fieldDefinitions: [...eventFieldDefinitions, ...flow.fieldDefinitions],
})

/** Removes the standard fields, which clients send back unchanged. */
const ownFields = (fields: FlowView['fieldDefinitions']) =>
  fields.filter(({ name, type }) => eventFieldType(name) !== type)

const stepOf = (draft: StepDraft, newId: () => string): Step => {
  const { stakeholderRoleId, role = stakeholderRoleId, _id = newId(), orgId, ...rest } = draft
  const name = orgId === undefined ? (stakeholderRoleId ?? role) : groupRole(orgId)
  if (name === undefined) return fail(withText(InvalidFlow, 'A step needs a role or an organization'))
  return { ...rest, _id, role: name, ...(orgId === undefined ? {} : { orgId }) }
}

/**
 * Conditions that the flow's roles remain active while it is stored. A role that was never stored is active by default.
 */
const roleChecks = (flow: ApprovalFlow, roles: readonly StakeholderRole[], written?: string): Write[] => {
  const named = new Set(flow.steps.map(({ role }) => role))
  // A transaction may contain an item only once, and a written role is written as active.
  if (written !== undefined) named.delete(written)
  return roles
    .filter(({ stakeholderId }) => named.has(stakeholderId))
    .map(({ stakeholderId, version }) =>
      check(
        stakeholderRole,
        { stakeholderId },
        version === 0 ? { absent: true } : { equals: { isActive: true } },
      ),
    )
}

const refuseUnknownOrgs = async (flow: ApprovalFlow, { table }: Context<'admin'>): Promise<void> => {
  const ids = [...new Set(flow.steps.flatMap(({ orgId }) => orgId ?? []))]
  const found = await findOrgs(table, ids)
  const unknown = ids.find((id) => !found.some(({ orgId }) => orgId === id))
  if (unknown !== undefined)
    fail(withText(InvalidFlow, failureText("Organization ''{id}'' does not exist", { id: unknown })))
}

/** For the audit log: the numbers of steps that are new, gone or changed. Names of roles are words that people wrote. */
const changedSteps = (before: ApprovalFlow, after: ApprovalFlow): Readonly<Record<string, string>> => {
  const find = ({ steps }: ApprovalFlow, id: string) => steps.find(({ _id }) => _id === id)
  const isChanged = (step: Step): boolean => {
    const was = find(before, step._id)
    return was !== undefined && !isDeepStrictEqual(was, step)
  }
  const numbers = {
    added: after.steps.filter(({ _id }) => !find(before, _id)).length,
    removed: before.steps.filter(({ _id }) => !find(after, _id)).length,
    steps: after.steps.filter(isChanged).length,
  }
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, number]) => (number === 0 ? [] : [[name, String(number)]])),
  )
}

/** The new flow, with the conditions for its write. */
type FlowUpdate = {
  readonly flow: ApprovalFlow
  readonly roles: readonly StakeholderRole[]
  readonly also?: readonly Write[]
  /** Id of the role that the same transaction writes. */
  readonly written?: string | undefined
}

/** Stores a changed flow, conditional on its version, with the audit row. Retries after a conflict. */
const changeFlow = async (
  context: Context<'admin'>,
  change: (setup: Awaited<ReturnType<typeof readSetup>>) => FlowUpdate | Promise<FlowUpdate>,
): Promise<FlowView> => {
  const { table, caller, now } = context
  return table.retryOnConflict(async () => {
    const setup = await readSetup(table)
    const { flow: next, roles, also = [], written: changed } = await change(setup)
    const at = now().toISOString()
    const { flow: before } = setup
    const flow = { ...next, createdAt: before.createdAt ?? at, updatedAt: at, version: before.version + 1 }
    refuseFlow(flow, roles)
    await refuseUnknownOrgs(flow, context)
    const audited = { actor: caller, targetType: 'approvalFlow', targetId: String(flow.version) }
    const detail = changedSteps(before, flow)
    const written = await table.write([
      put(approvalFlow, flow, unchanged(stored(before))),
      ...roleChecks(flow, setup.roles, changed),
      ...also,
      audit(context, { action: 'approvals.flow', ...audited, detail }),
    ])
    return written.ok ? shownFlow(flow) : conflicted
  })
}

/**
 * Replaces the parts of the flow that were sent. Running approvals keep their steps. Fails when `version` is not the
 * stored one.
 */
export const saveApprovalFlow = (given: FlowChange, context: Context<'admin'>): Promise<FlowView> => {
  const { steps, fieldDefinitions, allowedOperators, defaultSettings, version } = given
  return changeFlow(context, ({ flow, roles }) => {
    if (version !== undefined && version !== flow.version) fail(ConcurrentChange)
    const { maxApprovers: _, requireAnyMember: __, ...settings } = defaultSettings ?? {}
    return {
      roles,
      flow: {
        ...flow,
        ...(steps ? { steps: steps.map((step) => stepOf(step, context.newId)) } : {}),
        fieldDefinitions: fieldDefinitions ? ownFields(fieldDefinitions) : flow.fieldDefinitions,
        // A client that never read the operators sends none. Without any operator no condition would be possible.
        allowedOperators: allowedOperators?.length ? allowedOperators : flow.allowedOperators,
        defaultSettings: { ...flow.defaultSettings, ...settings } as ApprovalFlow['defaultSettings'],
      },
    }
  })
}

type ApprovalAddition = { readonly role: string; readonly usernames?: readonly string[] | undefined }

/**
 * Adds a role to the end of the flow, as a step that always applies. Creates the role if it does not exist, and assigns
 * it to the named people.
 */
export const addApproval = async (
  { role: id, usernames = [] }: ApprovalAddition,
  context: Context<'admin'>,
): Promise<FlowView> =>
  changeFlow(context, async (setup) => {
    const { flow, roles } = setup
    if (flow.steps.some(({ role }) => role === id)) fail(RoleInFlow)
    const known = roles.find(({ stakeholderId }) => stakeholderId === id)
    if (!known && roles.length >= maxApprovalRoles) fail(TooManyRoles)
    const role = known ?? emptyRole(id, 'approver')
    const joining: RoleJoin = await planRoleJoin(role, usernames, context)
    const stage = Math.min(49, Math.max(-1, ...flow.steps.map((step) => step.stage)) + 1)
    const step = stepOf(
      {
        role: id,
        kind: 'approver',
        stage,
        allowSelfApproval: false,
        always: true,
        conditionGroups: [],
        groupLogicalOperators: [],
        checkItems: [],
      },
      context.newId,
    )
    const changesRole = !known || joining.joined > 0
    const after = { ...role, activeMembers: role.activeMembers + joining.joined }
    return {
      roles: known ? roles : [...roles, role],
      flow: { ...flow, steps: [...flow.steps, step] },
      ...(changesRole
        ? {
            also: [roleWrite(role, after), ...(known ? [] : [setupCountWrite(setup)]), ...joining.writes],
            written: id,
          }
        : {}),
    }
  })

type Updates = Partial<
  Pick<Step, 'conditionGroups' | 'groupLogicalOperators' | 'checkItems' | 'formDefinition'>
>

/** Changes the approval criteria of one step. `stepIndex` counts from 0. */
export const updateStepCriteria = (
  { stepIndex, updates }: { readonly stepIndex: number; readonly updates: Updates },
  context: Context<'admin'>,
): Promise<FlowView> =>
  changeFlow(context, ({ flow, roles }) => {
    const step = flow.steps[stepIndex] ?? fail(InvalidStepIndex)
    const steps = flow.steps.with(stepIndex, { ...step, ...updates })
    return { roles, flow: { ...flow, steps } }
  })

export const getApprovalFlow: Operation<Rows['getApprovalFlow']> = async (_, { table }) =>
  shownFlow((await readSetup(table, false)).flow)

export const listApprovalSteps: Operation<Rows['listApprovalSteps']> = async (_, { table, caller }) => {
  const [{ flow }, [user]] = await Promise.all([
    readSetup(table, false),
    findPeople(table, [caller.tenantUserId]),
  ])
  if (isAdmin(caller)) return flow.steps
  return flow.steps.filter(({ role }) => approvalRolesOf(caller, user).includes(role))
}
