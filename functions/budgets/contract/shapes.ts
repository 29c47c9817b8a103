import * as z from 'zod/mini'
import { described, line, prose, text } from '../../../lib/contract/fields.ts'
import { orgNames } from '../../../lib/contract/organizations.ts'
import { orgPermissions } from '../../../lib/contract/permissions.ts'
import { settable } from '../../../lib/contract/settable.ts'
import { minutes } from '../../../lib/contract/time.ts'

const Key = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'A key must have at most 60 letters, digits, _ and -'))

export const LineKind = z.enum(['currency', 'number', 'text'])
export type LineKind = z.infer<typeof LineKind>

/** A line in every budget of a template. */
export const LineDefinition = z.object({
  key: Key,
  label: line(120),
  required: z._default(z.boolean(), false),
  kind: z._default(LineKind, 'currency'),
  helpText: z._default(text(300, 0), ''),
})
export type LineDefinition = z.infer<typeof LineDefinition>

/** Without `orgTypeKeys` organizations of every type use it. */
export const BudgetTemplate = z.object({
  templateKey: Key,
  displayName: line(120),
  orgTypeKeys: z._default(z.array(Key).check(z.maxLength(20)), []),
  fiscalLabel: z._default(line(60), 'Fiscal year'),
  workflowPresetKey: z._default(Key, 'two_stage'),
  lineItemDefinitions: z.array(LineDefinition).check(z.maxLength(50)),
})
export type BudgetTemplate = z.infer<typeof BudgetTemplate>

/** One approval. An `org_permission` stage requires `permission`. School administrators decide the others. */
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

/** The two parts of the finance configuration in requests. */
export const BudgetTemplates = z.array(BudgetTemplate).check(z.maxLength(20))
export const WorkflowPresets = z.array(WorkflowPreset).check(z.maxLength(20))

export const FinanceView = z.object({
  budgetTemplates: z.array(BudgetTemplate),
  workflowPresets: z.array(WorkflowPreset),
  /** 0 until the school changes the configuration. */
  version: z.number(),
})
export type FinanceView = z.infer<typeof FinanceView>

const words = z.string()

export const BudgetStatus = z.enum([
  'draft',
  'submitted',
  'in_review',
  'approved',
  'rejected',
  'revision_requested',
])
export type BudgetStatus = z.infer<typeof BudgetStatus>

export const LineView = z.object({
  key: words,
  label: words,
  kind: LineKind,
  /** In the major unit, with at most two decimals. */
  amount: z.nullable(z.number()),
  numberValue: z.nullable(z.number()),
  textValue: words,
  note: words,
})

/** Fields of a workflow that are shown as they are stored. */
export const workflowFacts = {
  presetKey: words,
  currentStageIndex: z.number(),
  completedStages: z.array(z.object({ key: words, approvedAt: words, approvedBy: words })),
  lastActionAt: z.optional(words),
  lastActionBy: z.optional(words),
}

export const WorkflowView = z.object({ ...workflowFacts, stagesSnapshot: z.array(WorkflowStage) })

export const RevisionView = z.object({
  revision: z.number(),
  createdAt: words,
  createdBy: words,
  lineItemsSnapshot: z.array(LineView),
  workflowSnapshot: WorkflowView,
  status: BudgetStatus,
})

export const CommentView = z.object({
  userId: words,
  body: words,
  createdAt: words,
  revision: z.nullable(z.number()),
})

export const DeedView = z.object({
  at: words,
  userId: words,
  actor: z.enum(['org', 'platform', 'system']),
  action: words,
  message: z.optional(words),
  fromStatus: z.nullable(BudgetStatus),
  toStatus: BudgetStatus,
  stageKey: z.optional(words),
})

/** What an organization says about a budget. Its views and its CSV file contain these fields. */
export const budgetProfile = settable({
  title: described(line(200), 'Title of the budget', 'Annual club budget 2026'),
})

/** Fields that are shown as they are stored. */
export const budgetFacts = {
  orgId: words,
  templateKey: words,
  fiscalYear: words,
  ...budgetProfile.stored,
  status: BudgetStatus,
  /** ISO 4217 code of the school's currency when the budget was created. Absent in budgets from before it was stored. */
  currency: z.optional(words),
  createdBy: words,
  updatedBy: words,
  createdAt: words,
  updatedAt: words,
  version: z.number(),
}

/** A budget without its history. */
export const BudgetRow = z.object({
  _id: words,
  ...budgetFacts,
  lineItems: z.array(LineView),
  /** The sum of all amounts. */
  totalAmount: z.number(),
  workflow: WorkflowView,
})
export type BudgetRow = z.infer<typeof BudgetRow>

const historyFields = { comments: z.array(CommentView), auditLog: z.array(DeedView) }

/** A budget in an organization's list, with its last twenty comments and log entries, oldest first. */
export const ListedBudget = z.object({ ...BudgetRow.shape, ...historyFields })

/** The whole budget, with its last hundred revisions, comments and log entries, oldest first. */
export const BudgetView = z.object({
  ...BudgetRow.shape,
  revisions: z.array(RevisionView),
  ...historyFields,
})
export type BudgetView = z.infer<typeof BudgetView>

export const FinanceBudget = z.object({
  ...BudgetRow.shape,
  org: z.object({ _id: words, ...orgNames, orgTypeKey: words }),
})

export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
  totalIsLowerBound: z.boolean(),
  nextCursor: z.optional(words),
})

/** The version that the change is based on. */
const version = z.optional(z.int().check(z.minimum(0)))

export const commentLimits = { person: { max: 60, seconds: 10 * minutes } } as const

export const FinanceBody = z.strictObject({
  budgetTemplates: z.optional(BudgetTemplates),
  workflowPresets: z.optional(WorkflowPresets),
  version,
})

export const CreationBody = z.strictObject({
  templateKey: text(60),
  fiscalYear: z.optional(
    z
      .string()
      .check(z.regex(/^\d[\w /.-]{0,19}$/, 'A year, or a span such as 2026-27, at most 20 characters')),
  ),
  ...budgetProfile.sent,
})

const wide = 1e15

const SentLine = z.strictObject({
  key: text(60),
  amount: z.optional(z.nullable(z.number())),
  numberValue: z.optional(z.nullable(z.number().check(z.minimum(-wide), z.maximum(wide)))),
  textValue: z.optional(z.nullable(prose(2000))),
  note: z.optional(prose(500)),
  label: z.optional(line(120, 0)),
  kind: z.optional(LineKind),
})

export const EditBody = z.strictObject({
  lineItems: z.optional(z.array(SentLine).check(z.maxLength(200))),
  ...budgetProfile.sent,
  version,
})

export const VersionBody = z.optional(z.strictObject({ version }))

const message = z.optional(prose(4900))
export const NoteBody = z.optional(z.strictObject({ message, version }))

export const CommentBody = z.strictObject({ body: z.optional(prose(5000)) })
