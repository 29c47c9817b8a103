import { conflicting } from '../../lib/contract/failure.ts'

/** The message names both states. */
export const WrongMove = conflicting('Cannot change status', 'WRONG_STATUS')
export const moveRefused = (from: string, to: string) => ({
  ...WrongMove,
  message: `Cannot change status from ${from} to ${to}`,
})
