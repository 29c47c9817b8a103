import { hours } from '../../../lib/contract/time.ts'

/** Of one person. */
export const planningLimits = {
  creation: { max: 200, seconds: hours },
  picture: { max: 60, seconds: hours },
} as const
