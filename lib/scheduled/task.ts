import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ChangeContext } from '../consumer.ts'
import { entity } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { put, remove, type Write } from '../table/write.ts'

/**
 * Scheduled work with a due time: a reminder, an escalation, the end of an event. It is stored by hour, in one of
 * eight shards, until it has been run. `tries` counts failed runs.
 */
export const ScheduledTask = z.object({
  /** `YYYY-MM-DDTHH`, UTC. */
  hour: z.string(),
  shard: z.string(),
  /** ISO 8601, UTC, with milliseconds. */
  at: z.string(),
  tenantKey: z.string(),
  kind: z.string(),
  subject: z.string(),
  version: z.string(),
  params: z.record(z.string(), z.string()),
  tries: z.optional(z.number()),
})
export type ScheduledTask = z.infer<typeof ScheduledTask>

export const scheduledTask = entity('DueRow', ScheduledTask, {
  scope: 'global',
  pk: 'DUE#{hour}#{shard}',
  sk: '{at}#{tenantKey}#{kind}#{subject}#{version}',
})

/**
 * A task and its due time. `subject` is the id of what it concerns, such as an event. `version` tells tasks of one
 * kind, subject and time apart. The key follows from these and `at` alone, so a task is cancelled without a read.
 */
export type TaskFacts = {
  readonly kind: string
  readonly subject: string
  readonly version: string
  /** ISO 8601, any zone. */
  readonly at: string
  readonly params?: Readonly<Record<string, string>>
}

/** The task's school is always that of the transaction's table. */
export type TaskPlace = { readonly table: Pick<Table, 'tenant'>; now(): Date }

export const dueShards = ['0', '1', '2', '3', '4', '5', '6', '7'] as const

const shardOf = (tenantKey: string, subject: string): string =>
  String((createHash('sha256').update(`${tenantKey}#${subject}`).digest()[0] ?? 0) % dueShards.length)

/** The partition name of a time's hour (ISO 8601, UTC). */
export const dueHourOf = (moment: string): string => moment.slice(0, 13)

const tenantOf = ({ table }: TaskPlace): string => {
  if (table.tenant === undefined) throw new Error('a scheduled task needs a school')
  return table.tenant
}

const keyOf = (place: TaskPlace, { kind, subject, version, at }: TaskFacts) => {
  const tenantKey = tenantOf(place)
  const moment = new Date(at).toISOString()
  const shard = shardOf(tenantKey, subject)
  return { hour: dueHourOf(moment), shard, at: moment, tenantKey, kind, subject, version }
}

/**
 * Schedules a task in the caller's transaction. A past time becomes now, because finished hours are not swept again.
 * Such a row has another key than its facts say, so `unscheduleTask` misses it. Every handler therefore checks whether
 * its subject is still unchanged.
 */
export const scheduleTask = (place: TaskPlace, facts: TaskFacts): Write => {
  const now = place.now()
  const at = Date.parse(facts.at) < now.getTime() ? now.toISOString() : facts.at
  return put(scheduledTask, { ...keyOf(place, { ...facts, at }), params: { ...facts.params } })
}

/** Cancels the task that `scheduleTask` wrote for the same facts. Nothing happens if it is absent. */
export const unscheduleTask = (place: TaskPlace, facts: TaskFacts): Write =>
  remove(scheduledTask, keyOf(place, facts))

const nameOf = ({ kind, subject, version, at }: TaskFacts): string =>
  JSON.stringify([kind, subject, version, Date.parse(at)])

/**
 * The writes that replace the tasks `before` by the tasks `after`. Tasks in both lists stay untouched. Tasks whose
 * time has passed are left to the sweeper, which removes them whatever their handler decides.
 */
export const rescheduleTasks = (
  place: TaskPlace,
  before: readonly TaskFacts[],
  after: readonly TaskFacts[],
): readonly Write[] => {
  const now = place.now().getTime()
  const had = new Set(before.map(nameOf))
  const has = new Set(after.map(nameOf))
  const gone = before.filter((facts) => !has.has(nameOf(facts)) && Date.parse(facts.at) > now)
  const fresh = [...new Map(after.map((facts) => [nameOf(facts), facts])).values()].filter(
    (facts) => !had.has(nameOf(facts)),
  )
  return [
    ...gone.map((facts) => unscheduleTask(place, facts)),
    ...fresh.map((facts) => scheduleTask(place, facts)),
  ]
}

/** What a handler may use. The table is opened for the task's school. */
export type TaskContext = ChangeContext

/** Runs the due tasks of one `kind`. */
export type TaskHandler = {
  readonly kind: string
  carryOut(row: ScheduledTask, context: TaskContext): Promise<readonly Write[]>
}

/**
 * Declares the handler for a kind of task, in `functions/<domain>/due.ts`. It returns the writes of the effect (at
 * most 99). They share one transaction with the removal of the row, so they happen once, however often the handler
 * runs. No writes means that nothing is left to do. If a condition among them fails, the handler runs again. A handler
 * never writes the row itself; to run again later, it schedules a task for another time.
 */
export const onDue = (kind: string, carryOut: TaskHandler['carryOut']): TaskHandler => ({ kind, carryOut })
