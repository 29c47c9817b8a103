import { isDeepStrictEqual } from 'node:util'
import { safeParse } from 'zod/mini'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import type { Write } from '../../../lib/table/write.ts'
import { BudgetTemplates, WorkflowPresets } from '../../budgets/contract.ts'
import { type FinanceChange, financeConfig, financeFrom, financeWrites } from '../../budgets/index.ts'
import type { Tree } from './trees.ts'

type World = Pick<Context<'admin'>, 'table'>
type Schema = typeof BudgetTemplates | typeof WorkflowPresets

/** The parts of the configuration that are kept with budgets (rules/management 8). */
export const financeNames: readonly string[] = ['budgetTemplates', 'workflowPresets']

/** These parts, and the version that they are kept under. */
export const financeShown = async ({ table }: World) => {
  const { budgetTemplates, workflowPresets, version } = financeFrom(
    await table.get(financeConfig, {}, { strong: true }),
  )
  return { shown: { budgetTemplates, workflowPresets }, version }
}

type Shown = Awaited<ReturnType<typeof financeShown>>['shown']

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

/** What a change of the configuration means for these parts; nothing when they are sent back as they were. */
export const financePart = async (
  sent: Tree,
  { table }: World,
): Promise<{
  readonly writes: readonly Write[]
  readonly changed: readonly string[]
  readonly shown: Shown
  /** Before and after. */
  readonly versions: readonly [number, number]
}> => {
  const wanted = changeOf(sent)
  const stored = await table.get(financeConfig, {}, { strong: true })
  const { budgetTemplates, workflowPresets, version } = financeFrom(stored)
  const before = { budgetTemplates, workflowPresets }
  const changed = (['budgetTemplates', 'workflowPresets'] as const).filter(
    (name) => wanted[name] !== undefined && !isDeepStrictEqual(wanted[name], before[name]),
  )
  if (changed.length === 0) return { writes: [], changed, shown: before, versions: [version, version] }
  const { after, writes } = financeWrites(stored, wanted)
  return {
    writes,
    changed,
    shown: { budgetTemplates: after.budgetTemplates, workflowPresets: after.workflowPresets },
    versions: [version, after.version],
  }
}
