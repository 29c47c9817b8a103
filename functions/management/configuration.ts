import { isDeepStrictEqual } from 'node:util'
import { safeParse } from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { NotAMember, ValidationError } from '../../lib/contract/failures.ts'
import { answer, matchesVersion, versionTag } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { isAdmin, isMember } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { BudgetTemplates, WorkflowPresets } from '../budgets/contract.ts'
import { type FinanceChange, financeConfig, financeViewOf, financeWrites } from '../budgets/index.ts'
import { ManagementSettings } from '../policies/contract.ts'
import {
  basicTier,
  blankTier,
  defaultSettings,
  difference,
  expandPaths,
  findSettings,
  isTree,
  type ManagementConfig,
  managementConfig,
  merged,
  settingsOf,
  type Tree,
  tierRemoval,
} from '../policies/index.ts'
import type { contract } from './contract.ts'
import { BasicTierStays, ConfigOutdated, CustomTiersOff, TierInUse } from './failures.ts'

type Rows = (typeof contract)['rows']

type TableContext = Pick<Context, 'table'>
type Schema = typeof BudgetTemplates | typeof WorkflowPresets

/** Parts of the configuration that are stored with budgets (rules/management 8). */
const financeNames: readonly string[] = ['budgetTemplates', 'workflowPresets']

/** Reads these parts and the version of their record. */
const readFinance = async ({ table }: TableContext) => {
  const { budgetTemplates, workflowPresets, version } = financeViewOf(
    await table.get(financeConfig, {}, { strong: true }),
  )
  return { shown: { budgetTemplates, workflowPresets }, version }
}

type FinanceFields = Awaited<ReturnType<typeof readFinance>>['shown']

const refuse = (field: string, message = 'Not valid'): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const parsed = <S extends Schema>(schema: S, sent: unknown, field: string) => {
  const { success, data, error } = safeParse(schema, sent)
  return success
    ? data
    : refuse([field, ...(error?.issues[0]?.path ?? [])].join('.'), error?.issues[0]?.message)
}

const changeOf = ({ budgetTemplates: templates, workflowPresets: presets }: Tree): FinanceChange => ({
  ...(templates === undefined
    ? {}
    : {
        budgetTemplates: parsed(BudgetTemplates, templates, 'budgetTemplates') as NonNullable<
          FinanceChange['budgetTemplates']
        >,
      }),
  ...(presets === undefined
    ? {}
    : {
        workflowPresets: parsed(WorkflowPresets, presets, 'workflowPresets') as NonNullable<
          FinanceChange['workflowPresets']
        >,
      }),
})

/** Plans the writes for a change of these parts. Plans none when the request repeats the stored values. */
const planFinanceChange = async (
  sent: Tree,
  { table }: TableContext,
): Promise<{
  readonly writes: readonly Write[]
  readonly changed: readonly string[]
  readonly shown: FinanceFields
  /** Version before and after the change. */
  readonly versions: readonly [number, number]
}> => {
  const financeChange = changeOf(sent)
  const stored = await table.get(financeConfig, {}, { strong: true })
  const { budgetTemplates, workflowPresets, version } = financeViewOf(stored)
  const before = { budgetTemplates, workflowPresets }
  const changed = (['budgetTemplates', 'workflowPresets'] as const).filter(
    (name) => financeChange[name] !== undefined && !isDeepStrictEqual(financeChange[name], before[name]),
  )
  if (changed.length === 0) return { writes: [], changed, shown: before, versions: [version, version] }
  const { after, writes } = financeWrites(stored, financeChange)
  return {
    writes,
    changed,
    shown: { budgetTemplates: after.budgetTemplates, workflowPresets: after.workflowPresets },
    versions: [version, after.version],
  }
}

