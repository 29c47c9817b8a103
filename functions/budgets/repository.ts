import * as z from 'zod/mini'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { entity, key } from '../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, replace, update, type Write } from '../../lib/table/write.ts'
import {
  BudgetStatus,
  BudgetTemplate,
  budgetFacts,
  CommentView,
  DeedView,
  LineKind,
  WorkflowPreset,
  WorkflowStage,
  workflowFacts,
} from './contract/shapes.ts'

const text = z.string()

/** The parts of the finance configuration that a school has changed. The others have their defaults. */
const FinanceConfig = z.object({
  budgetTemplates: z.optional(z.array(BudgetTemplate)),
  workflowPresets: z.optional(z.array(WorkflowPreset)),
  version: z.number(),
})
export type FinanceConfig = z.infer<typeof FinanceConfig>
export const financeConfig = entity('FinanceConfig', FinanceConfig, {
  scope: 'tenant',
  pk: 'FINANCE',
  sk: 'CONFIG',
})

/**
 * Only the value of its kind is present; `minor` is an amount in hundredths. `custom` marks a line outside the
 * template.
 */
const Line = z.object({
  key: text,
  label: text,
  kind: LineKind,
  minor: z.optional(z.number()),
  numberValue: z.optional(z.number()),
  textValue: z.optional(text),
  note: z.optional(text),
  custom: z.optional(z.boolean()),
})
export type Line = z.infer<typeof Line>

const Workflow = z.object({ ...workflowFacts, stages: z.array(WorkflowStage) })
export type Workflow = z.infer<typeof Workflow>

/** The current state of a budget, a few KB. `orgDeletedAt` removes it from all lists (rules/budgets 29). */
const Budget = z.object({
  id: text,
  ...budgetFacts,
  lineItems: z.array(Line),
  workflow: Workflow,
  /** Number of snapshots. */
  revision: z.number(),
  submittedBy: z.optional(text),
  orgDeletedAt: z.optional(text),
})
export type Budget = z.infer<typeof Budget>

const listed = ({ orgDeletedAt }: Pick<Budget, 'orgDeletedAt'>): boolean => orgDeletedAt === undefined

export const budget = entity('Budget', Budget, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'B#{id}',
  gsi1: { pk: 'BUD#{status}', sk: '{updatedAt}#{id}', when: listed },
  gsi2: { pk: 'ORG#{orgId}#BUD', sk: '{updatedAt}#{id}', when: listed },
})

/** A budget's entry in the list of all budgets of the school. The budget itself has no index left for that list. */
const BudgetPlace = z.object({ budgetId: text, orgId: text, updatedAt: text })
export const budgetPlace = entity('BudgetPlace', BudgetPlace, {
  scope: 'tenant',
  pk: 'BUD#{budgetId}',
  sk: 'PLACE',
  gsi1: { pk: 'BUD', sk: '{updatedAt}#{budgetId}' },
})

/** Allows one budget of a template and year, unless it is rejected. */
const BudgetGuard = z.object({ orgId: text, fiscalYear: text, templateKey: text, budgetId: text })
export const budgetGuard = entity('BudgetGuard', BudgetGuard, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'BG#{fiscalYear}#{templateKey}',
})

/** Number of a school's budgets in each status. */
const BudgetCount = z.object({
  draft: z.optional(z.number()),
  submitted: z.optional(z.number()),
  in_review: z.optional(z.number()),
  approved: z.optional(z.number()),
  rejected: z.optional(z.number()),
  revision_requested: z.optional(z.number()),
})
export type BudgetCount = z.infer<typeof BudgetCount>
export const budgetCount = entity('BudgetCount', BudgetCount, {
  scope: 'tenant',
  pk: 'BUDCOUNT',
  sk: 'COUNT',
})

const Revision = z.object({
  budgetId: text,
  /** Six digits, from 000001. */
  number: text,
  createdAt: text,
  createdBy: text,
  lineItems: z.array(Line),
  workflow: Workflow,
  status: BudgetStatus,
})
export type Revision = z.infer<typeof Revision>
export const budgetRevision = entity('BudgetRevision', Revision, {
  scope: 'tenant',
  pk: 'BUD#{budgetId}',
  sk: 'REV#{number}',
})

const Comment = z.object({ ...CommentView.shape, budgetId: text, id: text })
export type Comment = z.infer<typeof Comment>
export const budgetComment = entity('BudgetComment', Comment, {
  scope: 'tenant',
  pk: 'BUD#{budgetId}',
  sk: 'C#{id}',
})

