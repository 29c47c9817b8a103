import { setTimeout as pause } from 'node:timers/promises'

/** A wait that somebody may cut short. */
export type Bell = {
  wake: () => void
  /** Resolves after this many milliseconds, on a ring (also one before the call), or when all stops. */
  wait: (milliseconds: number) => Promise<'rung' | 'quiet'>
}

export const bell = (stopping: AbortSignal): Bell => {
  let rung = false
  let current = new AbortController()
  return {
    wake: () => {
      rung = true
      current.abort()
    },
    wait: async (milliseconds) => {
      current = new AbortController()
      if (!rung) {
        const signal = AbortSignal.any([stopping, current.signal])
        await pause(milliseconds, undefined, { signal }).catch(() => undefined)
      }
      const how = rung ? 'rung' : 'quiet'
      rung = false
      return how
    },
  }
}
