import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { spendWrite } from '../../../lib/identity/limit/limits.ts'
import type { Organization } from '../../../lib/identity/org/records.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import type { Operation } from '../../../lib/operation.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { check, put, type Write } from '../../../lib/table/write.ts'
import { requireBudget } from '../budget.ts'
import { BudgetNotFound, CommentRequired } from '../contract/failures.ts'
import { type BudgetView, commentLimits, type WorkflowStage } from '../contract/shapes.ts'
import type { contract } from '../contract.ts'
import {
  type Budget,
  type BudgetLogEntry,
  budget,
  budgetComment,
  budgetDeed,
  budgetRevision,
  budgetWrites,
  type Comment,
  type History,
  orgExistsCheck,
  type Revision,
} from '../repository.ts'
import { viewOf } from '../views.ts'

type Rows = (typeof contract)['rows']

/** The actor's id: a tenant user, or the global id of an administrator without a membership. */
export const idOf = ({ tenantUserId, globalUserId }: Caller): string =>
  tenantUserId ?? globalUserId ?? 'unknown'

/** The side that a person acts for: the organization or the school. */
export type Side = 'org' | 'platform'

/** A log entry before the statuses are added. */
export type LogEntryDraft = Pick<BudgetLogEntry, 'action'> &
  Partial<Pick<BudgetLogEntry, 'message' | 'stageKey'>>

/** A budget change with all its writes. */
export type BudgetChange = {
  readonly before?: Budget
  /** Its version and the time of the change are added. */
  readonly after: Budget
  readonly side: Side
  readonly deeds: readonly LogEntryDraft[]
  readonly comment?: string
  /** Stores the lines and the workflow as a new revision. */
  readonly snapshot?: Pick<Revision, 'lineItems' | 'workflow'>
  /** Side effects: rows of other kinds. */
  readonly also?: readonly Write[]
  /** The guard of a new budget, which fails with BUDGET_EXISTS when it is taken. */
  readonly guard?: Write
}

type HistoryContext = Pick<Context<'caller'>, 'table' | 'caller' | 'now' | 'newId'>

const revisionOf = ({ snapshot }: BudgetChange, after: Budget): Revision[] =>
  snapshot
    ? [
        {
          ...snapshot,
          budgetId: after.id,
          number: String(after.revision).padStart(6, '0'),
          createdAt: after.updatedAt,
          createdBy: after.updatedBy,
          status: after.status,
        },
      ]
    : []

/** A comment on a budget in its current status. */
export const commentOf = (
  { caller, now, newId }: HistoryContext,
  { id, revision }: Budget,
  body: string,
): Comment => ({
  budgetId: id,
  id: newId(),
  userId: idOf(caller),
  body,
  createdAt: now().toISOString(),
  revision: revision > 0 ? revision : null,
})

/** Entries of one change share an id, so that they sort in their order. */
const logEntriesOf = (
  { before, deeds, side }: BudgetChange,
  after: Budget,
  { newId }: HistoryContext,
): BudgetLogEntry[] => {
  const id = newId()
  return deeds.map((entry, at) => ({
    ...entry,
    budgetId: after.id,
    id: `${id}.${at}`,
    at: after.updatedAt,
    userId: after.updatedBy,
    actor: side,
    fromStatus: before?.status ?? null,
    toStatus: after.status,
  }))
}

const withRevisionStamp = (
  { before, after, snapshot }: BudgetChange,
  { caller, now }: HistoryContext,
): Budget => ({
  ...after,
  revision: (before?.revision ?? 0) + (snapshot ? 1 : 0),
  updatedBy: idOf(caller),
  updatedAt: now().toISOString(),
  version: (before?.version ?? 0) + 1,
})

/**
 * Writes a change in one transaction. It holds the budget under its version, its list entry and count, log entries and
 * side effects. Fails with CONCURRENT_CHANGE after a conflict, and with ORGANIZATION_NOT_FOUND when the organization is
 * deleted meanwhile.
 */
