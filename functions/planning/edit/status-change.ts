import { fail } from '../../../lib/contract/failure.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { scheduleTask } from '../../../lib/scheduled/task.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { EventRecord, EventStatus } from '../../events/index.ts'
import { canMove, moveRefused, type PlanContext, refuseMove } from '../../lifecycle/index.ts'
import { withdrawalWrites } from '../../stakeholders/index.ts'
import type { Scope } from '../contract/request-bodies.ts'
import type { Gate } from '../hosts/gates.ts'
import { seriesTaskWrites } from '../series/edit.ts'
import { type ChangePlan, changeEvent } from './change.ts'

const withStatus = ({ card, body }: EventRecord, status: EventStatus): EventRecord => ({
  card: { ...card, status },
  body,
})

/** Nobody is asked for a decision any more. */
const withWithdrawalWrites = async (
  { card }: EventRecord,
  context: PlanContext,
  others: readonly Write[],
): Promise<readonly Write[]> => [...(await withdrawalWrites(context, card)), ...others]

/** Moves that a host makes by hand, and whether they end an approval. */
const manualMoves: Partial<Record<EventStatus, { readonly from: readonly EventStatus[] }>> = {
  draft: { from: ['pending'] },
  cancelled: { from: ['draft', 'pending', 'approved', 'not-applicable'] },
  completed: { from: ['approved', 'not-applicable'] },
  archived: { from: ['completed', 'cancelled', 'rejected'] },
}

/** Which events of a series, and why, for those who go there. */
type MoveOptions = { readonly scope?: Scope | undefined; readonly reason?: string | undefined }

const planStatusChange = async (
  before: EventRecord,
  to: 'draft' | 'cancelled' | 'completed' | 'archived',
  context: PlanContext,
  { scope, reason }: MoveOptions,
): Promise<ChangePlan> => {
  const { status, end_time } = before.card
  refuseMove(status, to)
  if (!manualMoves[to]?.from.includes(status)) fail(moveRefused(status, to))
  // Nothing is over before its end.
  if (to === 'completed' && Date.parse(end_time) > context.now().getTime()) fail(moveRefused(status, to))
  const others =
    to === 'cancelled' ? seriesTaskWrites(before, scope, 'cancel', reason ? { reason } : {}, context) : []
  return { wanted: withStatus(before, to), more: withWithdrawalWrites(before, context, others), reason }
}

/**
 * Withdraws, cancels, completes or archives an event: rooms, seats and reminders follow, those who go there are notified
 * of a cancellation and its reason (`changeNotifications` of the lifecycle), and nobody is asked for a decision any more.
 * Fails with 409 `Cannot change status from X to Y`.
 */
export const moveEvent = (
  eventId: string,
  to: 'draft' | 'cancelled' | 'completed' | 'archived',
  context: PlanContext,
  gate: Gate,
  options: MoveOptions = {},
): Promise<EventRecord> =>
  changeEvent(context, eventId, (before) => planStatusChange(before, to, context, options), gate)

export const purgeKind = 'event-purge'
const purgeDelayMs = 30 * dayMs

/** When what was kept of a deleted event is purged. */
export const purgeTask = (eventId: string, page: number, context: PlanContext, at: Date) =>
  scheduleTask(context, {
    kind: purgeKind,
    subject: eventId,
    version: String(page),
    at: at.toISOString(),
  })

/** Everything that deleting an event means; it is called off when people could still have come. */
const planDeletion = async (
  before: EventRecord,
  context: PlanContext,
  scope: Scope | undefined,
): Promise<ChangePlan> => {
  const { card, body } = before
  const now = context.now()
  const status = canMove(card.status, 'cancelled') ? ('cancelled' as const) : card.status
  return {
    wanted: { card: { ...card, status, deletedAt: now.toISOString() }, body },
    more: withWithdrawalWrites(before, context, [
      purgeTask(card.eventId, 0, context, new Date(now.getTime() + purgeDelayMs)),
      ...seriesTaskWrites(before, scope, 'delete', {}, context),
    ]),
  }
}

/** Takes an event out of every list at once; what is kept of it goes after 30 days (rules/planning 23). */
export const deleteEvent = (
  eventId: string,
  context: PlanContext,
  gate: Gate,
  scope?: Scope,
): Promise<EventRecord> =>
  changeEvent(context, eventId, (before) => planDeletion(before, context, scope), gate)