/** The stored configuration, created when it is missing (rules/management 2). */
const requireConfig = async ({ table, now }: Pick<Context, 'table' | 'now'>): Promise<ManagementConfig> => {
  const found = await table.get(managementConfig, {}, { strong: true })
  if (found) return found
  const at = now().toISOString()
  const created = { version: 1, createdAt: at, updatedAt: at }
  const { ok } = await table.put(managementConfig, created, { absent: true })
  return ok ? created : ((await table.get(managementConfig, {}, { strong: true })) ?? created)
}

/** Clients see every part of the configuration, set or default. */
const configViewOf = (config: ManagementConfig) => {
  const { version, createdAt, updatedAt } = config
  return { ...settingsOf(config), _id: 'management', version, createdAt, updatedAt }
}

/** The parts that members read. A member's request does not create the configuration (rules/management 31). */
const memberConfigOf = ({ messaging, verificationTiers, orgApproval, atlasPolicy }: ManagementSettings) => ({
  messaging,
  verificationTiers,
  orgApproval,
  atlasPolicy: { lifecycle: atlasPolicy.lifecycle },
})

export const getManagementConfig: Operation<Rows['getManagementConfig']> = async (_, context) => {
  const { caller, table } = context
  if (!isAdmin(caller)) return isMember(caller) ? memberConfigOf(await findSettings(table)) : fail(NotAMember)
  const [config, { shown, version }] = await Promise.all([requireConfig(context), readFinance(context)])
  const headers = { etag: versionTag(config.version, version) }
  return answer({ ...configViewOf(config), ...shown }, { headers })
}

/** Clients read these fields and send them back; they are ignored. */
const computedFields = new Set(['_id', 'version', 'createdAt', 'updatedAt'])

const settingsChangeOf = (sent: Tree): Tree => {
  const whole = expandPaths(sent) ?? refuse('', 'Too many names')
  const requested = Object.fromEntries(Object.entries(whole).filter(([name]) => !computedFields.has(name)))
  const unknown = Object.keys(requested).find((name) => !Object.hasOwn(ManagementSettings.shape, name))
  return unknown === undefined ? requested : refuse('body', 'Unknown field')
}

/** Null removes a tier. A new tier starts from the blank one. */
const mergeTiers = (before: Tree, requested: unknown): unknown => {
  if (!isTree(requested)) return requested
  const gone = Object.keys(requested).filter((key) => requested[key] === null)
  const given = Object.entries(requested)
    .filter(([key]) => !gone.includes(key))
    .map(([key, tier]) => [key, merged(Object.hasOwn(before, key) ? before[key] : blankTier, tier)])
  const kept = Object.entries(before).filter(([key]) => !gone.includes(key))
  return Object.fromEntries([...kept, ...given])
}

const checked = (candidate: unknown): ManagementSettings => {
  const parsed = safeParse(ManagementSettings, candidate)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse((issue?.path ?? []).map(String).join('.'), issue?.message ?? 'Not valid')
}

/** Checks that span several fields. */
const refuseContradictions = (after: ManagementSettings): void => {
  const { verificationTiers, defaultVerificationType, messaging, atlasPolicy, reviewWorkflow } = after
  const { minInterests, maxInterests } = after.userOnboarding
  if (!Object.hasOwn(verificationTiers, basicTier)) fail(BasicTierStays)
  if (!Object.hasOwn(verificationTiers, defaultVerificationType))
    refuse('defaultVerificationType', 'Unknown tier')
  if (messaging.minCharacterLimit > messaging.maxCharacterLimit)
    refuse('messaging.minCharacterLimit', 'At most maxCharacterLimit')
  if (minInterests > maxInterests) refuse('userOnboarding.minInterests', 'At most maxInterests')
  if (!reviewWorkflow.requireMultipleApprovers && reviewWorkflow.minApprovers > 1)
    refuse('reviewWorkflow.minApprovers', 'More than one approver needs requireMultipleApprovers')
  const types = atlasPolicy.orgTypes.map(({ key }) => key)
  if (new Set(types).size !== types.length) refuse('atlasPolicy.orgTypes', 'Keys must be unique')
  if (!types.includes(atlasPolicy.defaultOrgTypeKey)) refuse('atlasPolicy.defaultOrgTypeKey', 'Unknown type')
  const moves = atlasPolicy.lifecycle.transitions.map(({ from, to }) => `${from} ${to}`)
  if (new Set(moves).size !== moves.length)
    refuse('atlasPolicy.lifecycle.transitions', 'Each entry must be unique')
}