export const recordChange = async (
  change: BudgetChange,
  history: History,
  context: HistoryContext,
): Promise<BudgetView> => {
  const after = withRevisionStamp(change, context)
  const revisions = revisionOf(change, after)
  const comments = change.comment === undefined ? [] : [commentOf(context, after, change.comment)]
  const deeds = logEntriesOf(change, after, context)
  const writes = [
    ...budgetWrites(change.before, after),
    ...revisions.map((row) => put(budgetRevision, row, { absent: true })),
    ...comments.map((row) => put(budgetComment, row)),
    ...deeds.map((row) => put(budgetDeed, row)),
    ...(change.also ?? []),
    ...(change.guard ? [change.guard] : []),
  ]
  await context.table.commit(writes)
  return viewOf(after, {
    revisions: [...history.revisions, ...revisions],
    comments: [...history.comments, ...comments],
    deeds: [...history.deeds, ...deeds],
  })
}

/** Adds a comment, unless the draft is deleted. It changes no version, so no decision is refused because of it. */
export const commentOnBudget: Operation<Rows['commentOnBudget']> = async (
  { body = '', ...named },
  context,
) => {
  const text = body.trim()
  if (text === '') fail(CommentRequired, { field: 'body' })
  const { found, history } = await requireBudget(named, context)
  const row = commentOf(context, found, text)
  const limit = spendWrite(context, 'budget-comment', commentLimits.person, idOf(context.caller))
  await context.table.commit([
    orgExistsCheck(named.orgId),
    check(budget, { orgId: named.orgId, id: found.id }, { exists: BudgetNotFound }),
    limit,
    put(budgetComment, row, { absent: true }),
  ])
  return viewOf(found, { ...history, comments: [...history.comments, row] })
}

type NotificationContext = Pick<Context<'caller'>, 'caller' | 'now' | 'newId'>
type BudgetSubject = { readonly found: Budget; readonly org: Organization }

const wordsOf = ({ found, org }: BudgetSubject) => ({
  params: { budgetTitle: found.title, orgName: org.org_name },
  metadata: {
    orgId: found.orgId,
    budgetId: found.id,
    navigation: { deepLink: `/club-dashboard/${found.orgId}?part=budgets&id=${found.id}` },
  },
})

/**
 * Notifies the people who may decide the stage, except the submitter: holders of its permission, or the school's
 * administrators.
 */
export const notifyStageApprovers = (
  about: BudgetSubject,
  stage: WorkflowStage,
  context: NotificationContext,
): Write => {
  const { orgId, submittedBy: except } = about.found
  const to =
    stage.actorType === 'platform_admin'
      ? ({ kind: 'administrators' } as const)
      : ({ kind: 'permission', orgId, permission: stage.permission, except } as const)
  return notificationDue(context, { ...wordsOf(about), template: 'budget_stage_waiting', to })
}

export type Outcome = 'approved' | 'rejected' | 'revision_requested'

/** Notifies the budget's creator and submitter of a decision, unless they made it. */
export const notifyDecision = (
  about: BudgetSubject,
  outcome: Outcome,
  note: string,
  context: NotificationContext,
): readonly Write[] => {
  const { createdBy, submittedBy = createdBy } = about.found
  const ids = [...new Set([createdBy, submittedBy])].filter((id) => id !== context.caller.tenantUserId)
  if (ids.length === 0) return []
  const { params, metadata } = wordsOf(about)
  const to = { kind: 'users' as const, ids }
  return [
    notificationDue(context, {
      params: note === '' ? params : { ...params, note: note.slice(0, 500) },
      metadata,
      template: `budget_${outcome}`,
      to,
    }),
  ]
}

type AuditContext = Pick<Context<'caller'>, 'caller' | 'device' | 'now' | 'newId'>

type BudgetAuditChange =
  | 'created'
  | 'edited'
  | 'submitted'
  | 'withdrawn'
  | 'deleted'
  | 'stage_approved'
  | 'rejected'
  | 'revision_requested'

/** The school's audit row for an administrator's action on a budget. */
export const schoolAudit = (
  context: AuditContext,
  { orgId, id }: Budget,
  change: BudgetAuditChange,
  detail: Readonly<Record<string, string>> = {},
): Write =>
  audit(context, {
    action: `budget.${change}`,
    actor: context.caller,
    targetType: 'budget',
    targetId: id,
    detail: { orgId, ...detail },
  })

/** The same for an organization's operation that the caller may use only as an administrator of the school. */
export const auditBypass = (
  context: AuditContext,
  found: Budget,
  change: BudgetAuditChange,
): readonly Write[] => {
  const { org } = context.caller
  return org?.isAdmin && !org.member && !org.isOwner ? [schoolAudit(context, found, change)] : []
}
