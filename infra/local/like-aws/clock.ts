import { setTimeout as pause } from 'node:timers/promises'

/** The model's clock, in milliseconds. Tests pass their own and need not wait. */
export type ModelClock = {
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

export const realClock: ModelClock = {
  now: () => performance.now(),
  wait: async (milliseconds) => {
    if (milliseconds > 0) await pause(milliseconds)
  },
}

/** A clock that makes everything take this many times as long. */
export const slowed = ({ now, wait }: ModelClock, times: number): ModelClock => ({
  now: () => now() / times,
  wait: (milliseconds) => wait(milliseconds * times),
})
