import { minuteMs } from '../../../lib/contract/time.ts'

/** What a full minute starts: the platform's own clock where it has one, and what the engine does not do by itself. */
export type Minute = (time: Date) => Promise<unknown>

/** Runs the work of a minute at once and on every full one; a minute that finds the last one still at work is skipped. */
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
