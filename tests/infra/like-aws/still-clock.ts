import type { ModelClock } from '../../../infra/local/like-aws/clock.ts'

type Waiting = { readonly due: number; readonly wake: () => void }

/** A clock that stands until it is moved. */
export const stillClock = () => {
  let time = 0
  let waiting: Waiting[] = []
  let asked: (() => void)[] = []
  const clock: ModelClock = {
    now: () => time,
    wait: (milliseconds) =>
      new Promise((wake) => {
        if (milliseconds <= 0) return wake()
        waiting.push({ due: time + milliseconds, wake })
        for (const one of asked.splice(0)) one()
      }),
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    ...clock,
    /** Until so many wait for the clock. */
    untilWaiting: async (count: number): Promise<void> => {
      while (waiting.length < count) await new Promise<void>((resolve) => asked.push(resolve))
    },
    /** Moves on; who waited for a moment on the way is woken in its order. */
    move: async (milliseconds: number): Promise<void> => {
      const end = time + milliseconds
      for (;;) {
        const next = waiting.toSorted((a, b) => a.due - b.due)[0]
        if (!next || next.due > end) break
        time = next.due
        waiting = waiting.filter((one) => one !== next)
        next.wake()
        await turn()
      }
      time = end
      asked = []
    },
  }
}
