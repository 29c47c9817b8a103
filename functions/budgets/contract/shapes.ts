import * as z from 'zod/mini'
import { LineKind, WorkflowStage } from './finance-shapes.ts'

const text = z.string()

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
  key: text,
  label: text,
  kind: LineKind,
  /** In the major unit, at most two decimals. */
  amount: z.nullable(z.number()),
  numberValue: z.nullable(z.number()),
  textValue: text,
  note: text,
})

export const WorkflowView = z.object({
  presetKey: text,
  currentStageIndex: z.number(),
  stagesSnapshot: z.array(WorkflowStage),
  completedStages: z.array(z.object({ key: text, approvedAt: text, approvedBy: text })),
  lastActionAt: z.optional(text),
  lastActionBy: z.optional(text),
})

export const RevisionView = z.object({
  revision: z.number(),
  createdAt: text,
  createdBy: text,
  lineItemsSnapshot: z.array(LineView),
  workflowSnapshot: WorkflowView,
  status: BudgetStatus,
})

export const CommentView = z.object({
  userId: text,
  body: text,
  createdAt: text,
  revision: z.nullable(z.number()),
})

export const DeedView = z.object({
  at: text,
  userId: text,
  actor: z.enum(['org', 'platform', 'system']),
  action: text,
  message: z.optional(text),
  fromStatus: z.nullable(BudgetStatus),
  toStatus: BudgetStatus,
  stageKey: z.optional(text),
})

/** A budget without what happened to it. */
export const BudgetRow = z.object({
  _id: text,
  orgId: text,
  templateKey: text,
  fiscalYear: text,
  title: text,
  status: BudgetStatus,
  lineItems: z.array(LineView),
  /** The sum of all amounts. */
  totalAmount: z.number(),
  workflow: WorkflowView,
  createdBy: text,
  updatedBy: text,
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type BudgetRow = z.infer<typeof BudgetRow>

const Told = { comments: z.array(CommentView), auditLog: z.array(DeedView) }

/** As lists of an organization show it: with the last twenty comments and deeds, oldest first. */
export const ListedBudget = z.object({ ...BudgetRow.shape, ...Told })

/** The whole budget: the last hundred revisions, comments and deeds, oldest first. */
export const BudgetView = z.object({
  ...BudgetRow.shape,
  revisions: z.array(RevisionView),
  ...Told,
})
export type BudgetView = z.infer<typeof BudgetView>

export const FinanceBudget = z.object({
  ...BudgetRow.shape,
  org: z.object({ _id: text, org_name: text, org_profile_image: text, orgTypeKey: text }),
})

export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
  totalIsLowerBound: z.boolean(),
  nextCursor: z.optional(text),
})
