import { setTimeout as pause } from 'node:timers/promises'
import { allTaskHandlers } from '../../../functions/clock/handler.ts'
import { hourMs } from '../../../lib/contract/time.ts'
import { platformKey } from '../../../lib/identity/school/schools.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { sweepHourOfNow } from '../../../lib/scheduled/sweep.ts'
import { pulse, pulseSeen } from '../../../lib/stream-lag.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'
import type { Ask, CampusApi, Person } from './requests.ts'

/** An action at a time (milliseconds since 1970). The ids of its requests derive from `label`. */
export type Step = { readonly at: number; readonly label: string; act(ask: Ask): Promise<void> }

const atOnce = 16

/** Runs the scheduled tasks of a past hour. The platform's own clock only looks at hours since its last run. */
const runClockHour = async ({ worldAt, tableAt }: CampusApi, hour: number): Promise<void> => {
  const time = new Date((hour + 1) * hourMs - 1)
  const context = worldAt(time.getTime(), `clock ${hour}`)
  await sweepHourOfNow(allTaskHandlers)({ ...context, table: tableAt(time.getTime(), platformKey), time })
}

const inParallel = async (works: readonly (() => Promise<void>)[]): Promise<void> => {
  const waiting = [...works]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/**
 * Plays a history: steps of one time run in parallel, times run in order. The clock runs in between, so that tasks due
 * by then are done. Calls `report` for each new day.
 */
export const play = async (
  steps: readonly Step[],
  doors: CampusApi,
  now: number,
  report: (day: string) => Promise<void>,
): Promise<void> => {
  const moments = [...Map.groupBy(steps, ({ at }) => at)].sort(([a], [b]) => a - b)
  let day = ''
  const strikeUntil = async (at: number): Promise<void> => {
    const over = [...doors.dueHours].filter((hour) => (hour + 1) * hourMs <= at).sort((a, b) => a - b)
    for (const hour of over) {
      doors.dueHours.delete(hour)
      await runClockHour(doors, hour)
    }
  }
  for (const [at, own] of moments) {
    await strikeUntil(at)
    const today = new Date(at).toISOString().slice(0, 10)
    if (today !== day) await report(today)
    day = today
    await inParallel(own.map((step) => () => step.act(doors.at(step.at, step.label))))
  }
  await strikeUntil(now)
}

/** The parts of the campus while it is created. */
export type Campus = {
  readonly people: readonly Person[]
  readonly guests: readonly Person[]
  /** Administers the school. */
  readonly dean: Person
  /** Approves large events. */
  readonly warden: Person
  /** Shifts that people already have, so that nobody has two at once. */
  readonly shifts: Map<string, { readonly from: string; readonly to: string }[]>
  /** Milliseconds of an hour (UTC) on a day relative to today; past days are negative. Never later than now. */
  at(day: number, hour: number): number
  /** The same without the limit to now. */
  moment(day: number, hour: number): string
}

/**
 * Waits until the stream has handled all writes so far. The stream keeps its order, so a marker arrives after all of
 * them.
 */
export const waitForStream = async ({ client, now }: Runtime): Promise<void> => {
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  const at = now().toISOString()
  await table.put(pulse, { name: 'stream', at })
  const isBehind = async (): Promise<boolean> =>
    ((await table.get(pulseSeen, { name: 'stream' }, { strong: true }))?.at ?? '') < at
  while (await isBehind()) await pause(50)
}
