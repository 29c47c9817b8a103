import type { ApprovalWait, RouteStep } from '../../stakeholders/index.ts'
import type { PendingEvent, PreviewStep } from '../contract/shapes.ts'

/** A row of a waiting list. `now` tells whether it is stuck. */
export const pendingViewOf = (row: ApprovalWait, now: Date): PendingEvent => ({
  ...row.event,
  classroom_id: row.event.classroom_id ?? null,
  _id: row.eventId,
  stepId: row.stepId ?? null,
  pendingStepRoleId: row.role,
  pendingStepRoleName: row.roleName,
  stage: Number(row.stage),
  kind: row.kind,
  since: row.since,
  dueAt: row.at,
  stuck: row.stuckAt !== undefined && row.stuckAt <= now.toISOString(),
})

export const stepViewOf = (step: RouteStep): PreviewStep => ({
  _id: step._id,
  stakeholderId: step.role,
  stakeholderName: step.roleName,
  kind: step.kind,
  stage: step.stage,
  requiredApprovals: step.required,
  because: step.because,
  conditions: step.conditions.map(({ field, operator, value, actual, holds }) => ({
    field,
    operator,
    value,
    actual,
    holds,
  })),
})
