import * as z from 'zod/mini'
import { ConcurrentChange, FormatOff } from '../../lib/contract/failures.ts'
import { ByteOrderMark } from '../../lib/contract/fields.ts'
import { createRepeatSeconds, messageRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { permissionRequired } from '../../lib/contract/permissions.ts'
import { asFile, data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import * as failures from './contract/failures.ts'
import { financeRows } from './contract/finance-rows.ts'
import {
  BudgetTemplate,
  BudgetView,
  CommentBody,
  CreationBody,
  commentLimits,
  EditBody,
  ListedBudget,
  NoteBody,
  VersionBody,
  WorkflowPreset,
} from './contract/shapes.ts'

export { FinanceTooLarge, KeysNotUnique, UnknownPreset } from './contract/failures.ts'
export { BudgetTemplates, WorkflowPresets } from './contract/shapes.ts'

const { BudgetNotFound, NotInReview, WrongStage, NotOrganizationStage, UseAdminRoute, NoteRequired } =
  failures

const deciding = [BudgetNotFound, NotInReview, WrongStage, ConcurrentChange] as const
const orgFails = [...deciding, permissionRequired('view_finances')] as const
const budgets = '/org-budgets/:orgId/budgets'
const one = `${budgets}/:budgetId`

const viewer = { org: 'view_finances' } as const
const manager = { org: 'manage_finances' } as const
/** Any member may call it; the stage decides whether the caller may decide it. */
const member = { org: 'member' } as const

const org = { orgId: 'demo-org-chess' }
const sample = { ...org, budgetId: 'demo-budget' }
const officer = { ...sample, stageKey: 'officer' }

const lineItems = [{ key: 'operating', amount: 1250.5, note: 'Boards and clocks' }]

export const contract = declare('budgets', 'Budgets of organizations and their approval', {
  ...financeRows,
  listBudgetTemplates: {
    summary: 'List the budget templates that an organization can use, with their workflows',
    method: 'GET',
    path: '/org-budgets/:orgId/budget-templates',
    access: viewer,
    reply: data(
      z.object({
        templates: z.array(BudgetTemplate),
        workflowPresets: z.array(WorkflowPreset),
        orgTypeKey: z.string(),
        lineItemPolicy: z.object({
          lineItemMode: z.enum(['template_only', 'template_plus_custom']),
          allowCustomLineItems: z.boolean(),
          maxCustomLineItems: z.number(),
        }),
      }),
    ),
    costs: { depth: 2, read: 7, write: 0 },
    example: { as: 'ada', path: org },
  },
  listBudgets: {
    summary: 'List the budgets of an organization, last changed first, up to 20 a page',
    method: 'GET',
    path: budgets,
    access: viewer,
    query: z.strictObject(PageQuery),
    reply: flat(z.object({ data: z.array(ListedBudget), nextCursor: z.optional(z.string()) })),
    costs: { depth: 3, read: 5.5, write: 0 },
    example: { as: 'ada', path: org },
  },
  getBudget: {
    summary: 'Get a budget with its revisions, comments and history',
    method: 'GET',
    path: one,
    access: viewer,
    versioned: true,
    reply: data(BudgetView),
    fails: [BudgetNotFound],
    costs: { depth: 2, read: 9, write: 0 },
    example: { as: 'ada', path: sample },
  },
  createBudget: {
    summary: 'Create a budget from a template',
    publishes: true,
    method: 'POST',
    path: budgets,
    creates: createRepeatSeconds,
    access: manager,
    begins: true,
    versioned: true,
    body: CreationBody,
    reply: data(BudgetView, undefined, { status: 201 }),
    fails: [failures.UnknownTemplate, failures.NoTemplates, failures.BudgetExists],
    costs: { depth: 3, read: 7, write: 16 },
    example: { as: 'ada', path: org, body: { templateKey: 'annual_club', fiscalYear: '2026' } },
  },
  updateBudget: {
    summary: 'Update the title or line items of a draft budget',
    publishes: true,
    method: 'PATCH',
    path: one,
    access: manager,
    begins: true,
    versioned: true,
    body: EditBody,
    reply: data(BudgetView),
    fails: [
      BudgetNotFound,
      failures.NotEditable,
      failures.AmountInvalid,
      failures.WrongValueKind,
      failures.TotalTooLarge,
      failures.LineKeyInvalid,
      failures.CustomLinesOff,
      failures.TooManyLines,
      failures.LinesTooLarge,
      ConcurrentChange,
    ],
    costs: { depth: 3, read: 11, write: 8 },
    example: { as: 'ada', path: sample, body: { lineItems } },
  },
  submitBudget: {
    summary: 'Submit a budget for approval',
    publishes: true,
    method: 'POST',
    path: `${one}/submit`,
    access: manager,
    begins: true,
    versioned: true,
    body: VersionBody,
    reply: data(BudgetView),
    fails: [
      BudgetNotFound,
      failures.NotSubmittable,
      failures.LineMissing,
      failures.AmountRequired,
      failures.NumberRequired,
      failures.TextRequired,
      failures.TemplateGone,
      ConcurrentChange,
    ],
    costs: { depth: 3, read: 11, write: 21 },
    example: { as: 'ada', path: sample },
  },
  withdrawBudget: {
    summary: 'Take a submitted budget back; it becomes a draft',
    method: 'POST',
    path: `${one}/withdraw`,
    access: manager,
    versioned: true,
    body: VersionBody,
    reply: data(BudgetView),
    fails: [BudgetNotFound, NotInReview, failures.TemplateGone, ConcurrentChange],
    costs: { depth: 3, read: 11, write: 17 },
    example: { as: 'ada', path: sample },
  },
  deleteBudget: {
    summary: 'Delete a draft that was never submitted, with its comments and history',
    method: 'DELETE',
    path: one,
    access: manager,
    consequence: 'none',
    body: VersionBody,
    reply: done('Budget deleted'),
    fails: [BudgetNotFound, failures.NotDeletable, ConcurrentChange],
    costs: { depth: 3, read: 9, write: 13 },
    example: { as: 'ada', path: sample },
  },
  commentOnBudget: {
    summary: 'Comment on a budget',
    publishes: true,
    method: 'POST',
    path: `${one}/comments`,
    creates: messageRepeatSeconds,
    access: viewer,
    body: CommentBody,
    reply: data(BudgetView),
    fails: [BudgetNotFound, failures.CommentRequired],
    limits: commentLimits,
    costs: { depth: 3, read: 9, write: 9 },
    example: { as: 'ada', path: sample, body: { body: 'Which clocks?' } },
  },
  approveBudgetStage: {
    summary: 'Approve an organization stage of a budget; requires the permission that the stage names',
    method: 'PUT',
    path: `${one}/stages/:stageKey/approve`,
    access: member,
    begins: true,
    versioned: true,
    body: VersionBody,
    reply: data(BudgetView),
    fails: [...orgFails, NotOrganizationStage, failures.OwnBudget],
    costs: { depth: 4, read: 10, write: 16 },
    example: { as: 'ada', path: officer },
  },
  rejectBudgetStage: {
    summary: 'Reject a budget at an organization stage',
    method: 'PUT',
    path: `${one}/stages/:stageKey/reject`,
    access: member,
    versioned: true,
    body: NoteBody,
    reply: data(BudgetView),
    fails: [...orgFails, UseAdminRoute],
    costs: { depth: 3, read: 9, write: 22 },
    example: { as: 'ada', path: officer, body: { message: 'Too much' } },
  },
  requestBudgetRevision: {
    summary: 'Return a budget for revision from an organization stage',
    method: 'PUT',
    path: `${one}/stages/:stageKey/request-revision`,
    access: member,
    versioned: true,
    body: NoteBody,
    reply: data(BudgetView),
    fails: [...orgFails, UseAdminRoute, NoteRequired],
    costs: { depth: 3, read: 9, write: 21 },
    example: { as: 'ada', path: officer, body: { message: 'Say what the events are' } },
  },
  exportBudget: {
    summary: 'Export a budget as JSON, or with `format=csv` as the file budget-<id>.csv',
    method: 'GET',
    path: `${one}/export`,
    access: viewer,
    consequence: 'export',
    query: z.strictObject({ format: z.optional(z.enum(['json', 'csv'])), bom: ByteOrderMark }),
    reply: data(BudgetView, undefined, asFile),
    fails: [BudgetNotFound, FormatOff],
    costs: { depth: 2, read: 10, write: 0 },
    example: { as: 'ada', path: sample, query: { format: 'json' } },
  },
})
