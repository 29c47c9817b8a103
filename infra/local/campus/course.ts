import type { Journal } from './journal.ts'

/** A run that was asked to stop. What it has done is in the journal. */
const interruption = new Error('The run was interrupted.')

export const isInterruption = (error: unknown): boolean => error === interruption

/** Where a run is: the simulated day, and the share of its steps that are done. */
export type Progress = { readonly day: string; readonly done: number; readonly total: number }

/** The course of one run. */
export type Course = {
  readonly journal: Journal
  /** Called at each new day, with an unknown day before the first. */
  report(progress: Progress): Promise<void>
  /** Whether the run should end before its next step. */
  shouldStop(): boolean
}

const atOnce = 16

/** Handles values in parallel, a few at a time. Starts no further one once the run should stop or has failed. */
export const inParallel = async <V, R>(
  values: readonly V[],
  { shouldStop }: Pick<Course, 'shouldStop'>,
  act: (value: V) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  let failed = false
  const work = async (): Promise<void> => {
    for (let nth = next++; nth < values.length && !failed; nth = next++) {
      if (shouldStop()) throw interruption
      results[nth] = await act(values[nth] as V)
    }
  }
  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  // Requests that have begun are finished, so that their steps are noted.
  const [rejected] = (await Promise.allSettled(workers)).filter(({ status }) => status === 'rejected')
  if (rejected?.status === 'rejected') throw rejected.reason
  return results
}
