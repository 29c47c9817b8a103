import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isAdmin } from '../../../lib/identity/person/caller.ts'
import { decide } from '../../approvals/index.ts'
import { type EventStatus, eventStatuses, requireEvent, type WholeEvent } from '../../events/index.ts'
import { moveRefused } from '../../lifecycle/index.ts'
import { InvalidStatus, ReasonRequired, StatusForbidden, StatusRequired } from '../contract/failures.ts'
import { moveEvent } from '../edit/end.ts'
import type { Gate } from '../hosts/rights.ts'
import { publish } from './publication.ts'

type World = Context<'caller'>

const isStatus = (given: string): given is EventStatus => (eventStatuses as readonly string[]).includes(given)

/**
 * Decides on an event as `approve-event` and `reject-event` do: by those rules, whoever asks and wherever. A rejection
 * needs a reason.
 */
export const decideOn = async (
  eventId: string,
  way: 'approve' | 'reject',
  reason: string | undefined,
  context: World,
  gate: Gate,
): Promise<WholeEvent> => {
  const { card } = await requireEvent(context.table, eventId)
  await gate(card)
  if (card.status !== 'pending') fail(moveRefused(card.status, way === 'approve' ? 'approved' : 'rejected'))
  if (way === 'reject' && !reason) fail(ReasonRequired, { field: 'reason' })
  await decide(way, { event_id: eventId, ...(reason ? { reason } : {}) }, context)
  return requireEvent(context.table, eventId)
}

/** What only a decision brings about, and only administrators may ask for by name. */
const decisions: Partial<Record<EventStatus, 'approve' | 'reject'>> = {
  approved: 'approve',
  rejected: 'reject',
}

/**
 * Moves an event to a state by its name: `published` and `pending` submit it, `draft` withdraws it. What
 * a decision brings about takes an administrator, and the rules of decisions, which exclude one's own events. Fails with
 * 400 for no status or none there is, 403, and 409 `Cannot change status from X to Y`.
 */
export const setStatus = async (
  eventId: string,
  { status, reason }: { readonly status?: string | undefined; readonly reason?: string | undefined },
  context: World,
  gate: Gate,
): Promise<WholeEvent> => {
  if (!status) return fail(StatusRequired, { field: 'status' })
  const to = status === 'published' ? 'pending' : status
  if (!isStatus(to)) return fail(InvalidStatus, { field: 'status' })
  if (to === 'pending') return publish(eventId, context, gate)
  if (to === 'approved' || to === 'rejected' || to === 'not-applicable') {
    const way = decisions[to]
    if (!isAdmin(context.caller)) fail(StatusForbidden)
    if (way) return decideOn(eventId, way, reason, context, gate)
    const { card } = await requireEvent(context.table, eventId)
    await gate(card)
    return fail(moveRefused(card.status, to))
  }
  return moveEvent(eventId, to, context, gate, { reason })
}
