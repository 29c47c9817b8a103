import * as z from 'zod/mini'
import type { Runtime } from '../runtime.ts'
import { entity } from '../table/entity.ts'
import type { Table } from '../table/table.ts'

/** What a schedule may use. The table is opened for the platform; `time` is the minute of this run. */
export type ScheduleContext = Pick<Runtime, 'gateways' | 'issuer' | 'settings' | 'now' | 'newId' | 'log'> & {
  readonly table: Table
  readonly time: Date
}

/**
 * Work that runs by the clock. Domains declare theirs in `functions/<domain>/clock.ts`. An entry may run again for the
 * same time: running it again must change nothing.
 */
export type Schedule = {
  readonly name: string
  readonly every: 'minute' | 'hour'
  /** Minutes past the hour, for hourly ones. */
  readonly past: number
  carryOut(context: ScheduleContext): Promise<void>
}

/** Declares a schedule. `name` is `<domain>.<what>`. A rejected run is retried within minutes. */
export const every = (
  period: Schedule['every'],
  name: string,
  carryOut: Schedule['carryOut'],
  past = 0,
): Schedule => ({ name, every: period, past, carryOut })

/**
 * The last run of a schedule. `slot` counts minutes, or hours, since 1970. Each slot is claimed once, and again only
 * when its run failed or died. The row belongs to the platform.
 */
export const ScheduleRun = z.object({
  name: z.string(),
  every: z.enum(['minute', 'hour']),
  slot: z.number(),
  tries: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: z.string(),
  endedAt: z.optional(z.string()),
  /** When a run last succeeded. */
  doneAt: z.optional(z.string()),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>
export const scheduleRun = entity('ScheduleRun', ScheduleRun, { scope: 'tenant', pk: 'CLOCK', sk: '{name}' })
