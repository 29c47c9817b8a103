import { conflicting, fail } from '../../lib/contract/failure.ts'
import type { EventStatus } from '../events/index.ts'

/** The message names both states. */
export const WrongMove = conflicting('Cannot change status', 'WRONG_STATUS')
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

export const mayMove = (from: EventStatus, to: EventStatus): boolean => moves[from].includes(to)

/** Fails with 409 `Cannot change status from X to Y`. */
export const refuseMove = (from: EventStatus, to: EventStatus): void => {
  if (!mayMove(from, to)) fail(moveRefused(from, to))
}
