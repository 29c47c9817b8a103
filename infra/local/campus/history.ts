import { setTimeout as pause } from 'node:timers/promises'
import { allTaskHandlers } from '../../../functions/clock/handler.ts'
import { scheduleEventTasks } from '../../../functions/lifecycle/index.ts'
import { hourMs } from '../../../lib/contract/time.ts'
import { platformKey } from '../../../lib/identity/school/schools.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { sweepHourOfNow } from '../../../lib/scheduled/sweep.ts'
import { pulse, pulseSeen } from '../../../lib/stream-lag.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'
import { type Course, inParallel } from './course.ts'
import type { Journal } from './journal.ts'
import type { Ask, CampusApi, Person } from './requests.ts'

/**
 * An action at a time (milliseconds since 1970). The ids of its requests derive from `label`. If later steps need an id
 * that it creates, it returns the id, and `restore` takes it over from an earlier run.
 */
export type Step = {
  readonly at: number
  readonly label: string
  act(ask: Ask): Promise<unknown>
  restore?(id: string): void
}

/** An event with the hours (since 1970) of its reminders and its end. The id is empty until the event is created. */
export type TimedEvent = { readonly event: { readonly eventId: string }; readonly hours: readonly number[] }

/**
 * Runs the scheduled tasks of a past hour. The platform's own clock only looks at hours since its last run. The stream
 * schedules tasks of events at the real time, so their hour schedules them again at the simulated one.
 */
const runClockHour = async (
  { worldAt, tableAt, school }: CampusApi,
  hour: number,
  timed: readonly TimedEvent[],
): Promise<void> => {
  const begin = hour * hourMs
  const before = { ...worldAt(begin, `tasks ${hour}`), table: tableAt(begin, school) }
  for (const { event, hours } of timed)
    if (hours.includes(hour) && event.eventId !== '') await scheduleEventTasks(event.eventId, {}, before)
  const time = new Date((hour + 1) * hourMs - 1)
  const context = worldAt(time.getTime(), `clock ${hour}`)
  await sweepHourOfNow(allTaskHandlers)({ ...context, table: tableAt(time.getTime(), platformKey), time })
}

/** Carries a step out, or takes its result over from an earlier run, which may have died in the middle of a step. */
const carryOut = async (
  { at, label, act, restore }: Step,
  doors: CampusApi,
  journal: Journal,
  isRepeated: boolean,
): Promise<void> => {
  const known = journal.resultOf(label)
  const created: string[] = []
  if (known?.id !== undefined) restore?.(known.id)
  const id = known ? undefined : await act(doors.at(at, label, { created, isRepeated }))
  const result = known ?? { created, ...(typeof id === 'string' ? { id } : {}) }
  if (!known) journal.note({ step: label, result })
  for (const name of result.created) doors.made.set(name, (doors.made.get(name) ?? 0) + 1)
}

/**
 * Plays a history: steps of one time run in parallel, times run in order. The clock runs in between, so that tasks due
 * by then are done. Of an interrupted run only the first time with open steps can have begun any of them.
 */
export const play = async (
  steps: readonly Step[],
  doors: CampusApi,
  now: number,
  { journal, report, shouldStop }: Course,
  timed: readonly TimedEvent[] = [],
): Promise<void> => {
  const moments = [...Map.groupBy(steps, ({ at }) => at)].sort(([a], [b]) => a - b)
  let day = ''
  let done = 0
  let mayBeBegun = journal.isResumed
  for (const { hours } of timed) for (const hour of hours) doors.dueHours.add(hour)
  const strikeUntil = async (at: number): Promise<void> => {
    const over = [...doors.dueHours].filter((hour) => (hour + 1) * hourMs <= at).sort((a, b) => a - b)
    for (const hour of over) {
      doors.dueHours.delete(hour)
      await runClockHour(doors, hour, timed)
      journal.note({ hour, swept: true })
    }
  }
  for (const [at, own] of moments) {
    await strikeUntil(at)
    const today = new Date(at).toISOString().slice(0, 10)
    if (today !== day) await report({ day: today, done, total: steps.length })
    day = today
    const isRepeated = mayBeBegun && own.some(({ label }) => !journal.resultOf(label))
    if (isRepeated) mayBeBegun = false
    await inParallel(own, { shouldStop }, (step) => carryOut(step, doors, journal, isRepeated))
    done += own.length
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
