// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { BudgetStatus, BudgetTemplate, BudgetView, CommentBody, CreationBody, EditBody, FinanceBody, FinanceBudget, FinanceView, ListedBudget, ManagementPagination, WorkflowPreset } from './schemas.ts'
import { operation } from './send.ts'

export type GetFinanceConfigInput = Readonly<Record<string, never>>
export type GetFinanceConfigData = FinanceView
export type GetFinanceConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateFinanceConfigInput = FinanceBody
export type UpdateFinanceConfigData = FinanceView
export type UpdateFinanceConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'KEYS_NOT_UNIQUE' | 'WORKFLOW_PRESET_UNKNOWN' | 'FINANCE_CONFIG_TOO_LARGE'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListFinanceBudgetsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly status?: BudgetStatus | undefined
  readonly search?: string | undefined
}
export type ListFinanceBudgetsData = { readonly data: readonly FinanceBudget[]; readonly pagination: ManagementPagination }
export type ListFinanceBudgetsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetFinanceBudgetInput = { readonly orgId: string; readonly budgetId: string }
export type GetFinanceBudgetData = BudgetView
export type GetFinanceBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'BUDGET_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ApproveFinanceStageInput = { readonly orgId: string; readonly budgetId: string; readonly stageKey: string } & { readonly version?: number | undefined }
export type ApproveFinanceStageData = BudgetView
export type ApproveFinanceStageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_IN_REVIEW' | 'WRONG_STAGE' | 'NOT_A_PLATFORM_STAGE'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_INACTIVE'>
  | Failed<404, 'BUDGET_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RejectFinanceStageInput = { readonly orgId: string; readonly budgetId: string; readonly stageKey: string } & { readonly message?: string | undefined; readonly version?: number | undefined }
