import { fail } from '../../../lib/contract/failure.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type EventRecord, type EventStatus, isLive } from '../../events/index.ts'
import { canMove, moveRefused, type PlanContext, refuseMove } from '../../lifecycle/index.ts'
import { withdrawalWrites } from '../../stakeholders/index.ts'
import { DeletionForbidden, PastNotCancelled, UpdateForbidden } from '../contract/failures.ts'
import type { Scope } from '../contract/request-bodies.ts'
import type { contract } from '../contract.ts'
import type { Gate } from '../hosts/gates.ts'
import { hostGate, plannerGate } from '../hosts/gates.ts'
import { purgeDelayMs, purgeTask } from '../purge.ts'
import { seriesChangeOf } from '../series/edit.ts'
import { statusView } from '../views.ts'
import { type ChangePlan, changeEvent } from './change.ts'

type Rows = (typeof contract)['rows']

const withStatus = (
  { card, body }: EventRecord,
  status: EventStatus,
  cancelReason?: string,
): EventRecord => ({
  card: { ...card, status },
  body: cancelReason ? { ...body, cancelReason } : body,
})

/** Adds the writes that withdraw all open approval requests. */
const withWithdrawalWrites = async (
  { card }: EventRecord,
  context: PlanContext,
  others: readonly Write[],
): Promise<readonly Write[]> => [...(await withdrawalWrites(context, card)), ...others]

/** Status changes that a host makes by hand, with the statuses that they start from. */
const manualMoves: Partial<Record<EventStatus, { readonly from: readonly EventStatus[] }>> = {
  draft: { from: ['pending'] },
  cancelled: { from: ['draft', 'pending', 'approved', 'not-applicable'] },
  completed: { from: ['approved', 'not-applicable'] },
  archived: { from: ['completed', 'cancelled', 'rejected'] },
}

/** The events of a series to change, and the reason to send to attendees. */
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
  // An event cannot be completed before its end.
  const isOver = Date.parse(end_time) <= context.now().getTime()
  if (to === 'completed' && !isOver) fail(moveRefused(status, to))
  // People attended it (rules/planning 38).
  if (to === 'cancelled' && isOver && isLive(before.card)) fail(PastNotCancelled)
  const series = seriesChangeOf(before, to === 'cancelled' ? scope : 'this', 'cancel', context)
  const others = series.taskWrites(reason ? { reason } : {})
  const more = withWithdrawalWrites(before, context, others)
  const requested = withStatus(before, to, to === 'cancelled' ? reason : undefined)
  return { requested, context: series.context, more, reason }
}

/**
 * Withdraws, cancels, completes or archives an event. Rooms, seats and reminders follow, and open approval requests are
 * withdrawn. Attendees are notified of a cancellation and its reason (`changeNotifications` of the lifecycle). Fails
 * with 409 `Cannot change status from X to Y`, and for the cancellation of a past event.
 */
export const moveEvent = (
  eventId: string,
  to: 'draft' | 'cancelled' | 'completed' | 'archived',
  context: PlanContext,
  gate: Gate,
  options: MoveOptions = {},
): Promise<EventRecord> =>
  changeEvent(context, eventId, (before) => planStatusChange(before, to, context, options), gate)

/** Plans a deletion with all consequences. An event that people could still attend is cancelled too. */
const planDeletion = async (
  before: EventRecord,
  context: PlanContext,
  scope: Scope | undefined,
): Promise<ChangePlan> => {
  const { card, body } = before
  const now = context.now()
  const status = canMove(card.status, 'cancelled') ? ('cancelled' as const) : card.status
  const series = seriesChangeOf(before, scope, 'delete', context)
  return {
    requested: { card: { ...card, status, deletedAt: now.toISOString() }, body },
    more: withWithdrawalWrites(before, context, [
      purgeTask(card.eventId, 0, context, new Date(now.getTime() + purgeDelayMs)),
      ...series.taskWrites({}),
    ]),
    context: series.context,
  }
}

/** Removes an event from every list at once. Its remaining rows are purged after 30 days (rules/planning 23). */
export const removeEvent = (
  eventId: string,
  context: PlanContext,
  gate: Gate,
  scope?: Scope,
): Promise<EventRecord> =>
  changeEvent(context, eventId, (before) => planDeletion(before, context, scope), gate)

export const withdrawEvent: Operation<Rows['withdrawEvent']> = async ({ event_id }, context) => {
  const gate = plannerGate(context, UpdateForbidden)
  return statusView(await moveEvent(event_id, 'draft', context, gate), context)
}

export const cancelEvent: Operation<Rows['cancelEvent']> = async ({ event_id, ...how }, context) => {
  const gate = plannerGate(context, UpdateForbidden)
  return statusView(await moveEvent(event_id, 'cancelled', context, gate, how), context)
}

export const deleteEvent: Operation<Rows['deleteEvent']> = async ({ event_id, scope }, context) => {
  await removeEvent(event_id, context, plannerGate(context, DeletionForbidden), scope)
  return undefined
}

export const deleteOrgEvent: Operation<Rows['deleteOrgEvent']> = async (
  { orgId, eventId, scope },
  context,
) => {
  await removeEvent(eventId, context, hostGate(orgId), scope)
  return undefined
}
