import type { Handlers } from './handlers.ts'

const minute = 60_000

/** Invokes the clock at once and on every full minute; a minute that finds the last one still at work is skipped. */
export const startSchedules = (handlers: Pick<Handlers, 'domain'>, now: () => Date = () => new Date()) => {
  let timer: NodeJS.Timeout | undefined
  let working = false
  const strike = async (): Promise<void> => {
    if (working) return
    working = true
    try {
      await handlers.domain('clock', { schedule: 'minute', time: now().toISOString() })
    } finally {
      working = false
    }
  }
  const arm = (): void => {
    timer = setTimeout(
      () => {
        arm()
        void strike()
      },
      minute - (now().getTime() % minute),
    )
  }
  arm()
  void strike()
  return { stop: () => clearTimeout(timer) }
}
