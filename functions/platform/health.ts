import type { Context } from '../../lib/context.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { scheduleRun } from '../../lib/scheduled/schedule.ts'
import { dueLater, dueMark } from '../../lib/scheduled/signs.ts'
import type { Table } from '../../lib/table/table.ts'
import { findKeys, findPulses, listTroubles, probeTable } from './repository.ts'
import {
  dueVerdict,
  keysVerdict,
  mailVerdict,
  pushVerdict,
  type Status,
  schedulerVerdict,
  streamVerdict,
} from './verdicts.ts'

const patience = 4000

/** What a look finds, or `failed` when it throws or takes too long: what cannot be looked at is down. */
const look = async <V extends { status: Status }>(work: Promise<V>, failed: V): Promise<V> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<V>((resolve) => {
    timer = setTimeout(() => resolve(failed), patience)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return failed
  } finally {
    clearTimeout(timer)
  }
}

const slow = 1000

const database = async ({ table, newId, now }: Context) => {
  const began = performance.now()
  const held = await probeTable(table, newId(), now())
  const took = performance.now() - began
  const status: Status = held ? (took > slow ? 'degraded' : 'ok') : 'down'
  return { status, latency: `${Math.round(took)} ms` }
}

const runsIn = (table: Table) =>
  table.at(platformKey).list(scheduleRun, { holes: {}, limit: 100, strong: true })

/** How far the sweeper has come, and what it had to put aside. */
const findDueSigns = async (table: Table) => {
  const own = table.at(platformKey)
  const [mark, aside] = await Promise.all([
    own.get(dueMark, { name: 'sweep' }, { strong: true }),
    own.list(dueLater, { holes: {}, limit: 100 }),
  ])
  return { mark, aside: aside.items.length }
}

/** Looks at everything at once. Texts of exceptions stay inside. */
export const examine = async (context: Context<'admin'>) => {
  const { table, now } = context
  const down = 'down' as const
  const [store, auth, scheduler, stream, mail, push, due] = await Promise.all([
    look(database(context), { status: down, latency: '–' }),
    look(
      findKeys(table).then((keys) => keysVerdict(keys, now())),
      { status: down, keys: 0, keyAgeDays: null },
    ),
    look(
      runsIn(table).then(({ items }) => schedulerVerdict(items, now())),
      { status: down, lastRun: null, schedules: [] },
    ),
    look(
      findPulses(table).then((pulses) => streamVerdict(pulses, now())),
      { status: down, lagSeconds: null },
    ),
    look(listTroubles(table, 'mail').then(mailVerdict), { status: down, dropped: 0, retried: 0 }),
    look(listTroubles(table, 'push').then(pushVerdict), { status: down, dropped: 0, retried: 0 }),
    look(
      findDueSigns(table).then((signs) => dueVerdict(signs, now())),
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
  return { ok: Object.values(statuses).every((one) => one.status !== 'down'), statuses }
}
