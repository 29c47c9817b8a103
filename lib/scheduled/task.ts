import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ChangeContext } from '../consumer.ts'
import { entity } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { put, remove, type Write } from '../table/write.ts'

/**
 * Something that happens at a moment: a reminder, an escalation, the end of an event. It stands in the partition of its
 * hour, in one of eight shards, until it was carried out. `tries` counts how often that failed.
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
 * What is due, and when. `subject` is what it is about (the id of an event), `version` tells rows of one kind, subject
 * and moment apart. The key follows from these and `at` alone, so nothing has to be read to take a row back.
 */
export type TaskFacts = {
  readonly kind: string
  readonly subject: string
  readonly version: string
  /** ISO 8601, any zone. */
  readonly at: string
  readonly params?: Readonly<Record<string, string>>
}

/** The school is that of the table which the transaction is opened for, and of nothing else. */
export type TaskPlace = { readonly table: Pick<Table, 'tenant'>; now(): Date }

export const dueShards = ['0', '1', '2', '3', '4', '5', '6', '7'] as const

const shardOf = (tenantKey: string, subject: string): string =>
  String((createHash('sha256').update(`${tenantKey}#${subject}`).digest()[0] ?? 0) % dueShards.length)

/** The hour of a moment (ISO 8601, UTC) as partitions name it. */
export const dueHourOf = (moment: string): string => moment.slice(0, 13)

const tenantOf = ({ table }: TaskPlace): string => {
  if (table.tenant === undefined) throw new Error('what is due belongs to a school')
  return table.tenant
}

const keyOf = (place: TaskPlace, { kind, subject, version, at }: TaskFacts) => {
  const tenantKey = tenantOf(place)
  const moment = new Date(at).toISOString()
  const shard = shardOf(tenantKey, subject)
  return { hour: dueHourOf(moment), shard, at: moment, tenantKey, kind, subject, version }
}

/**
 * Makes something due, in somebody else's transaction. What lies in the past is due now: hours that are over are not
 * looked at again. Such a row stands under another moment than its facts say, so `unscheduleTask` misses it; every handler
 * finds out for itself whether its subject is still as it was.
 */
export const scheduleTask = (place: TaskPlace, facts: TaskFacts): Write => {
  const now = place.now()
  const at = Date.parse(facts.at) < now.getTime() ? now.toISOString() : facts.at
  return put(scheduledTask, { ...keyOf(place, { ...facts, at }), params: { ...facts.params } })
}

/** Takes back what `scheduleTask` wrote for the same facts. Nothing happens when it is not there. */
export const unscheduleTask = (place: TaskPlace, facts: TaskFacts): Write =>
  remove(scheduledTask, keyOf(place, facts))

const nameOf = ({ kind, subject, version, at }: TaskFacts): string =>
  JSON.stringify([kind, subject, version, Date.parse(at)])

/**
 * The writes that turn what was due into what is due now. Rows of both lists stay as they are; moments that have passed
 * are left to the sweeper, which takes a row away however its handler decides.
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

/** What carrying out a row may use. The table is opened for the school of the row. */
export type TaskContext = ChangeContext

/** What happens when a row of `kind` is due. */
export type TaskHandler = {
  readonly kind: string
  carryOut(row: ScheduledTask, context: TaskContext): Promise<readonly Write[]>
}

/**
 * Declares what happens to rows of a kind, in `functions/<domain>/due.ts`. Answers the writes of the effect (at most
 * 99), which are carried out together with the removal of the row: once, however often the handler was asked. None
 * means that there is nothing to do any more. Conditions among them that do not hold let it be asked again. They leave
 * the row itself alone; to be asked again later, they make something due at another moment.
 */
export const onDue = (kind: string, carryOut: TaskHandler['carryOut']): TaskHandler => ({ kind, carryOut })
