import { hourMs, minuteMs } from '../../lib/contract/time.ts'
import { faultFacts } from '../../lib/fault-facts.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { processRuntime, type Runtime } from '../../lib/runtime.ts'
import { every, type Schedule, type ScheduleRun, scheduleRun } from '../../lib/scheduled/schedule.ts'
import { sweepDue } from '../../lib/scheduled/sweep.ts'
import type { TaskHandler } from '../../lib/scheduled/task.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { taskHandlers as approvals } from '../approvals/scheduled-tasks.ts'
import { taskHandlers as attendance } from '../attendance/scheduled-tasks.ts'
import { schedules as audit } from '../audit/schedules.ts'
import { taskHandlers as exports } from '../exports/scheduled-tasks.ts'
import { taskHandlers as answers } from '../form-records/scheduled-tasks.ts'
import { taskHandlers as jobs } from '../jobs/scheduled-tasks.ts'
import { taskHandlers as growing } from '../management/organizations/approval.ts'
import { taskHandlers as renewals } from '../management/renewal/renewal.ts'
import { taskHandlers as terms } from '../members/scheduled-tasks.ts'
import { schedules as notifications } from '../notifications/schedules.ts'
import { taskHandlers as planning } from '../planning/scheduled-tasks.ts'
import { schedules as platform } from '../platform/schedules.ts'
import { taskHandlers as reminders } from '../reminders/scheduled-tasks.ts'
import { schedules as saml } from '../saml/schedules.ts'
import { taskHandlers as verification } from '../verification/status-changes.ts'

const periodMs = { minute: minuteMs, hour: hourMs } as const

/** A run without a result for this long counts as dead. */
const leaseSeconds = 120

export const slotOf = ({ every, past }: Schedule, time: Date): number =>
  Math.floor((time.getTime() - past * minuteMs) / periodMs[every])

const canRetryRun = ({ state, startedAt }: ScheduleRun, now: Date): boolean =>
  state === 'failed' || (state === 'running' && now.getTime() - Date.parse(startedAt) > leaseSeconds * 1000)

/**
 * Claims the slot of `time`. True for one of several concurrent callers. The slot of a failed or dead run can be
 * claimed again.
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
  if (found?.slot !== slot || !canRetryRun(found, now)) return false
  const { tries, state } = found
  const again = { ...claimed, tries: tries + 1 }
  return (await table.update(scheduleRun, { name }, { set: again }, { equals: { slot, tries, state } })).ok
}

/** Records the run's result, unless a later run has started. */
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

/** Scheduled-task handlers of all domains. */
export const allTaskHandlers: readonly TaskHandler[] = [
  ...reminders,
  ...planning,
  ...approvals,
  ...attendance,
  ...jobs,
  ...verification,
  ...growing,
  ...renewals,
  ...terms,
  ...exports,
  ...answers,
]

/** Schedules of all domains. */
export const schedules: readonly Schedule[] = [
  ...platform,
  ...audit,
  ...notifications,
  ...saml,
  every('minute', 'due.sweep', sweepDue(allTaskHandlers)),
]

/** The minute of this invocation (ISO 8601). */
export type ClockTick = { readonly time?: string }

/** Runs one schedule if it is due and unclaimed. False when it failed. */
const runSchedule = async (schedule: Schedule, time: Date, runtime: Runtime): Promise<boolean> => {
  const { client, now, log } = runtime
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  const { name } = schedule
  try {
    if (!(await claimRun(table, schedule, time, now()))) return true
    await schedule.carryOut({ ...runtime, table, time })
    await endRun(table, schedule, time, now(), 'done')
    return true
  } catch (error) {
    const cause = error instanceof Error ? error.name : typeof error
    log({
      level: 'error',
      operation: 'clock.strike',
      schedule: name,
      outcome: 'failed',
      cause,
      ...faultFacts(error),
    })
    await endRun(table, schedule, time, now(), 'failed').catch(() => undefined)
    return false
  }
}

/**
 * Entry point, invoked once a minute. Schedules run in parallel and fail independently. When one fails, the invocation
 * fails at the end, so that the failure is counted. A second invocation for the same minute changes nothing.
 */
export const runSchedules =
  (rows: readonly Schedule[], runtimeOf: () => Runtime = processRuntime) =>
  async ({ time }: ClockTick): Promise<void> => {
    const runtime = runtimeOf()
    const at = time === undefined || Number.isNaN(Date.parse(time)) ? runtime.now() : new Date(time)
    const began = Math.max(0, runtime.now().getTime() - at.getTime())
    const outcomes = await Promise.all(rows.map((row) => runSchedule(row, at, runtime)))
    const failed = rows.filter((_, index) => !outcomes[index]).map(({ name }) => name)
    const ClockLate = Math.round(began / 1000)
    runtime.log({ operation: 'clock.strike', measured: { ClockLate, ScheduleFailures: failed.length } })
    if (failed.length > 0) throw new Error(`schedules failed: ${failed.join(', ')}`)
  }

export const handler = runSchedules(schedules)
