import { conflict, fail, failureText, withText } from '../../lib/contract/failure.ts'
import type { PreparedText } from '../../lib/contract/text/prepared.ts'
import type { Write } from '../../lib/table/write.ts'
import type { EventBody, EventCard, EventRecord, EventStatus } from '../events/index.ts'
import { type ChangeFacts, changeWrites, type EventChangePlan } from './change-writes.ts'
import type { PlanContext } from './notifications.ts'

/** The message names both statuses. */
export const WrongMove = conflict('Cannot change status', 'WRONG_STATUS')
const statusTexts: Readonly<Record<EventStatus, PreparedText>> = {
  draft: failureText('draft'),
  pending: failureText('pending'),
  approved: failureText('approved'),
  rejected: failureText('rejected'),
  'not-applicable': failureText('not-applicable'),
  cancelled: failureText('cancelled'),
  completed: failureText('completed'),
  archived: failureText('archived'),
}
export const moveRefused = (from: EventStatus, to: EventStatus) =>
  withText(
    WrongMove,
    failureText('Cannot change status from {from} to {to}', { from: statusTexts[from], to: statusTexts[to] }),
  )

/** All permitted moves (rules/planning 11). A pending event that no longer needs approval goes live like a new one. */
const moves: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  draft: ['pending', 'not-applicable', 'cancelled'],
  rejected: ['pending', 'not-applicable', 'archived'],
  pending: ['approved', 'rejected', 'draft', 'cancelled', 'not-applicable'],
  approved: ['pending', 'cancelled', 'completed'],
  'not-applicable': ['pending', 'cancelled', 'completed'],
  completed: ['archived'],
  cancelled: ['archived'],
  archived: [],
}

export const canMove = (from: EventStatus, to: EventStatus): boolean => moves[from].includes(to)

/** Fails with 409 `Cannot change status from X to Y`. */
export const refuseMove = (from: EventStatus, to: EventStatus): void => {
  if (!canMove(from, to)) fail(moveRefused(from, to))
}

/** Other changes that come with a status change. */
export type MoveOptions = ChangeFacts & {
  readonly card?: Partial<EventCard>
  readonly body?: Partial<EventBody>
}

/** As `statusWrites`, but also returns the planned card and body. */
export const planMove = (
  context: PlanContext,
  whole: EventRecord,
  to: EventStatus,
  { card, body, ...known }: MoveOptions = {},
): Promise<EventChangePlan> => {
  refuseMove(whole.card.status, to)
  const requested = { card: { ...whole.card, ...card, status: to }, body: { ...whole.body, ...body } }
  return changeWrites(context, whole, requested, known)
}

/**
 * All writes of a status change, for the caller's transaction. `whole` is the event, read strongly. The first write is
 * its card under that version; if it fails, read again and retry. At most one round trip of reads. Fails with 409
 * `Cannot change status from X to Y`, or when the room is taken. The caller handles the approval instance.
 */
export const statusWrites = async (
  context: PlanContext,
  whole: EventRecord,
  to: EventStatus,
  more: MoveOptions = {},
): Promise<readonly Write[]> => (await planMove(context, whole, to, more)).writes
