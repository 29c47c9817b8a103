import { groupNotifications } from '../../../lib/change-groups.ts'
import type { Context } from '../../../lib/context.ts'
import { Failure, fail, settleInOrder } from '../../../lib/contract/failure.ts'
import { answer } from '../../../lib/contract/reply.ts'
import { minuteMs } from '../../../lib/contract/time.ts'
import { isAdmin } from '../../../lib/identity/person/caller.ts'
import type { Operation } from '../../../lib/operation.ts'
import { onDue, scheduleTask, type TaskHandler } from '../../../lib/scheduled/task.ts'
import { decide } from '../../approvals/index.ts'
import {
  type EventRecord,
  type EventStatus,
  eventStatuses,
  plannedView,
  requireEvent,
} from '../../events/index.ts'
import { moveRefused, type PlanContext } from '../../lifecycle/index.ts'
import { refuseSmallRoom } from '../../rooms/index.ts'
import { eventRulesOf, readZonedSetup } from '../../stakeholders/index.ts'
import {
  EventIdsRequired,
  EventOver,
  InvalidAction,
  InvalidStatus,
  PublishForbidden,
  ReasonRequired,
  StatusForbidden,
  StatusRequired,
} from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { type ChangePlan, changeEvent } from '../edit/change.ts'
import { moveEvent, removeEvent } from '../edit/status-change.ts'
import { type Gate, hostGate, plannerGate } from '../hosts/gates.ts'
import { requireActiveHost } from '../hosts/host.ts'
import { resolveSeries } from '../series/conflicts.ts'
import { statusView } from '../views.ts'
import { findRouting, planSubmission, refuseUnfinished, roomWritesIfLive } from './submission.ts'

type Rows = (typeof contract)['rows']
type Setup = ReturnType<typeof readZonedSetup>

const refuseUnpublishable = ({ card }: EventRecord): void => {
  if (card.status !== 'draft' && card.status !== 'rejected') fail(moveRefused(card.status, 'pending'))
}

/** Only a series needs the rules before its rooms. */
const resolveDates = async (before: EventRecord, setup: Setup, context: PlanContext): Promise<EventRecord> =>
  before.body.recurrence ? resolveSeries(before, eventRulesOf(await setup), context) : before

const planPublication = async (before: EventRecord, context: PlanContext): Promise<ChangePlan> => {
  refuseUnpublishable(before)
  refuseUnfinished(before)
  if (Date.parse(before.card.end_time) <= context.now().getTime()) fail(EventOver)
  const setup = readZonedSetup(context)
  const dated = resolveDates(before, setup, context)
  const [drafted, routing, rooms] = await settleInOrder([
    dated,
    dated.then((event) => findRouting(context, event, setup)),
    dated.then((event) => roomWritesIfLive(context, before, event)),
    requireActiveHost(context.table, before.card),
    refuseSmallRoom(context.table, before.card),
  ])
  const { requested, rules, more, others } = planSubmission(context, drafted, routing)
  const holds = requested.card.status !== 'pending' || !requested.body.autoBook
  return { requested, rules, more, others, rooms: holds ? rooms : [] }
}

/**
 * Submits a draft, or a rejected event again. Three round trips, the transaction included. Fails with 400 for missing
 * fields or a past event, and with 409 in another status or when the room is taken.
 */
export const publish = (eventId: string, context: PlanContext, gate: Gate): Promise<EventRecord> =>
  changeEvent(context, eventId, (before) => planPublication(before, context), gate)

type StatusesContext = Context<'caller'>

const isStatus = (given: string): given is EventStatus => (eventStatuses as readonly string[]).includes(given)

/** Decides on an event with the rules of `approve-event` and `reject-event`. A rejection needs a reason. */
const decideEvent = async (
  eventId: string,
  way: 'approve' | 'reject',
  reason: string | undefined,
  context: StatusesContext,
  gate: Gate,
): Promise<EventRecord> => {
  const { card } = await requireEvent(context.table, eventId)
  await gate(card)
  if (card.status !== 'pending') fail(moveRefused(card.status, way === 'approve' ? 'approved' : 'rejected'))
  if (way === 'reject' && !reason) fail(ReasonRequired, { field: 'reason' })
  await decide(way, { event_id: eventId, ...(reason ? { reason } : {}) }, context)
  return requireEvent(context.table, eventId)
}

/** Statuses that only a decision sets. Only administrators may request them by name. */
const decisions: Partial<Record<EventStatus, 'approve' | 'reject'>> = {
  approved: 'approve',
  rejected: 'reject',
}

/**
 * Sets an event's status by name: `published` and `pending` submit it, `draft` withdraws it. The results of a decision
 * need an administrator and follow the decision rules, which exclude one's own events. Fails with 400 for a missing or
 * unknown status, 403, and 409 `Cannot change status from X to Y`.
 */
