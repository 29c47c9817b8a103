import type { PublicUser } from '../../lib/contract/people.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type EventCard, eventCard, findNewestApproval } from '../events/index.ts'
import { columnFor } from './board.ts'
import type { Column, Priority, TaskView } from './contract/shapes.ts'
import { dueAtOf } from './due-date.ts'
import { noEvent, type Task, taskIdOf } from './repository.ts'

/** Records that tasks refer to: events, their approval times, and owners. */
export type TaskViewContext = {
  readonly events: ReadonlyMap<string, EventCard>
  readonly approved: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, PublicUser>
}

const priorityWeights: Readonly<Record<Priority, number>> = { low: 1, medium: 2, high: 3, critical: 4 }

const readOwners = async (table: Table, tasks: readonly Task[]): Promise<TaskViewContext['people']> => {
  const ids = [...new Set(tasks.flatMap(({ ownerUserId }) => ownerUserId ?? []))]
  const found = await table.batchGet(ids.map((id) => key(tenantUser, { id })))
  return new Map(
    found.flatMap((user) => {
      if (!user) return []
      return [[user.id, publicUserOf(user)] as const]
    }),
  )
}

const readEvents = async (
  table: Table,
  tasks: readonly Task[],
  known: readonly EventCard[],
): Promise<TaskViewContext['events']> => {
  const given = new Map(known.map((card) => [card.eventId, card]))
  const ids = [...new Set(tasks.map(({ eventId }) => eventId))].filter(
    (id) => id !== noEvent && !given.has(id),
  )
  const found = await table.batchGet(ids.map((eventId) => key(eventCard, { eventId })))
  return new Map([
    ...given,
    ...found.flatMap((card) => (card && card.deletedAt === undefined ? [[card.eventId, card] as const] : [])),
  ])
}

/** Reads approvals only for events whose tasks are due relative to them. */
const readApprovals = async (table: Table, tasks: readonly Task[]): Promise<TaskViewContext['approved']> => {
  const counting = tasks.filter(({ dueRule }) => dueRule.anchorType === 'approval_granted')
  const ids = [...new Set(counting.map(({ eventId }) => eventId))].filter((id) => id !== noEvent)
  const found = await Promise.all(ids.map((eventId) => findNewestApproval(table, eventId)))
  return new Map(
    found.flatMap((one) =>
      one?.status === 'approved' && one.decidedAt ? [[one.eventId, one.decidedAt] as const] : [],
    ),
  )
}

/** Reads the related records of some tasks in one round trip. */
export const readTaskViewContext = async (
  table: Table,
  tasks: readonly Task[],
  known: readonly EventCard[] = [],
): Promise<TaskViewContext> => {
  const [events, approved, people] = await Promise.all([
    readEvents(table, tasks, known),
    readApprovals(table, tasks),
    readOwners(table, tasks),
  ])
  return { events, approved, people }
}

export const isBlocked = ({ blockers }: Pick<Task, 'blockers'>): boolean =>
  blockers.some(({ resolved }) => !resolved)

/** Points for the remaining days; negative days are overdue. */
const duePoints = (daysLeft: number): number => {
  if (daysLeft < 0) return 50 + Math.min(30, -daysLeft * 5)
  if (daysLeft <= 1) return 35
  if (daysLeft <= 3) return 25
  return daysLeft <= 7 ? 15 : 8
}

/** Urgency of a task: higher for important, late, critical or blocked ones (rules/tasks 14). */
const urgencyOf = (
  { priority, isCritical }: Task,
  dueAt: string | null,
  blocked: boolean,
  now: Date,
): number => {
  const due = dueAt === null ? 0 : duePoints((Date.parse(dueAt) - now.getTime()) / dayMs)
  const points = priorityWeights[priority] * 12 + due + (isCritical ? 25 : 0) + (blocked ? 35 : 0)
  return Math.round(points * 10) / 10
}

const eventOf = (card: EventCard | undefined): TaskView['eventId'] =>
  card ? { _id: card.eventId, name: card.name, start_time: card.start_time, end_time: card.end_time } : null

/** A task as its organizers read it. */
export const taskViewOf = (
  task: Task,
  viewContext: TaskViewContext,
  columns: readonly Column[],
  now: Date,
): TaskView => {
  const { taskId: _, eventId, ownerUserId, status, version: __, completedAt, cancelledAt, ...shown } = task
  const card = viewContext.events.get(eventId)
  const { start_time: start, end_time: end } = card ?? {}
  const dueAt = dueAtOf(task.dueRule, { start, end, approved: viewContext.approved.get(eventId) })
  const column = columnFor(columns, status)
  const isOpen = column.category === 'backlog' || column.category === 'active'
  const blocked = isOpen && isBlocked(task)
  return {
    ...shown,
    _id: taskIdOf(task),
    eventId: eventOf(card),
    status: column.key,
    effectiveStatus: blocked ? 'blocked' : column.key,
    priorityWeight: priorityWeights[task.priority],
    ownerUserId: (ownerUserId && viewContext.people.get(ownerUserId)) || null,
    dueAt,
    overdue: isOpen && dueAt !== null && Date.parse(dueAt) < now.getTime(),
    urgencyScore: urgencyOf(task, dueAt, blocked, now),
    completedAt: completedAt ?? null,
    cancelledAt: cancelledAt ?? null,
  }
}