const removedTiers = (before: ManagementSettings, after: ManagementSettings): string[] =>
  Object.keys(before.verificationTiers).filter((tier) => !Object.hasOwn(after.verificationTiers, tier))

const refuseNewTiers = (before: ManagementSettings, after: ManagementSettings): void => {
  const known = { ...defaultSettings.verificationTiers, ...before.verificationTiers }
  const made = Object.keys(after.verificationTiers).some((tier) => !Object.hasOwn(known, tier))
  if (made && !after.enableCustomVerificationTypes) fail(CustomTiersOff)
}

const applySettings = (before: ManagementSettings, requested: Tree): ManagementSettings => {
  const { verificationTiers, ...rest } = requested
  const tiers = Object.hasOwn(requested, 'verificationTiers')
    ? { verificationTiers: mergeTiers(before.verificationTiers, verificationTiers) }
    : {}
  const after = checked({ ...(merged(before, rest) as Tree), ...tiers })
  refuseContradictions(after)
  refuseNewTiers(before, after)
  return after
}

const versionOf = (sent: Tree): number | undefined => {
  if (sent.version === undefined) return undefined
  return typeof sent.version === 'number' ? sent.version : refuse('version', 'A number')
}

/**
 * Changes the configuration leaf by leaf. Names may be dotted paths, arrays are replaced, null removes a tier
 * (rules/management 3). Checks `version` or `If-Match` when the request has one. Writes the audit row. Fails with 400
 * for an unknown or invalid value. Fails with 409 after a concurrent change, or while a removed tier is in use.
 */
export const updateManagementConfig: Operation<Rows['updateManagementConfig']> = async (sent, context) => {
  const { table, caller, device, now } = context
  const finances = Object.fromEntries(Object.entries(sent).filter(([name]) => financeNames.includes(name)))
  const requested = settingsChangeOf(
    Object.fromEntries(Object.entries(sent).filter(([name]) => !financeNames.includes(name))),
  )
  const expected = versionOf(sent)
  return table.retryOnConflict(async () => {
    const [before, finance] = await Promise.all([
      requireConfig(context),
      planFinanceChange(finances, context),
    ])
    const [financeBefore, financeAfter] = finance.versions
    if (expected !== undefined && expected !== before.version) fail(ConfigOutdated)
    if (!matchesVersion(device.ifMatch, versionTag(before.version, financeBefore))) fail(ConfigOutdated)
    const settingsBefore = settingsOf(before)
    const after = applySettings(settingsBefore, requested)
    const gone = removedTiers(settingsBefore, after)
    const config: ManagementConfig = {
      ...difference(defaultSettings, after),
      createdAt: before.createdAt ?? now().toISOString(),
      updatedAt: now().toISOString(),
      version: before.version + 1,
    }
    const written = await table.write([
      put(managementConfig, config, unchanged(before)),
      audit(context, {
        action: 'management.config',
        actor: caller,
        targetType: 'managementConfig',
        targetId: String(config.version),
        detail: {
          changed: [...Object.keys(difference(settingsBefore, after)), ...finance.changed].join(', '),
        },
      }),
      ...finance.writes,
      ...gone.map(tierRemoval),
    ])
    const headers = { etag: versionTag(config.version, financeAfter) }
    if (written.ok) return answer({ ...configViewOf(config), ...finance.shown }, { headers })
    const outdated = written.failed.includes(0) || (finance.writes.length > 0 && written.failed.includes(2))
    if (!outdated) fail(TierInUse, { field: 'verificationTiers' })
    return conflicted
  })
}

export const getOnboardingConfig: Operation<Rows['getOnboardingConfig']> = async (_, { table }) =>
  (await findSettings(table)).userOnboarding
