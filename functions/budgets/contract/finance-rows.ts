import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { data, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import {
  BudgetNotFound,
  FinanceTooLarge,
  KeysNotUnique,
  NoteRequired,
  NotInReview,
  NotPlatformStage,
  UnknownPreset,
  UseOrganizationRoute,
  WrongStage,
} from './failures.ts'
import {
  BudgetStatus,
  BudgetView,
  FinanceBody,
  FinanceBudget,
  FinanceView,
  NoteBody,
  Pagination,
  VersionBody,
} from './shapes.ts'

const finance = '/org-management/finance'
const ofSchool = '/org-management/organizations/:orgId/budgets/:budgetId'
const schoolFails = [BudgetNotFound, NotInReview, WrongStage, ConcurrentChange, OrganizationNotFound] as const
const sample = { orgId: 'demo-org-chess', budgetId: 'demo-budget' }
const office = { ...sample, stageKey: 'finance_office' }

/** School administrators manage budgets with these. */
export const financeRows = {
  getFinanceConfig: {
    summary: "Get the school's budget templates and approval workflows",
    method: 'GET',
    path: `${finance}/config`,
    access: 'admin',
    versioned: true,
    reply: data(FinanceView),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  updateFinanceConfig: {
    summary: "Replace the school's budget templates, workflows or both",
    method: 'PUT',
    path: `${finance}/config`,
    access: 'admin',
    consequence: 'settings',
    versioned: true,
    body: FinanceBody,
    reply: data(FinanceView),
    fails: [KeysNotUnique, UnknownPreset, FinanceTooLarge, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 6 },
    example: {
      as: 'root',
      body: {
        workflowPresets: [
          {
            presetKey: 'two_stage',
            stages: [
              { key: 'officer', label: 'Officer', actorType: 'org_permission' },
              { key: 'finance_office', label: 'Finance office', actorType: 'platform_admin' },
            ],
          },
        ],
      },
    },
  },
  listFinanceBudgets: {
    summary: 'List the budgets of all organizations, last changed first',
    method: 'GET',
    path: `${finance}/budgets`,
    access: 'admin',
    query: z.strictObject({
      ...PageQuery,
      status: z.optional(BudgetStatus),
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: flat(z.object({ data: z.array(FinanceBudget), pagination: Pagination })),
    costs: { depth: 3, read: 4.5, write: 0 },
    example: { as: 'root', query: { status: 'in_review', limit: '30' } },
  },
  getFinanceBudget: {
    summary: 'Get a budget of any organization',
    method: 'GET',
    path: ofSchool,
    access: 'admin',
    versioned: true,
    reply: data(BudgetView),
    fails: [BudgetNotFound, OrganizationNotFound],
    costs: { depth: 2, read: 7, write: 0 },
    example: { as: 'root', path: sample },
  },
  approveFinanceStage: {
    summary: 'Approve a budget stage that administrators decide',
    method: 'PUT',
    path: `${ofSchool}/stages/:stageKey/approve`,
    access: 'admin',
    versioned: true,
    body: VersionBody,
    reply: data(BudgetView),
    fails: [...schoolFails, NotPlatformStage, OrgInactive],
    costs: { depth: 4, read: 8, write: 26 },
    example: { as: 'root', path: office },
  },
  rejectFinanceStage: {
    summary: 'Reject a budget at a stage that administrators decide',
    method: 'PUT',
    path: `${ofSchool}/stages/:stageKey/reject`,
    access: 'admin',
    versioned: true,
    body: NoteBody,
    reply: data(BudgetView),
    fails: [...schoolFails, UseOrganizationRoute],
    costs: { depth: 3, read: 7, write: 28 },
    example: { as: 'root', path: office, body: { message: 'No money left this year' } },
  },
  requestFinanceRevision: {
    summary: 'Return a budget for revision from a stage that administrators decide',
    method: 'PUT',
    path: `${ofSchool}/stages/:stageKey/request-revision`,
    access: 'admin',
    versioned: true,
    body: NoteBody,
    reply: data(BudgetView),
    fails: [...schoolFails, UseOrganizationRoute, NoteRequired],
    costs: { depth: 3, read: 7, write: 27 },
    example: { as: 'root', path: office, body: { message: 'Say what the events are' } },
  },
} as const satisfies Rows
