import type { ScheduleRun } from '../../lib/scheduled/schedule.ts'
import type { DueMark } from '../../lib/scheduled/signs.ts'
import type { Pulse, PulseSeen, Trouble } from './signs.ts'

/** `down` is something that users need and do not have; `unknown` is what has not happened yet. */
export type Status = 'ok' | 'degraded' | 'down' | 'unknown'

const graded = (value: number, degraded: number, down: number): Status => {
  if (value >= down) return 'down'
  return value >= degraded ? 'degraded' : 'ok'
}

const secondsSince = (moment: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(moment)) / 1000))

const pulseSeconds = 60

/** How long a write takes to be carried out: that of the newest pulse, or how long pulses have not been met. */
export const streamVerdict = (
  { sent, seen }: { sent: Pulse | undefined; seen: PulseSeen | undefined },
  now: Date,
): { status: Status; lagSeconds: number | null } => {
  if (!sent) return { status: 'unknown', lagSeconds: null }
  if (!seen) return { status: 'degraded', lagSeconds: secondsSince(sent.at, now) }
  const missed = (Date.parse(sent.at) - Date.parse(seen.at)) / 1000 - pulseSeconds
  const lagSeconds =
    seen.at >= sent.at
      ? secondsSince(seen.at, new Date(seen.seenAt))
      : Math.max(secondsSince(sent.at, now), Math.round(missed))
  return { status: graded(lagSeconds, 120, 600), lagSeconds }
}

const periods = { minute: 60, hour: 3600 } as const

/** A schedule may be a few minutes late; the clock itself is down when not even its minutes come. */
const runStatus = ({ every, state, startedAt }: ScheduleRun, now: Date): Status => {
  const late = secondsSince(startedAt, now) - periods[every]
  if (every === 'minute' && late >= 600) return 'down'
  return state === 'failed' || late >= 300 ? 'degraded' : 'ok'
}

const worst = (statuses: readonly Status[]): Status =>
  (['down', 'degraded', 'unknown', 'ok'] as const).find((status) => statuses.includes(status)) ?? 'unknown'

export const schedulerVerdict = (runs: readonly ScheduleRun[], now: Date) => {
  const starts = runs.map(({ startedAt }) => startedAt).sort()
  return {
    status: worst(runs.map((run) => runStatus(run, now))),
    lastRun: starts.at(-1) ?? null,
    schedules: runs.map(({ name, every, state, startedAt, doneAt }) => ({
      name,
      every,
      state,
      lastRun: startedAt,
      lastSuccess: doneAt ?? null,
    })),
  }
}

const day = 24 * 3600

export const keysVerdict = ({ count, newest }: { count: number; newest: string | undefined }, now: Date) => ({
  status: count > 0 ? ('ok' as const) : ('down' as const),
  keys: count,
  keyAgeDays: newest === undefined ? null : Math.floor(secondsSince(newest, now) / day),
})

const counted = (troubled: readonly Trouble[]) => {
  const dropped = troubled.filter(({ state }) => state === 'dropped').length
  return { dropped, retried: troubled.length - dropped }
}

/** Single mails fail for reasons of their own; many at once mean that the gateway does not take any. */
export const mailVerdict = (troubled: readonly Trouble[]) => ({
  status: graded(troubled.length, 1, 20),
  ...counted(troubled),
})

/** Whatever is pushed stands in the inbox too, so nobody is without what they need. */
export const pushVerdict = (troubled: readonly Trouble[]) => ({
  status: graded(troubled.length, 1, Number.POSITIVE_INFINITY),
  ...counted(troubled),
})

const hourMs = 3_600_000

/** Whatever is put aside did not happen for somebody. An hour may take until five minutes after its end. */
export const dueVerdict = (
  { mark, aside }: { mark: Pick<DueMark, 'hour'> | undefined; aside: number },
  now: Date,
): { status: Status; lateHours: number | null; aside: number } => {
  if (!mark) return { status: aside > 0 ? 'degraded' : 'unknown', lateHours: null, aside }
  const lateHours = Math.max(0, Math.floor(now.getTime() / hourMs) - mark.hour)
  const late = graded(lateHours, 2, 24)
  return { status: late === 'ok' && aside > 0 ? 'degraded' : late, lateHours, aside }
}