export const moveToStatus = async (
  eventId: string,
  { status, reason }: { readonly status?: string | undefined; readonly reason?: string | undefined },
  context: StatusesContext,
  gate: Gate,
): Promise<EventRecord> => {
  if (!status) return fail(StatusRequired, { field: 'status' })
  const to = status === 'published' ? 'pending' : status
  if (!isStatus(to)) return fail(InvalidStatus, { field: 'status' })
  if (to === 'pending') return publish(eventId, context, gate)
  if (to === 'approved' || to === 'rejected' || to === 'not-applicable') {
    const way = decisions[to]
    if (!isAdmin(context.caller)) fail(StatusForbidden)
    if (way) return decideEvent(eventId, way, reason, context, gate)
    const { card } = await requireEvent(context.table, eventId)
    await gate(card)
    return fail(moveRefused(card.status, to))
  }
  return moveEvent(eventId, to, context, gate, { reason })
}

type BulkContext = Context<{ org: 'manage_events' }>

type BulkAct = (eventId: string, context: BulkContext, gate: Gate, reason?: string) => Promise<unknown>

/** Each action follows the rules of its single operation. */
const bulkActs: Readonly<Record<string, { readonly done: string; readonly act: BulkAct }>> = {
  delete: { done: 'deleted', act: (id, context, gate) => removeEvent(id, context, gate) },
  archive: { done: 'archived', act: (id, context, gate) => moveEvent(id, 'archived', context, gate) },
  cancel: {
    done: 'cancelled',
    act: (id, context, gate, reason) => moveEvent(id, 'cancelled', context, gate, { reason }),
  },
  publish: { done: 'published', act: publish },
  approve: {
    done: 'approved',
    act: (id, context, gate) => decideEvent(id, 'approve', undefined, context, gate),
  },
  reject: {
    done: 'rejected',
    act: (id, context, gate, reason) => decideEvent(id, 'reject', reason, context, gate),
  },
}

type BulkResult = { readonly eventId: string; readonly ok: boolean; readonly message: string }

const atOnce = 5

/** Runs the action on one event and returns its outcome. Unexpected errors are thrown. */
const runBulkAction = async (
  eventId: string,
  done: string,
  act: () => Promise<unknown>,
): Promise<BulkResult> => {
  try {
    await act()
    return { eventId, ok: true, message: `Event ${done} successfully` }
  } catch (error) {
    if (error instanceof Failure) return { eventId, ok: false, message: error.kind.message }
    throw error
  }
}

const groupKind = 'change-group'
/** Longer than any request runs. */
const groupDelayMs = 2 * minuteMs

/** Sends the notifications of a bulk action whose process died before its end. */
export const bulkActionHandler: TaskHandler = onDue(groupKind, ({ subject }, context) =>
  groupNotifications(context, subject),
)

/** Runs an action on several events as one group. Its notifications are sent at the end, or later if it breaks off. */
const runAsGroup = async <R>(
  context: BulkContext,
  act: (context: BulkContext & Pick<PlanContext, 'changeGroup'>) => Promise<R>,
): Promise<R> => {
  const { table, now, newId } = context
  const changeGroup = newId()
  const at = new Date(now().getTime() + groupDelayMs).toISOString()
  await table.write([scheduleTask(context, { kind: groupKind, subject: changeGroup, version: '0', at })])
  const result = await act({ ...context, changeGroup })
  const writes = await groupNotifications(context, changeGroup)
  if (writes.length > 0) await table.write(writes)
  return result
}

/**
 * Applies one action to up to a hundred events of an organization and returns the outcome for each. A failed event does
 * not stop the others. Each attendee gets one notification of all changes.
 */
export const bulkAction: Operation<Rows['bulkAction']> = async (
  { orgId, action, eventIds, reason },
  context,
) => {
  const ids = [...new Set(eventIds ?? [])]
  if (ids.length === 0) return fail(EventIdsRequired, { field: 'eventIds' })
  const requested = action !== undefined && Object.hasOwn(bulkActs, action) ? bulkActs[action] : undefined
  if (!requested) return fail(InvalidAction, { field: 'action' })
  if (action === 'reject' && !reason) fail(ReasonRequired, { field: 'reason' })
  const gate = hostGate(orgId)
  const runAll = async (within: BulkContext): Promise<BulkResult[]> => {
    const results: BulkResult[] = []
    for (let at = 0; at < ids.length; at += atOnce) {
      const some = ids.slice(at, at + atOnce)
      const done = some.map((id) =>
        runBulkAction(id, requested.done, () => requested.act(id, within, gate, reason)),
      )
      results.push(...(await Promise.all(done)))
    }
    return results
  }
  const results = await (ids.length === 1 ? runAll(context) : runAsGroup(context, runAll))
  const modifiedCount = results.filter(({ ok }) => ok).length
  return answer(
    { modifiedCount, results },
    { message: `${modifiedCount} events ${requested.done} successfully` },
  )
}

export const publishEvent: Operation<Rows['publishEvent']> = async ({ eventId }, context) => {
  const made = await publish(eventId, context, plannerGate(context, PublishForbidden))
  const message =
    made.card.status === 'pending' ? 'Event submitted for approval.' : 'Event published successfully.'
  return answer(statusView(made, context), { message })
}

export const setEventStatus: Operation<Rows['setEventStatus']> = async (
  { orgId, eventId, ...requested },
  context,
) => {
  const moved = await moveToStatus(eventId, requested, context, hostGate(orgId))
  return { event: plannedView(moved, context.now()) }
}
