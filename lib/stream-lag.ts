import * as z from 'zod/mini'
import { platformKey } from './identity/school/schools.ts'
import type { Runtime } from './runtime.ts'
import { entity, key } from './table/entity.ts'
import { meter } from './table/meter.ts'
import { openTable, type Table } from './table/table.ts'

/** The lag of counts from the stream behind the table, stored under the platform's reserved key. */

/** Written by the clock every minute. The time until the stream's consumer receives it is the consumer's lag. */
export const Pulse = z.object({ name: z.literal('stream'), at: z.string() })
type Pulse = z.infer<typeof Pulse>
export const pulse = entity('Pulse', Pulse, { scope: 'tenant', pk: 'PULSE', sk: '{name}#AT' })

/** The newest pulse that the stream's consumer has received, and when. */
export const PulseSeen = z.object({ name: z.literal('stream'), at: z.string(), seenAt: z.string() })
type PulseSeen = z.infer<typeof PulseSeen>
export const pulseSeen = entity('PulseSeen', PulseSeen, { scope: 'tenant', pk: 'PULSE', sk: '{name}#SEEN' })

/** Written by a consumer that is behind: the time of its oldest waiting change event, and the time of the report. */
export const StreamLate = z.object({ name: z.literal('stream'), at: z.string(), seenAt: z.string() })
type StreamLate = z.infer<typeof StreamLate>
export const streamLate = entity('StreamLate', StreamLate, {
  scope: 'tenant',
  pk: 'PULSE',
  sk: '{name}#LATE',
})

/** Counts may always lag this long. */
const expectedMs = 5000

/** A consumer that is still behind reports again within this time. */
const lagValidMs = 30_000

const nothingYet = new Date(0).toISOString()

export type StreamLag = {
  readonly sent?: Pulse | undefined
  readonly seen?: PulseSeen | undefined
  readonly late?: StreamLate | undefined
}

/**
 * The time up to which all writes are counted (ISO 8601), or undefined while the lag is at most a few seconds. For a
 * stream that has never delivered anything it is 1970.
 */
export const countedUntil = ({ sent, seen, late }: StreamLag, now: Date): string | undefined => {
  const since = (moment: string): number => now.getTime() - Date.parse(moment)
  const waits = sent !== undefined && since(sent.at) > expectedMs && (seen === undefined || seen.at < sent.at)
  const ends = [
    ...(waits ? [seen?.at ?? nothingYet] : []),
    ...(late && since(late.seenAt) < lagValidMs ? [late.at] : []),
  ]
  return ends.sort()[0]
}

type CachedLag = { readonly readAt: number; readonly until: Promise<string | undefined> }
const looks = new WeakMap<object, CachedLag>()

/** The newest pulse written, the newest pulse received, and the report of a lagging consumer. */
export const findStreamLag = async (
  table: Table,
  look: { readonly strong?: true } = {},
): Promise<StreamLag> => {
  const name = { name: 'stream' } as const
  const refs = [key(pulse, name), key(pulseSeen, name), key(streamLate, name)] as const
  const [sent, seen, late] = await table.at(platformKey).batchGet(refs, look)
  return { sent, seen, late }
}

const readUntil = async ({ client, now }: Pick<Runtime, 'client' | 'now'>): Promise<string | undefined> => {
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  return countedUntil(await findStreamLag(table), now())
}

/**
 * As `countedUntil`, for a response. One read serves all requests of a process for five seconds, since every school
 * reads the same partition. If the read fails, responses omit the time.
 */
export const findCountedUntil = (runtime: Pick<Runtime, 'client' | 'now'>): Promise<string | undefined> => {
  const now = runtime.now().getTime()
  const known = looks.get(runtime.client)
  if (known && Math.abs(now - known.readAt) < expectedMs) return known.until
  const until = readUntil(runtime).catch(() => undefined)
  looks.set(runtime.client, { readAt: now, until })
  return until
}

/**
 * Creates the function that a consumer calls with the age, in seconds, of its batch's oldest change event. Shards lag
 * independently: the stored time is the oldest one reported recently.
 */
export const lagReporter = () => {
  let noted = 0
  return async (table: Table, lagSeconds: number, now: Date): Promise<void> => {
    const lagMs = lagSeconds * 1000
    if (lagMs <= expectedMs || Math.abs(now.getTime() - noted) < expectedMs) return
    noted = now.getTime()
    const at = new Date(now.getTime() - lagMs).toISOString()
    const seenAt = now.toISOString()
    const own = table.at(platformKey)
    const before = await own.get(streamLate, { name: 'stream' }, { strong: true })
    if (before && before.at < at && now.getTime() - Date.parse(before.seenAt) < lagValidMs) return
    const unchanged = before ? ({ equals: { seenAt: before.seenAt } } as const) : ({ absent: true } as const)
    await own.put(streamLate, { name: 'stream', at, seenAt }, unchanged)
  }
}
