import * as z from 'zod/mini'
import type { Runtime } from '../../lib/runtime.ts'
import type { ScheduleContext } from '../../lib/scheduled/schedule.ts'
import { type SweepLimits, sweepDue } from '../../lib/scheduled/sweep.ts'
import { dueMark } from '../../lib/scheduled/sweep-state.ts'
import {
  dueShards,
  onDue,
  type ScheduledTask,
  scheduledTask,
  scheduleTask,
  type TaskFacts,
  type TaskHandler,
} from '../../lib/scheduled/task.ts'
import { entity, key } from '../../lib/table/entity.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { update } from '../../lib/table/write.ts'
import type { World } from './world.ts'

/** Counts how often something took effect: a second time would show. */
const effect = entity('TestEffect', z.object({ id: z.string(), count: z.number() }), {
  scope: 'tenant',
  pk: 'EFFECT#{id}',
  sk: 'EFFECT',
})

/** A handler whose effect is one more in the counter of the row's subject. */
export const counting = (kind = 'test'): TaskHandler =>
  onDue(kind, async ({ subject }) => [
    update(effect, { id: subject }, { add: { count: 1 } }, { orAbsent: true }),
  ])

export const countsOf = async (table: Table, ids: readonly string[]): Promise<number[]> => {
  const parts = Array.from({ length: Math.ceil(ids.length / 100) }, (_, at) =>
    ids.slice(at * 100, at * 100 + 100),
  )
  const found = await Promise.all(
    parts.map((part) =>
      table.batchGet(
        part.map((id) => key(effect, { id })),
        { strong: true },
      ),
    ),
  )
  return found.flat().map((one) => one?.count ?? 0)
}

export const hourMs = 3_600_000

/** The hour up to which everything was carried out, as a moment. */
export const markIn = async (w: World): Promise<string | undefined> => {
  const mark = await w.table('www').get(dueMark, { name: 'sweep' }, { strong: true })
  return mark && new Date(mark.hour * hourMs).toISOString()
}

/** A moment so many seconds from now. */
export const inSeconds = (w: World, seconds: number): string =>
  new Date(w.clock.now().getTime() + seconds * 1000).toISOString()

export const factsAt = (at: string, subject: string, kind = 'test'): TaskFacts => ({
  kind,
  subject,
  version: '1',
  at,
})

export const placeOf = (w: World, tenant = w.home) => ({ table: w.table(tenant), now: w.clock.now })

/** Makes a row due for each of some subjects. */
export const writeDue = async (w: World, all: readonly TaskFacts[], tenant = w.home): Promise<void> => {
  for (let at = 0; at < all.length; at += 100) {
    const writes = all.slice(at, at + 100).map((facts) => scheduleTask(placeOf(w, tenant), facts))
    const written = await w.table(tenant).write(writes)
    if (!written.ok) throw new Error('rows were not written')
  }
}

/** What a schedule gets of a platform. */
export const sweepWorld = (runtime: Runtime): ScheduleContext => {
  const { client, now } = runtime
  return { ...runtime, table: openTable({ client, tenant: 'www', now, meter: meter() }), time: now() }
}

/** One sweep by somebody who asks nobody's leave, as a second sweeper would. */
export const sweep = async (
  w: Pick<World, 'runtime'>,
  handlers: readonly TaskHandler[] = [counting()],
  { limits, runtime = w.runtime }: { limits?: SweepLimits; runtime?: Runtime } = {},
): Promise<ScheduleContext> => {
  const swept = sweepWorld(runtime)
  await sweepDue(handlers, limits)(swept)
  return swept
}

/** Rows that wait in the hour of a moment. */
export const rowsAt = async (w: World, moment: string): Promise<readonly ScheduledTask[]> => {
  const hour = moment.slice(0, 13)
  const pages = await Promise.all(
    dueShards.map((shard) =>
      w.table('www').list(scheduledTask, { keyParams: { hour, shard }, limit: 500, strong: true }),
    ),
  )
  return pages.flatMap(({ items }) => items)
}

type Meddle = (call: { name: string; input: object; when: 'before' | 'after' }) => void

/** The world's runtime, with a table that fails when `meddle` throws: before it is asked, or after (a lost reply). */
export const meddled = (w: Pick<World, 'runtime'>, meddle: Meddle): Runtime => {
  const send = async (command: { constructor: { name: string }; input: object }) => {
    const call = { name: command.constructor.name, input: command.input }
    meddle({ ...call, when: 'before' })
    const answer = await w.runtime.client.documents.send(command as never)
    meddle({ ...call, when: 'after' })
    return answer
  }
  const documents = new Proxy(w.runtime.client.documents, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  })
  return { ...w.runtime, client: { ...w.runtime.client, documents } }
}
