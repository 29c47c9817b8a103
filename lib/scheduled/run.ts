import { dayMs } from '../contract/time.ts'
import { faultFacts } from '../fault-facts.ts'
import { isUnavailable } from '../table/call.ts'
import type { Condition } from '../table/condition.ts'
import { conflicted } from '../table/retry.ts'
import { put, remove } from '../table/write.ts'
import type { ScheduleContext } from './schedule.ts'
import { dueLater } from './sweep-state.ts'
import { type ScheduledTask, scheduledTask, type TaskHandler } from './task.ts'

/** Failures after which a task is set aside. */
const maxTries = 10
/** Attempts within one try. The task stays due, and a busy one must not delay the tasks behind it. */
const maxAttempts = 3
const keptAsideMs = 30 * dayMs

const causeOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/** Two sweepers that fail at once count one failure. */
const sameTries = ({ tries }: ScheduledTask): Condition<ScheduledTask> =>
  tries === undefined ? { without: ['tries'] } : { equals: { tries } }

const setTaskAside = async (
  row: ScheduledTask,
  tries: number,
  cause: string,
  context: ScheduleContext,
): Promise<void> => {
  const { hour: _, shard: __, ...kept } = row
  const now = context.now()
  const asideAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + keptAsideMs).toISOString()
  await context.table.write([
    remove(scheduledTask, row, sameTries(row)),
    put(dueLater, { ...kept, tries, cause, asideAt, expiresAt }),
  ])
}

/**
 * Counts a failure. True when the task has been set aside and blocks nothing. Failures of the table are not counted.
 */
const recordFailedTry = async (
  row: ScheduledTask,
  error: unknown,
  context: ScheduleContext,
): Promise<boolean> => {
  const { kind, tenantKey: tenant, subject } = row
  const tries = (row.tries ?? 0) + 1
  const isLast = tries >= maxTries
  context.log({
    level: isLast ? 'error' : 'warn',
    operation: 'clock.due',
    due: kind,
    tenant,
    subject,
    tries,
    outcome: isLast ? 'aside' : 'failed',
    cause: causeOf(error),
    ...faultFacts(error),
  })
  if (isUnavailable(error)) return false
  if (isLast) await setTaskAside(row, tries, causeOf(error), context)
  else await context.table.update(scheduledTask, row, { set: { tries } }, sameTries(row))
  return isLast
}

const runHandler = async (
  row: ScheduledTask,
  handlers: readonly TaskHandler[],
  context: ScheduleContext,
): Promise<void> => {
  const handler = handlers.find(({ kind }) => kind === row.kind)
  if (!handler) throw new Error(`no handler for scheduled task ${row.kind}`)
  const table = context.table.at(row.tenantKey)
  await table.retryOnConflict(
    async () => {
      const writes = await handler.carryOut(row, { ...context, table })
      const written = await table.write([remove(scheduledTask, row, { exists: true }), ...writes])
      // Without its row the task was run by another sweep, or cancelled.
      return written.ok || written.failed.includes(0) || conflicted
    },
    { attempts: maxAttempts },
  )
}

/**
 * Runs one task: its effect and its removal are one transaction, so that it happens once, however many sweeps try.
 * True when the row is gone. A failure never affects other tasks.
 */
export const runTask = async (
  row: ScheduledTask,
  handlers: readonly TaskHandler[],
  context: ScheduleContext,
): Promise<boolean> => {
  try {
    await runHandler(row, handlers, context)
    return true
  } catch (error) {
    return recordFailedTry(row, error, context).catch(() => false)
  }
}