/** Append-only. */
const BudgetLogEntry = z.object({ ...DeedView.shape, budgetId: text, id: text })
export type BudgetLogEntry = z.infer<typeof BudgetLogEntry>
export const budgetDeed = entity('BudgetDeed', BudgetLogEntry, {
  scope: 'tenant',
  pk: 'BUD#{budgetId}',
  sk: 'A#{id}',
})

export type History = {
  readonly revisions: readonly Revision[]
  readonly comments: readonly Comment[]
  readonly deeds: readonly BudgetLogEntry[]
}

/**
 * The newest rows of each kind, oldest first. Reads strongly, so that callers see their own changes. A query page ends
 * at 1 MB, so it always fits a response.
 */
export const readHistory = async (table: Table, budgetId: string, most = 100): Promise<History> => {
  const newest = { keyParams: { budgetId }, limit: most, descending: true, strong: true }
  const [revisions, comments, deeds] = await Promise.all([
    table.list(budgetRevision, newest),
    table.list(budgetComment, newest),
    table.list(budgetDeed, newest),
  ])
  return {
    revisions: revisions.items.toReversed(),
    comments: comments.items.toReversed(),
    deeds: deeds.items.toReversed(),
  }
}

/** The newest comments and log entries of some budgets, for a list. */
export const readActivity = (table: Table, ids: readonly string[], most: number) =>
  Promise.all(
    ids.map(async (budgetId) => {
      const newest = { keyParams: { budgetId }, limit: most, descending: true }
      const [comments, deeds] = await Promise.all([
        table.list(budgetComment, newest),
        table.list(budgetDeed, newest),
      ])
      return { comments: comments.items, deeds: deeds.items.toReversed() }
    }),
  )

export const listOfOrg = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, budget, { index: 'gsi2', keyParams: { orgId }, descending: true }, numbered)

export const listByStatus = (table: Table, status: BudgetStatus, numbered: Numbered) =>
  listNumbered(table, budget, { index: 'gsi1', keyParams: { status }, descending: true }, numbered)

export const listPlaces = (table: Table, numbered: Numbered) =>
  listNumbered(table, budgetPlace, { index: 'gsi1', keyParams: {}, descending: true }, numbered)

export const placed = ({ orgId, budgetId }: z.infer<typeof BudgetPlace>) =>
  key(budget, { orgId, id: budgetId })

const counted = (status: BudgetStatus, by: 1 | -1): Partial<Record<BudgetStatus, number>> => ({
  [status]: by,
})

/** Moves a budget from one status count to another. No writes when both are the same. */
const countWrites = (from: BudgetStatus | undefined, to: BudgetStatus | undefined): readonly Write[] =>
  from === to
    ? []
    : [
        update(
          budgetCount,
          {},
          { add: { ...(from ? counted(from, -1) : {}), ...(to ? counted(to, 1) : {}) } },
          { orAbsent: true },
        ),
      ]

export const orgExistsCheck = (orgId: string): Write =>
  check(orgRoles, { orgId }, { without: ['deletedAt'], else: OrganizationNotFound })

/**
 * Writes a budget under the version it was read at, its list entry and its count. The second write fails when the
 * organization is deleted.
 */
export const budgetWrites = (before: Budget | undefined, after: Budget): readonly Write[] => [
  put(budget, after, unchanged(before)),
  orgExistsCheck(after.orgId),
  put(budgetPlace, { budgetId: after.id, orgId: after.orgId, updatedAt: after.updatedAt }),
  ...countWrites(before?.status, after.status),
]

/**
 * Deletes a draft under the version it was read at, with its list entry, its count, and its claim to template and year.
 * The stream deletes its comments and its log.
 */
export const deletionWrites = (before: Budget): readonly Write[] => {
  const { id: budgetId, orgId, fiscalYear, templateKey, status } = before
  return [
    remove(budget, before, unchanged(before)),
    orgExistsCheck(orgId),
    remove(budgetPlace, { budgetId }),
    remove(budgetGuard, { orgId, fiscalYear, templateKey }, { equals: { budgetId } }),
    ...countWrites(status, undefined),
  ]
}

/** Returns a budget of a restored organization to lists and counts. */
export const revivalWrites = ({ orgDeletedAt: _, ...before }: Budget): readonly Write[] => [
  replace(budget, before, before),
  put(budgetPlace, { budgetId: before.id, orgId: before.orgId, updatedAt: before.updatedAt }),
  ...countWrites(undefined, before.status),
]

/** Removes a budget of a deleted organization from lists and counts. */
export const retirementWrites = (before: Budget, orgDeletedAt: string): readonly Write[] => [
  replace(budget, before, { ...before, orgDeletedAt }),
  remove(budgetPlace, { budgetId: before.id }),
  ...countWrites(before.status, undefined),
]
