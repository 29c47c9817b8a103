import * as z from 'zod/mini'
import { Id, line, prose, Timestamp, text } from '../../../lib/contract/fields.ts'
import { PublicUser } from '../../../lib/contract/people.ts'

export const Priority = z.enum(['low', 'medium', 'high', 'critical'])
export type Priority = z.infer<typeof Priority>

/** The meaning of a column for its tasks. */
export const Category = z.enum(['backlog', 'active', 'done', 'cancelled'])
export type Category = z.infer<typeof Category>

export const Column = z.object({
  key: z.string(),
  label: z.string(),
  category: Category,
  order: z.number(),
})
export type Column = z.infer<typeof Column>

export const DueRule = z.object({
  anchorType: z.enum(['event_start', 'event_end', 'approval_granted', 'absolute', 'none']),
  offsetValue: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(10_000)))),
  offsetUnit: z.optional(z.nullable(z.enum(['minutes', 'hours', 'days', 'weeks']))),
  direction: z.optional(z.nullable(z.enum(['before', 'after']))),
  absoluteDate: z.optional(z.nullable(Timestamp)),
})
export type DueRule = z.infer<typeof DueRule>

export const Blocker = z.object({
  type: z.optional(z.enum(['approval', 'booking', 'task', 'dependency', 'manual'])),
  referenceId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  label: z.optional(line(200, 0)),
  resolved: z.optional(z.boolean()),
})
export type Blocker = z.infer<typeof Blocker>

export const Source = z.enum(['manual', 'template_suggestion', 'template_applied', 'integration_generated'])

const fields = {
  title: z.optional(z.nullable(text(180, 0))),
  description: z.optional(z.nullable(prose(5000))),
  /** The key of a column. Any other value means the first open column. */
  status: z.optional(z.nullable(text(48, 0))),
  priority: z.optional(Priority),
  isCritical: z.optional(z.boolean()),
  /** The owner must be an active member of the organization. Null and '' mean no owner. */
  ownerUserId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  dueAt: z.optional(z.nullable(Timestamp)),
  dueRule: z.optional(z.nullable(DueRule)),
  blockers: z.optional(z.array(Blocker).check(z.maxLength(20))),
  tags: z.optional(z.array(line(40)).check(z.maxLength(20))),
  boardRank: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000)))),
  source: z.optional(Source),
  userConfirmed: z.optional(z.boolean()),
}

/** The operation reports a missing title. */
export const TaskDraft = z.object(fields)
export type TaskDraft = z.infer<typeof TaskDraft>
/** Missing fields keep their value. */
export const TaskChange = z.object(fields)
export type TaskChange = z.infer<typeof TaskChange>
/** A task of one of the organization's events, or of none. */
export const OrgTaskDraft = z.object({
  ...fields,
  eventId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
})
export type OrgTaskDraft = z.infer<typeof OrgTaskDraft>

const TaskEvent = z.object({
  _id: z.string(),
  name: z.string(),
  start_time: z.string(),
  end_time: z.string(),
})

export const TaskView = z.object({
  _id: z.string(),
  orgId: z.string(),
  /** The event, under the name of its id, where existing clients read it. */
  eventId: z.nullable(TaskEvent),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  /** Like `status`, or `blocked` while an open task has an unresolved blocker. */
  effectiveStatus: z.string(),
  boardRank: z.number(),
  priority: Priority,
  priorityWeight: z.number(),
  isCritical: z.boolean(),
  /** The owner, under the name of their id, where existing clients read it. */
  ownerUserId: z.nullable(PublicUser),
  source: Source,
  userConfirmed: z.boolean(),
  dueRule: DueRule,
  dueAt: z.nullable(z.string()),
  overdue: z.boolean(),
  urgencyScore: z.number(),
  blockers: z.array(Blocker),
  tags: z.array(z.string()),
  completedAt: z.nullable(z.string()),
  cancelledAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TaskView = z.infer<typeof TaskView>

export const ListedEvent = TaskEvent

export const Suggestion = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  priority: Priority,
  status: z.string(),
  isCritical: z.boolean(),
  dueRule: DueRule,
  source: Source,
  userConfirmed: z.boolean(),
})
export type Suggestion = z.infer<typeof Suggestion>

const Flag = z.optional(z.enum(['true', 'false']))
const SortBy = z.optional(z.enum(['priority', 'dueAt', 'createdAt', 'status', 'urgency']))

export const TaskQuery = {
  status: z.optional(text(48, 0)),
  priority: z.optional(z.enum(['all', ...Priority.options])),
  ownerUserId: z.optional(Id),
  search: z.optional(text(200, 0)),
  sortBy: SortBy,
}
export const OrgTaskQuery = { ...TaskQuery, eventId: z.optional(Id), onlyBlocked: Flag, onlyOverdue: Flag }

/** A column as sent. The operation reports its problems. */
export const ColumnDraft = z.object({
  key: z.optional(text(100, 0)),
  label: z.optional(text(200, 0)),
  category: z.optional(text(40, 0)),
  order: z.optional(z.number()),
})
export type ColumnDraft = z.infer<typeof ColumnDraft>

export const Readiness = z.object({
  score: z.number(),
  band: z.enum(['ready', 'on_track', 'at_risk', 'not_ready']),
  dimensions: z.object({
    taskCompletion: z.number(),
    approvals: z.number(),
    logistics: z.number(),
    engagementReadiness: z.number(),
  }),
  blockers: z.array(
    z.object({ type: z.string(), label: z.string(), ownerUserIds: z.optional(z.array(z.string())) }),
  ),
  explainability: z.object({
    weightedTaskCoverage: z.number(),
    blockedWeightPenalty: z.number(),
    criticalIncompleteCount: z.number(),
    pendingApprovals: z.number(),
  }),
  missing: z.array(
    z.object({
      type: z.literal('task'),
      taskId: z.string(),
      label: z.string(),
      ownerUserId: z.nullable(z.string()),
    }),
  ),
})
export type Readiness = z.infer<typeof Readiness>
