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

/** Something that somebody does at a moment (milliseconds since 1970). What it asks has ids that follow from `label`. */
export type Step = { readonly at: number; readonly label: string; act(ask: Ask): Promise<void> }

const atOnce = 16

/** What was due in an hour that is over; the platform's own clock looks only at hours since its last strike. */
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
 * Plays a history: steps of one moment side by side, moments in their order, and the clock in between, so that what
 * became due by then has happened. `told` hears of each day that has begun.
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

/** What the campus consists of while it is made. */
export type Campus = {
  readonly people: readonly Person[]
  readonly guests: readonly Person[]
  /** Administers the school. */
  readonly dean: Person
  /** Decides about large events. */
  readonly warden: Person
  /** When people work at events, so that nobody is to be in two places at once. */
  readonly shifts: Map<string, { readonly from: string; readonly to: string }[]>
  /** So many days from today (negative ones are past), at an hour (UTC), in milliseconds. Never later than now. */
  at(day: number, hour: number): number
  /** The same, whenever it is. */
  moment(day: number, hour: number): string
}

/** Waits until what was written so far has come through the stream: it keeps its order, so a pulse comes behind all of it. */
export const waitForStream = async ({ client, now }: Runtime): Promise<void> => {
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  const at = now().toISOString()
  await table.put(pulse, { name: 'stream', at })
  const isBehind = async (): Promise<boolean> =>
    ((await table.get(pulseSeen, { name: 'stream' }, { strong: true }))?.at ?? '') < at
  while (await isBehind()) await pause(50)
}
