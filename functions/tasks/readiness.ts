import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { hourMs } from '../../lib/contract/time.ts'
import {
  type ApprovalInstance,
  type EventCard,
  type EventJob,
  eventJob,
  findNewestApproval,
  requireCardOf,
} from '../events/index.ts'
import { columnFor, columnsOf, findBoard } from './board.ts'
import type { Category, Readiness } from './contract/shapes.ts'
import { listTasks, type Task, taskIdOf } from './repository.ts'
import { isBlocked } from './views.ts'

/** The weight of each part; together 1 (rules/tasks 16). */
const weights = { tasks: 0.4, approvals: 0.25, logistics: 0.2, engagement: 0.15 } as const
/** The maximum deduction for blocked tasks. */
const mostPenalty = 0.35
/** Just below "on track": the maximum score of an event with a blocker (rules/tasks 17). */
const heldUpScore = 64.9
const nearMs = 72 * hourMs

type CategorizedTask = { readonly task: Task; readonly category: Category }

const percent = (share: number): number => Math.round(share * 100)
const shareOf = (part: number, whole: number, ofNothing: number): number =>
  whole > 0 ? part / whole : ofNothing

const bandOf = (score: number): Readiness['band'] => {
  if (score >= 85) return 'ready'
  if (score >= 65) return 'on_track'
  return score >= 40 ? 'at_risk' : 'not_ready'
}

const tasksOf = (standings: readonly CategorizedTask[]) => {
  const counted = standings.filter(({ category }) => category !== 'cancelled')
  const isDone = ({ category }: CategorizedTask) => category === 'done'
  const coverage = shareOf(counted.filter(isDone).length, counted.length, 0)
  const blocked = counted.filter((one) => !isDone(one) && isBlocked(one.task)).length
  const penalty = Math.min(mostPenalty, shareOf(blocked, counted.length, 0))
  const critical = counted.filter((one) => one.task.isCritical && !isDone(one)).map(({ task }) => task)
  return { coverage, penalty, critical, completion: Math.max(0, coverage - penalty) }
}

/** Whether a needed approval is pending or was refused. */
const isUndecided = (approval: ApprovalInstance | undefined): boolean =>
  approval !== undefined && approval.status !== 'approved' && approval.status !== 'cancelled'

/** The share of filled jobs, and whether there is a place. */
const logisticsOf = (card: EventCard, jobs: readonly EventJob[]): number => {
  const filled = jobs.filter(({ filledCount, requiredCount }) => filledCount >= requiredCount).length
  const hasPlace = card.classroom_id !== undefined || (card.location ?? '') !== ''
  return shareOf(filled, jobs.length, 1) * 0.7 + (hasPlace ? 0.3 : 0)
}

const engagementOf = ({ registrationEnabled, expectedAttendance, registrationCount }: EventCard): number =>
  registrationEnabled ? Math.min(1, shareOf(registrationCount, expectedAttendance, 1)) : 1

const blockersOf = (
  critical: readonly Task[],
  undecided: boolean,
  card: EventCard,
  now: Date,
): Readiness['blockers'] => {
  const blocked = critical.filter(isBlocked)
  const near = Date.parse(card.start_time) - now.getTime() <= nearMs
  return [
    ...(blocked.length > 0
      ? [
          {
            type: 'critical_blocked_tasks',
            label: `${blocked.length} critical task(s) blocked`,
            ownerUserIds: blocked.flatMap(({ ownerUserId }) => ownerUserId ?? []),
          },
        ]
      : []),
    ...(undecided ? [{ type: 'approvals_pending', label: '1 approval item(s) unresolved' }] : []),
    ...(near && critical.length > 0
      ? [
          {
            type: 'critical_near_deadline',
            label: 'Critical tasks unresolved with less than 72h to event start',
          },
        ]
      : []),
  ]
}

/** Computes the readiness of an event (0 to 100), its parts, and its blockers. */
export const getEventReadiness = async (
  { orgId, eventId }: { readonly orgId: string; readonly eventId: string },
  { table, now }: Context<OrgAccess>,
): Promise<Readiness> => {
  const [card, tasks, board, approval, jobs] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    listTasks(table, { orgId, eventId }),
    findBoard(table, orgId),
    findNewestApproval(table, eventId),
    table.list(eventJob, { keyParams: { eventId }, limit: 100 }),
  ])
  const columns = columnsOf(board)
  const { coverage, penalty, critical, completion } = tasksOf(
    tasks.map((one) => ({ task: one, category: columnFor(columns, one.status).category })),
  )
  const undecided = isUndecided(approval)
  const approvals = undecided ? 0 : 1
  const logistics = logisticsOf(card, jobs.items)
  const engagement = engagementOf(card)
  const blockers = blockersOf(critical, undecided, card, now())
  const whole =
    100 *
    (completion * weights.tasks +
      approvals * weights.approvals +
      logistics * weights.logistics +
      engagement * weights.engagement)
  const score = blockers.length > 0 ? Math.min(whole, heldUpScore) : whole
  return {
    score: Math.round(score * 10) / 10,
    band: bandOf(score),
    dimensions: {
      taskCompletion: percent(completion),
      approvals: percent(approvals),
      logistics: percent(logistics),
      engagementReadiness: percent(engagement),
    },
    blockers,
    explainability: {
      weightedTaskCoverage: percent(coverage),
      blockedWeightPenalty: percent(penalty),
      criticalIncompleteCount: critical.length,
      pendingApprovals: undecided ? 1 : 0,
    },
    missing: critical.map((one) => ({
      type: 'task',
      taskId: taskIdOf(one),
      label: one.title,
      ownerUserId: one.ownerUserId ?? null,
    })),
  }
}
