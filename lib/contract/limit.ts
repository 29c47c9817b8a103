/**
 * A rate limit: at most `max` within `seconds`. What counts is the subject that the operation names
 * (an account, an address, a session). `count: 'failures'` counts refused tries only (TABLE decision 25).
 */
export type Limit = {
  readonly max: number
  readonly seconds: number
  readonly count?: 'failures'
}

export const minutes = 60
export const hours = 3600
