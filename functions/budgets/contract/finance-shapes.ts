import * as z from 'zod/mini'
import { line, text } from '../../../lib/contract/fields.ts'
import { orgPermissions } from '../../../lib/contract/permissions.ts'

const Key = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'Keys are letters, digits, _ and -, at most 60 of them'))

export const LineKind = z.enum(['currency', 'number', 'text'])
export type LineKind = z.infer<typeof LineKind>

/** A line that every budget of a template has. */
export const LineDefinition = z.object({
  key: Key,
  label: line(120),
  required: z._default(z.boolean(), false),
  kind: z._default(LineKind, 'currency'),
  helpText: z._default(text(300, 0), ''),
})
export type LineDefinition = z.infer<typeof LineDefinition>

/** No `orgTypeKeys` means that organizations of every type use it. */
export const BudgetTemplate = z.object({
  templateKey: Key,
  displayName: line(120),
  orgTypeKeys: z._default(z.array(Key).check(z.maxLength(20)), []),
  fiscalLabel: z._default(line(60), 'Fiscal year'),
  workflowPresetKey: z._default(Key, 'two_stage'),
  lineItemDefinitions: z.array(LineDefinition).check(z.maxLength(50)),
})
export type BudgetTemplate = z.infer<typeof BudgetTemplate>

/** One approval. `permission` is what an `org_permission` stage asks for; administrators of the school decide the others. */
export const WorkflowStage = z.object({
  key: Key,
  label: line(120),
  actorType: z.enum(['org_permission', 'platform_admin']),
  permission: z._default(z.enum(orgPermissions), 'manage_finances'),
})
export type WorkflowStage = z.infer<typeof WorkflowStage>

export const WorkflowPreset = z.object({
  presetKey: Key,
  stages: z.array(WorkflowStage).check(z.minLength(1), z.maxLength(10)),
})
export type WorkflowPreset = z.infer<typeof WorkflowPreset>

/** The two parts of the finance configuration, as requests name them. */
export const BudgetTemplates = z.array(BudgetTemplate).check(z.maxLength(20))
export const WorkflowPresets = z.array(WorkflowPreset).check(z.maxLength(20))

export const FinanceView = z.object({
  budgetTemplates: z.array(BudgetTemplate),
  workflowPresets: z.array(WorkflowPreset),
  /** 0 until something was set. */
  version: z.number(),
})
export type FinanceView = z.infer<typeof FinanceView>
