import { conflict, fail } from '../../lib/contract/failure.ts'
import type { Write } from '../../lib/table/write.ts'
import type { EventBody, EventCard, EventRecord, EventStatus } from '../events/index.ts'
import { type ChangeFacts, changeWrites, type EventChangePlan } from './change-writes.ts'
import type { PlanContext } from './notifications.ts'

/** The message names both states. */
export const WrongMove = conflict('Cannot change status', 'WRONG_STATUS')
export const moveRefused = (from: string, to: string) => ({
  ...WrongMove,
  message: `Cannot change status from ${from} to ${to}`,
})

/** Every move there is (rules/planning 11). A pending event that no longer needs a decision goes live like a new one. */
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

/** What else changes with a status. */
export type MoveOptions = ChangeFacts & {
  readonly card?: Partial<EventCard>
  readonly body?: Partial<EventBody>
}

/** See `statusWrites`; with card and body as they will stand, for whoever has to show them or to write about them. */
export const planMove = (
  context: PlanContext,
  whole: EventRecord,
  to: EventStatus,
  { card, body, ...known }: MoveOptions = {},
): Promise<EventChangePlan> => {
  refuseMove(whole.card.status, to)
  const wanted = { card: { ...whole.card, ...card, status: to }, body: { ...whole.body, ...body } }
  return changeWrites(context, whole, wanted, known)
}

/**
 * Everything that a move of an event's status means, for somebody's transaction. `whole` is the event as
 * it was read strongly; the first write is its card under that version, so when it fails somebody was faster: read again.
 * At most one round trip of reads. Fails with 409 `Cannot change status from X to Y`, or when the room is taken. What
 * happens to the approval instance is up to whoever moves.
 */
export const statusWrites = async (
  context: PlanContext,
  whole: EventRecord,
  to: EventStatus,
  more: MoveOptions = {},
): Promise<readonly Write[]> => (await planMove(context, whole, to, more)).writes
