import { type Schedule, type ScheduleRun, scheduleRun } from '../../lib/scheduled/schedule.ts'
import type { Table } from '../../lib/table/table.ts'

const lengths = { minute: 60_000, hour: 3_600_000 } as const

/** A run that has not said how it ended for so long has died. */
const leaseSeconds = 120

export const slotOf = ({ every, past }: Schedule, time: Date): number =>
  Math.floor((time.getTime() - past * 60_000) / lengths[every])

const mayInherit = ({ state, startedAt }: ScheduleRun, now: Date): boolean =>
  state === 'failed' || (state === 'running' && now.getTime() - Date.parse(startedAt) > leaseSeconds * 1000)

/**
 * Takes the slot of `time`, alone: true for one of several that ask at once. A slot whose run failed or died is given
 * out again.
 */
export const claimRun = async (table: Table, schedule: Schedule, time: Date, now: Date): Promise<boolean> => {
  const { name, every } = schedule
  const slot = slotOf(schedule, time)
  const claimed = { name, every, slot, tries: 1, state: 'running' as const, startedAt: now.toISOString() }
  const taken = await table.update(
    scheduleRun,
    { name },
    { set: claimed },
    { orAbsent: true, below: { slot } },
  )
  if (taken.ok) return true
  const { found } = taken
  if (found?.slot !== slot || !mayInherit(found, now)) return false
  const { tries, state } = found
  const again = { ...claimed, tries: tries + 1 }
  return (await table.update(scheduleRun, { name }, { set: again }, { equals: { slot, tries, state } })).ok
}

/** Says how the run ended, unless a later one has begun since. */
export const endRun = async (
  table: Table,
  schedule: Schedule,
  time: Date,
  now: Date,
  state: 'done' | 'failed',
): Promise<void> => {
  const endedAt = now.toISOString()
  const set = { state, endedAt, ...(state === 'done' ? { doneAt: endedAt } : {}) }
  const { name } = schedule
  await table.update(scheduleRun, { name }, { set }, { equals: { slot: slotOf(schedule, time) } })
}
