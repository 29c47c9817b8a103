import { minuteMs } from '../../../lib/contract/time.ts'

/** Work of every minute: the platform's own clock, and maintenance that the engine does not do itself. */
export type Minute = (time: Date) => Promise<unknown>

/** Runs the work at once and at every full minute. Skips a minute while the previous one still runs. */
export const startSchedules = (works: readonly Minute[], now: () => Date = () => new Date()) => {
  let timer: NodeJS.Timeout | undefined
  let working = false
  const strike = async (): Promise<void> => {
    if (working) return
    working = true
    try {
      const time = now()
      await Promise.allSettled(works.map((work) => work(time)))
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
      minuteMs - (now().getTime() % minuteMs),
    )
  }
  arm()
  void strike()
  return { stop: () => clearTimeout(timer) }
}
