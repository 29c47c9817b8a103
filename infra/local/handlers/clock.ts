import { allTaskHandlers, runSchedules, schedules } from '../../../functions/clock/handler.ts'
import { minuteMs } from '../../../lib/contract/time.ts'
import { every, type Schedule } from '../../../lib/scheduled/schedule.ts'
import { sweepDue } from '../../../lib/scheduled/sweep.ts'
import { scheduleTask, type TaskHandler } from '../../../lib/scheduled/task.ts'
import { unfinishedSchools } from '../campus/journal.ts'

const laterMs = 10 * minuteMs

/** Postpones tasks of these schools. */
const postponing =
  (schools: ReadonlySet<string>) =>
  (handler: TaskHandler): TaskHandler => ({
    ...handler,
    async carryOut(task, context) {
      if (!schools.has(task.tenantKey)) return handler.carryOut(task, context)
      const at = new Date(context.now().getTime() + laterMs).toISOString()
      return [scheduleTask(context, { ...task, at })]
    },
  })

/**
 * Runs due tasks, except those of schools that `npm run campus` has not completed. Their events happen at simulated
 * times, but the stream schedules a past end as due now: it would end events before people register for them.
 */
export const sweepCompleteSchools =
  (dataDir: string): Schedule['carryOut'] =>
  (context) => {
    const schools = unfinishedSchools(dataDir, context.now().getTime())
    return sweepDue(allTaskHandlers.map(postponing(schools)))(context)
  }

const sweep = every('minute', 'due.sweep', sweepCompleteSchools(process.env.DATA_DIR ?? ''))

/** The platform's clock on this machine. */
export const handler = runSchedules(schedules.map((one) => (one.name === sweep.name ? sweep : one)))
