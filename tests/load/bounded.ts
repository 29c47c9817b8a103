import { say } from './figures.ts'

/**
 * Runs a program that measures: it ends with 0 when `prove` says so, with 1 when it says no, throws or takes longer than
 * `mostMs`, with 130 when it is interrupted. `tidy` comes before any of these ends, so that neither a process nor a file
 * of ours stays.
 */
export const bounded = async (
  mostMs: number,
  prove: () => Promise<boolean>,
  tidy: () => Promise<void> | void,
): Promise<never> => {
  const leave = async (status: number): Promise<never> => {
    await tidy()
    process.exit(status)
  }
  const late = setTimeout(() => {
    say(`Not done within ${mostMs / 1000} s.`)
    void leave(1)
  }, mostMs)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void leave(130))
  try {
    return await leave((await prove()) ? 0 : 1)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return await leave(1)
  } finally {
    clearTimeout(late)
  }
}
