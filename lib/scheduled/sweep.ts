import { hourMs, minuteMs } from '../contract/time.ts'
import { runTask } from './run.ts'
import type { Schedule, ScheduleContext } from './schedule.ts'
import { dueMark } from './sweep-state.ts'
import { dueHourOf, dueShards, scheduledTask, type TaskHandler } from './task.ts'

/** Time that a transaction may take between choosing its due time and writing the row. */
const lateMs = 5 * minuteMs
/** How far back the first sweep of a table begins. */
const hoursBeforeFirst = 24
const hoursAtOnce = 4
const rowsAtOnce = 4

/** Limits of one sweep; the next sweep continues with the rest. */
export type SweepLimits = { readonly pages: number; readonly pageSize: number; readonly seconds: number }

const defaultLimits: SweepLimits = { pages: 4000, pageSize: 100, seconds: 40 }

type Sweep = {
  readonly handlers: readonly TaskHandler[]
  readonly context: ScheduleContext
  readonly pageSize: number
  /** Tasks up to this key are due. */
  readonly to: string
  hasTime(): boolean
  /** Takes one page from the remaining budget; false when it is used up. */
  canRead(): boolean
  /** Receives the first row of each page, which is the oldest. */
  found(row: { readonly at: string } | undefined): void
}

const hourNumber = (moment: number): number => Math.floor(moment / hourMs)

const budgetOf = ({ pages, seconds }: SweepLimits, now: () => Date): Pick<Sweep, 'hasTime' | 'canRead'> => {
  const end = now().getTime() + seconds * 1000
  let left = pages
  const hasTime = () => now().getTime() < end
  const mayRead = () => {
    left -= 1
    return left >= 0 && hasTime()
  }
  return { hasTime, canRead: mayRead }
}

/** Runs a few tasks in parallel while there is time. True when all of them are gone. */
const runTasks = async (rows: readonly Parameters<typeof runTask>[0][], sweep: Sweep): Promise<boolean> => {
  const waiting = [...rows]
  let isComplete = true
  const work = async (): Promise<void> => {
    while (sweep.hasTime()) {
      const row = waiting.shift()
      if (!row) return
      isComplete = (await runTask(row, sweep.handlers, sweep.context)) && isComplete
    }
  }
  await Promise.all(Array.from({ length: rowsAtOnce }, work))
  return isComplete && waiting.length === 0
}

/** True when the partition holds no more due tasks. */
const sweepPartition = async (sweep: Sweep, hour: string, shard: string): Promise<boolean> => {
  const { context, pageSize, to } = sweep
  let cursor: string | undefined
  let isComplete = true
  do {
    if (!sweep.canRead()) return false
    const listing = { keyParams: { hour, shard }, limit: pageSize, cursor, to, strong: true }
    const page = await context.table.list(scheduledTask, listing)
    sweep.found(page.items[0])
    isComplete = (await runTasks(page.items, sweep)) && isComplete
    cursor = page.cursor
  } while (cursor)
  return isComplete
}

/** Waits for all of them before it throws: nothing may continue after its sweep has ended. */
const allSettled = async (works: readonly Promise<boolean>[]): Promise<readonly boolean[]> => {
  await Promise.allSettled(works)
  return Promise.all(works)
}

const sweepHour = async (sweep: Sweep, hour: number): Promise<boolean> => {
  const name = dueHourOf(new Date(hour * hourMs).toISOString())
  const wholes = await allSettled(dueShards.map((shard) => sweepPartition(sweep, name, shard)))
  return wholes.every((whole) => whole)
}

/**
 * Sweeps from `first` to the hour of `now`, oldest first. Returns the first hour to sweep again: one that is not
 * empty, or so recent that a transaction may still write to it.
 */
const sweepFrom = async (sweep: Sweep, first: number, now: number): Promise<number> => {
  const last = hourNumber(now)
  const firstYoung = hourNumber(now - lateMs)
  let open = first
  for (let from = first; from <= last; from += hoursAtOnce) {
    const hours = Array.from({ length: Math.min(hoursAtOnce, last - from + 1) }, (_, at) => from + at)
    const wholes = await allSettled(hours.map((hour) => sweepHour(sweep, hour)))
    for (const [at, hour] of hours.entries())
      if (open === hour && wholes[at] && hour < firstYoung) open = hour + 1
    if (!sweep.canRead()) break
  }
  return open
}

const sweepAt = (
  handlers: readonly TaskHandler[],
  context: ScheduleContext,
  limits: SweepLimits,
  found: Sweep['found'],
): Sweep => ({
  handlers,
  context,
  found,
  pageSize: limits.pageSize,
  to: `${context.now().toISOString()}#\u{10FFFF}`,
  ...budgetOf(limits, context.now),
})

/** Runs the tasks due in the hour of `now`, up to now, whatever the mark says: for replaying a history. */
export const sweepHourOfNow =
  (handlers: readonly TaskHandler[]): Schedule['carryOut'] =>
  async (context) => {
    await sweepHour(
      sweepAt(handlers, context, defaultLimits, () => undefined),
      hourNumber(context.now().getTime()),
    )
  }

/**
 * The schedule that runs due tasks. Rows are removed as they are run, so the mark counts whole hours. The next sweep
 * repeats one that died, and after days of standstill it begins at the mark. A quiet minute costs two round trips: the
 * mark, then eight empty queries (sixteen in the first five minutes of an hour).
 */
export const sweepDue =
  (handlers: readonly TaskHandler[], limits: SweepLimits = defaultLimits): Schedule['carryOut'] =>
  async (context) => {
    const now = context.now().getTime()
    const mark = await context.table.get(dueMark, { name: 'sweep' }, { strong: true })
    const first = mark?.hour ?? hourNumber(now) - hoursBeforeFirst
    let oldest = now
    const sweep = sweepAt(handlers, context, limits, (row) => {
      if (row) oldest = Math.min(oldest, Date.parse(row.at))
    })
    // A mark written by a fast clock must not hide tasks that are written now.
    const open = await sweepFrom(sweep, Math.min(first, hourNumber(now - lateMs)), now)
    const DueLate = Math.round((now - oldest) / 1000)
    context.log({ operation: 'clock.due', measured: { DueLate } })
    if (open <= first) return
    const at = context.now().toISOString()
    const condition = { orAbsent: true, below: { hour: open } } as const
    await context.table.update(dueMark, { name: 'sweep' }, { set: { hour: open, at } }, condition)
  }