export type RejectFinanceStageData = BudgetView
export type RejectFinanceStageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_IN_REVIEW' | 'WRONG_STAGE' | 'USE_ORGANIZATION_ROUTE'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'BUDGET_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RequestFinanceRevisionInput = { readonly orgId: string; readonly budgetId: string; readonly stageKey: string } & { readonly message?: string | undefined; readonly version?: number | undefined }
export type RequestFinanceRevisionData = BudgetView
export type RequestFinanceRevisionFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_IN_REVIEW' | 'WRONG_STAGE' | 'USE_ORGANIZATION_ROUTE' | 'NOTE_REQUIRED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'BUDGET_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListBudgetTemplatesInput = { readonly orgId: string }
export type ListBudgetTemplatesData = {
  readonly templates: readonly BudgetTemplate[]
  readonly workflowPresets: readonly WorkflowPreset[]
  readonly orgTypeKey: string
  readonly lineItemPolicy: {
    readonly lineItemMode: 'template_only' | 'template_plus_custom'
    readonly allowCustomLineItems: boolean
    readonly maxCustomLineItems: number
  }
}
export type ListBudgetTemplatesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListBudgetsInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListBudgetsData = { readonly data: readonly ListedBudget[]; readonly nextCursor?: string | undefined }
export type ListBudgetsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetBudgetInput = { readonly orgId: string; readonly budgetId: string }
export type GetBudgetData = BudgetView
export type GetBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateBudgetInput = { readonly orgId: string } & CreationBody
export type CreateBudgetData = BudgetView
export type CreateBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'BUDGET_TEMPLATE_UNKNOWN' | 'BUDGET_TEMPLATES_MISSING'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'BUDGET_EXISTS'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateBudgetInput = { readonly orgId: string; readonly budgetId: string } & EditBody
export type UpdateBudgetData = BudgetView
export type UpdateBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_EDITABLE' | 'AMOUNT_INVALID' | 'TOTAL_TOO_LARGE' | 'LINE_ITEM_KEY' | 'CUSTOM_LINE_ITEMS_DISABLED' | 'TOO_MANY_LINE_ITEMS' | 'LINE_ITEMS_TOO_LONG'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SubmitBudgetInput = { readonly orgId: string; readonly budgetId: string } & { readonly version?: number | undefined }
export type SubmitBudgetData = BudgetView
export type SubmitBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_SUBMITTABLE' | 'LINE_ITEM_MISSING' | 'AMOUNT_REQUIRED' | 'NUMBER_REQUIRED' | 'TEXT_REQUIRED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<409, 'BUDGET_TEMPLATE_GONE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CommentOnBudgetInput = { readonly orgId: string; readonly budgetId: string } & CommentBody
export type CommentOnBudgetData = BudgetView
export type CommentOnBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'COMMENT_REQUIRED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ApproveBudgetStageInput = { readonly orgId: string; readonly budgetId: string; readonly stageKey: string } & { readonly version?: number | undefined }
export type ApproveBudgetStageData = BudgetView
export type ApproveBudgetStageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_IN_REVIEW' | 'WRONG_STAGE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED' | 'NOT_AN_ORGANIZATION_STAGE' | 'OWN_BUDGET'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RejectBudgetStageInput = { readonly orgId: string; readonly budgetId: string; readonly stageKey: string } & { readonly message?: string | undefined; readonly version?: number | undefined }
export type RejectBudgetStageData = BudgetView
export type RejectBudgetStageFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_IN_REVIEW' | 'WRONG_STAGE' | 'USE_ADMIN_ROUTE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RequestBudgetRevisionInput = { readonly orgId: string; readonly budgetId: string; readonly stageKey: string } & { readonly message?: string | undefined; readonly version?: number | undefined }
export type RequestBudgetRevisionData = BudgetView
export type RequestBudgetRevisionFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'BUDGET_NOT_IN_REVIEW' | 'WRONG_STAGE' | 'USE_ADMIN_ROUTE' | 'NOTE_REQUIRED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'PERMISSION_REQUIRED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ExportBudgetInput = { readonly orgId: string; readonly budgetId: string } & { readonly format?: 'json' | 'csv' | undefined }
export type ExportBudgetData = BudgetView
export type ExportBudgetFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EXPORT_FORMAT_OFF'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'BUDGET_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Budgets of organizations. */
export const budgets = (send: Send) => ({
  /** Budget templates and approval workflows of the school. `GET /org-management/finance/config` */
  getFinanceConfig: operation<GetFinanceConfigInput, GetFinanceConfigData, GetFinanceConfigFailure>(
    send,
    { method: 'GET', path: '/org-management/finance/config', reads: 'data' },
  ),
  /** Replaces budget templates, workflows or both. `PUT /org-management/finance/config` */
  updateFinanceConfig: operation<UpdateFinanceConfigInput, UpdateFinanceConfigData, UpdateFinanceConfigFailure>(
    send,
    { method: 'PUT', path: '/org-management/finance/config', body: true, reads: 'data' },
  ),
  /** Budgets of all organizations, the last changed first. `GET /org-management/finance/budgets` */
  listFinanceBudgets: operation<ListFinanceBudgetsInput, ListFinanceBudgetsData, ListFinanceBudgetsFailure>(
    send,
    { method: 'GET', path: '/org-management/finance/budgets', query: ['page','limit','cursor','status','search'], reads: 'flat' },
  ),
  /** A budget, for the administrators of the school. `GET /org-management/organizations/:orgId/budgets/:budgetId` */
  getFinanceBudget: operation<GetFinanceBudgetInput, GetFinanceBudgetData, GetFinanceBudgetFailure>(
    send,
    { method: 'GET', path: '/org-management/organizations/:orgId/budgets/:budgetId', reads: 'data' },
  ),
  /** Approves a stage that is for administrators of the school. `PUT /org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey/approve` */
  approveFinanceStage: operation<ApproveFinanceStageInput, ApproveFinanceStageData, ApproveFinanceStageFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey/approve', body: true, reads: 'data' },
  ),
  /** Rejects a budget at a stage that is for administrators of the school. `PUT /org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey/reject` */
  rejectFinanceStage: operation<RejectFinanceStageInput, RejectFinanceStageData, RejectFinanceStageFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey/reject', body: true, reads: 'data' },
  ),
  /** Sends a budget back from a stage that is for administrators of the school. `PUT /org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey/request-revision` */
  requestFinanceRevision: operation<RequestFinanceRevisionInput, RequestFinanceRevisionData, RequestFinanceRevisionFailure>(
    send,
    { method: 'PUT', path: '/org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey/request-revision', body: true, reads: 'data' },
  ),
  /** Templates that an organization may use, with their workflows. `GET /org-budgets/:orgId/budget-templates` */
  listBudgetTemplates: operation<ListBudgetTemplatesInput, ListBudgetTemplatesData, ListBudgetTemplatesFailure>(
    send,
    { method: 'GET', path: '/org-budgets/:orgId/budget-templates', reads: 'data' },
  ),
  /** Budgets of an organization, the last changed first; at most twenty a page. `GET /org-budgets/:orgId/budgets` */
  listBudgets: operation<ListBudgetsInput, ListBudgetsData, ListBudgetsFailure>(
    send,
    { method: 'GET', path: '/org-budgets/:orgId/budgets', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** A budget with its revisions, comments and what was done to it. `GET /org-budgets/:orgId/budgets/:budgetId` */
  getBudget: operation<GetBudgetInput, GetBudgetData, GetBudgetFailure>(
    send,
    { method: 'GET', path: '/org-budgets/:orgId/budgets/:budgetId', reads: 'data' },
  ),
  /** Begins a budget from a template. `POST /org-budgets/:orgId/budgets` */
  createBudget: operation<CreateBudgetInput, CreateBudgetData, CreateBudgetFailure>(
    send,
    { method: 'POST', path: '/org-budgets/:orgId/budgets', body: true, reads: 'data', keyed: true },
  ),
  /** Changes the title or line items of a draft. `PATCH /org-budgets/:orgId/budgets/:budgetId` */
  updateBudget: operation<UpdateBudgetInput, UpdateBudgetData, UpdateBudgetFailure>(
    send,
    { method: 'PATCH', path: '/org-budgets/:orgId/budgets/:budgetId', body: true, reads: 'data' },
  ),
  /** Hands a budget in for approval. `POST /org-budgets/:orgId/budgets/:budgetId/submit` */
  submitBudget: operation<SubmitBudgetInput, SubmitBudgetData, SubmitBudgetFailure>(
    send,
    { method: 'POST', path: '/org-budgets/:orgId/budgets/:budgetId/submit', body: true, reads: 'data' },
  ),
  /** Comments on a budget. `POST /org-budgets/:orgId/budgets/:budgetId/comments` */
  commentOnBudget: operation<CommentOnBudgetInput, CommentOnBudgetData, CommentOnBudgetFailure>(
    send,
    { method: 'POST', path: '/org-budgets/:orgId/budgets/:budgetId/comments', body: true, reads: 'data' },
  ),
  /** Approves a stage of the organization; needs the permission that the stage names. `PUT /org-budgets/:orgId/budgets/:budgetId/stages/:stageKey/approve` */
  approveBudgetStage: operation<ApproveBudgetStageInput, ApproveBudgetStageData, ApproveBudgetStageFailure>(
    send,
    { method: 'PUT', path: '/org-budgets/:orgId/budgets/:budgetId/stages/:stageKey/approve', body: true, reads: 'data' },
  ),
  /** Rejects a budget at a stage of the organization. `PUT /org-budgets/:orgId/budgets/:budgetId/stages/:stageKey/reject` */
  rejectBudgetStage: operation<RejectBudgetStageInput, RejectBudgetStageData, RejectBudgetStageFailure>(
    send,
    { method: 'PUT', path: '/org-budgets/:orgId/budgets/:budgetId/stages/:stageKey/reject', body: true, reads: 'data' },
  ),
  /** Sends a budget back from a stage of the organization. `PUT /org-budgets/:orgId/budgets/:budgetId/stages/:stageKey/request-revision` */
  requestBudgetRevision: operation<RequestBudgetRevisionInput, RequestBudgetRevisionData, RequestBudgetRevisionFailure>(
    send,
    { method: 'PUT', path: '/org-budgets/:orgId/budgets/:budgetId/stages/:stageKey/request-revision', body: true, reads: 'data' },
  ),
  /** A budget as JSON, or with `format=csv` as the file budget-<id>.csv. `GET /org-budgets/:orgId/budgets/:budgetId/export` */
  exportBudget: operation<ExportBudgetInput, ExportBudgetData, ExportBudgetFailure>(
    send,
    { method: 'GET', path: '/org-budgets/:orgId/budgets/:budgetId/export', query: ['format'], reads: 'data' },
  ),
})
