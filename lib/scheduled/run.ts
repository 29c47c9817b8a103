import { dayMs } from '../contract/time.ts'
import { isUnavailable } from '../table/call.ts'
import type { Condition } from '../table/condition.ts'
import { conflicted } from '../table/retry.ts'
import { put, remove } from '../table/write.ts'
import type { ScheduleContext } from './schedule.ts'
import { dueLater } from './sweep-state.ts'
import { type ScheduledTask, scheduledTask, type TaskHandler } from './task.ts'

/** How often a row fails before it is put aside. */
const maxTries = 10
/** How often a handler is asked within one try: the row stays due, and a busy one must not hold up those behind it. */
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

/** Counts a failure; true when the row does not stand in the way any more. What the table could not do does not count. */
const recordFailedTry = async (
  row: ScheduledTask,
  error: unknown,
  context: ScheduleContext,
): Promise<boolean> => {
  const { kind, tenantKey: tenant, subject } = row
  const tries = (row.tries ?? 0) + 1
  const isLast = tries >= maxTries
  // No message: it may quote what somebody wrote.
  context.log({
    level: isLast ? 'error' : 'warn',
    operation: 'clock.due',
    due: kind,
    tenant,
    subject,
    tries,
    outcome: isLast ? 'aside' : 'failed',
    cause: causeOf(error),
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
  if (!handler) throw new Error(`nobody carries out ${row.kind}`)
  const table = context.table.at(row.tenantKey)
  await table.retryOnConflict(
    async () => {
      const writes = await handler.carryOut(row, { ...context, table })
      const written = await table.write([remove(scheduledTask, row, { exists: true }), ...writes])
      // Without the row somebody else has carried it out, or it was taken back.
      return written.ok || written.failed.includes(0) || conflicted
    },
    { attempts: maxAttempts },
  )
}

/**
 * Carries out one row: its effect and its removal are one transaction, so that it happens once, whoever tries. True when
 * the row is gone; a failure never reaches the rows beside it.
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
