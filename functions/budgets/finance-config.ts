import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { matchesVersion, versionTag } from '../../lib/contract/reply.ts'
import { type AuditedAction, audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { FinanceTooLarge, KeysNotUnique, UnknownPreset } from './contract/failures.ts'
import type { BudgetTemplate, FinanceView, WorkflowPreset } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { type FinanceConfig, financeConfig } from './repository.ts'
import { withVersionTag } from './views.ts'

type Rows = (typeof contract)['rows']

/** Templates of a school that has not set its own (rules/budgets 30). */
export const defaultTemplates: readonly BudgetTemplate[] = [
  {
    templateKey: 'annual_club',
    displayName: 'Annual club budget',
    orgTypeKeys: ['default', 'club'],
    fiscalLabel: 'Fiscal year',
    workflowPresetKey: 'two_stage',
    lineItemDefinitions: [
      { key: 'operating', label: 'Operating', required: true, kind: 'currency', helpText: '' },
      { key: 'events', label: 'Events', required: false, kind: 'currency', helpText: '' },
      { key: 'summary', label: 'Summary', required: false, kind: 'text', helpText: '' },
    ],
  },
]
export const defaultPresets: readonly WorkflowPreset[] = [
  {
    presetKey: 'two_stage',
    stages: [
      { key: 'officer', label: 'Officer', actorType: 'org_permission', permission: 'manage_finances' },
      {
        key: 'finance_office',
        label: 'Finance office',
        actorType: 'platform_admin',
        permission: 'manage_finances',
      },
    ],
  },
]

/** The current configuration: stored values over the defaults. */
export const financeViewOf = (stored: FinanceConfig | undefined): FinanceView => ({
  budgetTemplates: stored?.budgetTemplates ?? [...defaultTemplates],
  workflowPresets: stored?.workflowPresets ?? [...defaultPresets],
  version: stored?.version ?? 0,
})

/** The finance configuration of the table's school, read strongly. */
export const findFinance = async (table: Table): Promise<FinanceView> =>
  financeViewOf(await table.get(financeConfig, {}, { strong: true }))

const refuseDuplicateKeys = (keys: readonly string[], field: string): void => {
  const duplicate = keys.find((key, at) => keys.indexOf(key) !== at)
  if (duplicate !== undefined) fail(KeysNotUnique, { field, details: [{ field, message: duplicate }] })
}

/** Limit of the configuration as JSON, because every budget change reads it. */
const maxCharacters = 60_000

const refuseInvalidConfig = ({ budgetTemplates, workflowPresets }: FinanceView): void => {
  const presets = workflowPresets.map(({ presetKey }) => presetKey)
  refuseDuplicateKeys(presets, 'workflowPresets')
  for (const { stages } of workflowPresets)
    refuseDuplicateKeys(
      stages.map(({ key }) => key),
      'workflowPresets.stages',
    )
  refuseDuplicateKeys(
    budgetTemplates.map(({ templateKey }) => templateKey),
    'budgetTemplates',
  )
  for (const { lineItemDefinitions, workflowPresetKey } of budgetTemplates) {
    refuseDuplicateKeys(
      lineItemDefinitions.map(({ key }) => key),
      'budgetTemplates.lineItemDefinitions',
    )
    if (!presets.includes(workflowPresetKey)) fail(UnknownPreset, { field: 'budgetTemplates' })
  }
  if (JSON.stringify([budgetTemplates, workflowPresets]).length > maxCharacters) fail(FinanceTooLarge)
}

export type FinanceChange = {
  readonly budgetTemplates?: readonly BudgetTemplate[] | undefined
  readonly workflowPresets?: readonly WorkflowPreset[] | undefined
  /** The version that the change is based on. CONCURRENT_CHANGE when another one is stored. */
  readonly version?: number | undefined
}

/**
 * Replaces each part that is present, for a transaction of the caller. A failed write means a conflict. Fails with
 * KEYS_NOT_UNIQUE, WORKFLOW_PRESET_UNKNOWN or FINANCE_CONFIG_TOO_LARGE when the result is not valid.
 */
export const financeWrites = (
  stored: FinanceConfig | undefined,
  { budgetTemplates, workflowPresets, version }: FinanceChange,
): { readonly after: FinanceView; readonly writes: readonly Write[] } => {
  const before = stored?.version ?? 0
  if (version !== undefined && version !== before) fail(ConcurrentChange)
  const row: FinanceConfig = {
    ...stored,
    ...(budgetTemplates ? { budgetTemplates: [...budgetTemplates] } : {}),
    ...(workflowPresets ? { workflowPresets: [...workflowPresets] } : {}),
    version: before + 1,
  }
  const after = financeViewOf(row)
  refuseInvalidConfig(after)
  return { after, writes: [put(financeConfig, row, unchanged(stored))] }
}

/** Changes the finance configuration (rules/budgets 32). */
export const changeFinance = async (
  change: FinanceChange,
  context: Context<'admin'>,
): Promise<FinanceView> => {
  const { table, caller, device } = context
  const stored = await table.get(financeConfig, {}, { strong: true })
  if (!matchesVersion(device.ifMatch, versionTag(stored?.version ?? 0))) fail(ConcurrentChange)
  const { after, writes } = financeWrites(stored, change)
  const parts = (['budgetTemplates', 'workflowPresets'] as const).filter((part) => change[part])
  const audited: AuditedAction = {
    action: 'finance.config',
    actor: caller,
    targetType: 'finance',
    targetId: 'config',
    detail: { parts: parts.join(' '), version: String(after.version) },
  }
  await table.commit([...writes, audit(context, audited)])
  return after
}

export const getFinanceConfig: Operation<Rows['getFinanceConfig']> = async (_, { table }) =>
  withVersionTag(await findFinance(table))

export const updateFinanceConfig: Operation<Rows['updateFinanceConfig']> = async (input, context) =>
  withVersionTag(await changeFinance(input, context))
