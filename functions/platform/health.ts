import type { Context } from '../../lib/context.ts'
import { StoreUnavailable } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { days, hourMs, hours, minutes } from '../../lib/contract/time.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import type { Operation } from '../../lib/operation.ts'
import { type ScheduleRun, scheduleRun } from '../../lib/scheduled/schedule.ts'
import { type DueMark, dueLater, dueMark } from '../../lib/scheduled/sweep-state.ts'
import { findStreamLag, type StreamLag } from '../../lib/stream-lag.ts'
import type { Table } from '../../lib/table/table.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { contract } from './contract.ts'
import { healthLimits } from './contract.ts'
import { findKeys, listTroubles, probeTable, type Trouble } from './repository.ts'

type Rows = (typeof contract)['rows']

/** `down`: users lack a part that they need. `unknown`: no run so far. */
type Status = 'ok' | 'degraded' | 'down' | 'unknown'

const gradeOf = (value: number, degraded: number, down: number): Status => {
  if (value >= down) return 'down'
  return value >= degraded ? 'degraded' : 'ok'
}

const secondsSince = (moment: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(moment)) / 1000))

const pulseSeconds = 60

/** Seconds from a write to its change event: of the newest pulse, or since pulses stopped arriving. */
export const streamVerdict = (
  { sent, seen }: StreamLag,
  now: Date,
): { status: Status; lagSeconds: number | null } => {
  if (!sent) return { status: 'unknown', lagSeconds: null }
  if (!seen) return { status: 'degraded', lagSeconds: secondsSince(sent.at, now) }
  const missed = (Date.parse(sent.at) - Date.parse(seen.at)) / 1000 - pulseSeconds
  const lagSeconds =
    seen.at >= sent.at
      ? secondsSince(seen.at, new Date(seen.seenAt))
      : Math.max(secondsSince(sent.at, now), Math.round(missed))
  return { status: gradeOf(lagSeconds, 120, 600), lagSeconds }
}

const periods = { minute: minutes, hour: hours } as const

/** A schedule may be a few minutes late. The clock itself is down when even its minute runs stop. */
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

export const keysVerdict = ({ count, newest }: { count: number; newest: string | undefined }, now: Date) => ({
  status: count > 0 ? ('ok' as const) : ('down' as const),
  keys: count,
  keyAgeDays: newest === undefined ? null : Math.floor(secondsSince(newest, now) / days),
})

const troubleCounts = (troubled: readonly Trouble[]) => {
  const dropped = troubled.filter(({ state }) => state === 'dropped').length
  return { dropped, retried: troubled.length - dropped }
}

/** Single mails fail for their own reasons; many at once mean that the gateway accepts none. */
export const mailVerdict = (troubled: readonly Trouble[]) => ({
  status: gradeOf(troubled.length, 1, 20),
  ...troubleCounts(troubled),
})

/** Every push message is in the inbox too, so no user misses it. */
export const pushVerdict = (troubled: readonly Trouble[]) => ({
  status: gradeOf(troubled.length, 1, Number.POSITIVE_INFINITY),
  ...troubleCounts(troubled),
})

/** A task that is set aside was never carried out. An hour may take until five minutes after its end. */
export const tasksVerdict = (
  { mark, aside }: { mark: Pick<DueMark, 'hour'> | undefined; aside: number },
  now: Date,
): { status: Status; lateHours: number | null; aside: number } => {
  if (!mark) return { status: aside > 0 ? 'degraded' : 'unknown', lateHours: null, aside }
  const lateHours = Math.max(0, Math.floor(now.getTime() / hourMs) - mark.hour)
  const late = gradeOf(lateHours, 2, 24)
  return { status: late === 'ok' && aside > 0 ? 'degraded' : late, lateHours, aside }
}

const maxCheckMs = 4000

/** Result of a check, or `failed` when it throws or takes too long: a part that cannot be checked is down. */
const checkInTime = async <V extends { status: Status }>(work: Promise<V>, failed: V): Promise<V> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<V>((resolve) => {
    timer = setTimeout(() => resolve(failed), maxCheckMs)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return failed
  } finally {
    clearTimeout(timer)
  }
}

const slowMs = 1000

const checkDatabase = async ({ table, newId, now }: Context) => {
  const began = performance.now()
  const isConsistent = await probeTable(table, newId(), now())
  const took = performance.now() - began
  const status: Status = isConsistent ? (took > slowMs ? 'degraded' : 'ok') : 'down'
  return { status, latency: `${Math.round(took)} ms` }
}

const listScheduleRuns = (table: Table) =>
  table.at(platformKey).list(scheduleRun, { keyParams: {}, limit: 100, strong: true })

/** How far the sweep has come, and the tasks it had to set aside. */
const findTaskLag = async (table: Table) => {
  const platformTable = table.at(platformKey)
  const [mark, aside] = await Promise.all([
    platformTable.get(dueMark, { name: 'sweep' }, { strong: true }),
    platformTable.list(dueLater, { keyParams: {}, limit: 100 }),
  ])
  return { mark, aside: aside.items.length }
}

/** Runs all checks in parallel. Texts of exceptions are not returned. */
export const getDetailedHealth: Operation<Rows['getDetailedHealth']> = async (_, context) => {
  const { caller, tenant } = context
  await spend(context, 'health', healthLimits.administrator, caller.tenantUserId ?? identityOf(caller))
  const { table, now } = context
  const down = 'down' as const
  const [store, auth, scheduler, stream, mail, push, due] = await Promise.all([
    checkInTime(checkDatabase(context), { status: down, latency: '–' }),
    checkInTime(
      findKeys(table).then((keys) => keysVerdict(keys, now())),
      { status: down, keys: 0, keyAgeDays: null },
    ),
    checkInTime(
      listScheduleRuns(table).then(({ items }) => schedulerVerdict(items, now())),
      { status: down, lastRun: null, schedules: [] },
    ),
    checkInTime(
      findStreamLag(table, { strong: true }).then((signs) => streamVerdict(signs, now())),
      { status: down, lagSeconds: null },
    ),
    checkInTime(listTroubles(table, 'mail').then(mailVerdict), { status: down, dropped: 0, retried: 0 }),
    checkInTime(listTroubles(table, 'push').then(pushVerdict), { status: down, dropped: 0, retried: 0 }),
    checkInTime(
      findTaskLag(table).then((signs) => tasksVerdict(signs, now())),
      { status: down, lateHours: null, aside: 0 },
    ),
  ])
  const { status, lastRun } = scheduler
  const statuses = {
    backend: { status: 'ok' as const, uptime: Math.round(process.uptime()) },
    database: store,
    auth,
    scheduler,
    cronJobs: { status, lastRun },
    stream,
    mail,
    push,
    due,
  }
  const ok = Object.values(statuses).every((one) => one.status !== 'down')
  const health = { ok, statuses, subDomain: tenant.key, version: manifest.version }
  if (ok) return answer(health)
  const headers = { 'x-error-code': StoreUnavailable.code }
  return answer(health, { status: StoreUnavailable.status, success: false, headers })
}

export const getHealth: Operation<Rows['getHealth']> = async () => ({ ok: true })
