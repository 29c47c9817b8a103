import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const count = maybe(z.number())

/** Counters of one event: numbers alone, nothing about who looked (rules/analytics 3). */
export const EventStats = z.object({
  eventId: text,
  /** Of people who are signed in. */
  views: count,
  uniqueViews: count,
  anonymousViews: count,
  uniqueAnonymousViews: count,
  agendaViews: count,
  formOpens: count,
  formBounces: count,
  fromOrgPage: count,
  fromExplore: count,
  fromDirect: count,
  fromEmail: count,
  /** How often it happened, undone or not. */
  registrations: count,
  withdrawals: count,
  checkins: count,
  checkouts: count,
  lastViewAt: maybe(text),
})
export type EventStats = z.infer<typeof EventStats>
export const eventStats = entity('EventStats', EventStats, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'STATS',
})

/** That somebody has looked at an event: a keyed hash that leads back to nobody. */
export const ViewMark = z.object({ eventId: text, hash: text, expiresAt: text })
export const viewMark = entity('ViewMark', ViewMark, {
  scope: 'tenant',
  pk: 'EV#{eventId}#VIEWED#{hash}',
  sk: 'VIEWED',
  ttl: 'expiresAt',
})

const numbers = z.union([z.number(), text])

/** Registrations of an event in one month (UTC) by the quarter of an hour in which they were made: `q<day><quarter>`. */
export const GrowthMonth = z.catchall(z.object({ eventId: text, month: text }), numbers)
export type GrowthMonth = z.infer<typeof GrowthMonth>
export const growthMonth = entity('GrowthMonth', GrowthMonth, {
  scope: 'tenant',
  pk: 'EV#{eventId}#GROWTH',
  sk: '{month}',
})

/**
 * Numbers of a month of the school by day, of `school` or of `org:<orgId>`: events by the day of their beginning, views by their
 * own. Fields are named in `rolling.ts`.
 */
export const RollupMonth = z.catchall(z.object({ subject: text, month: text }), numbers)
export type RollupMonth = z.infer<typeof RollupMonth>
export const rollupMonth = entity('RollupMonth', RollupMonth, {
  scope: 'tenant',
  pk: 'ROLL#{subject}',
  sk: '{month}',
})

/** What of an event stands in the rollups. */
export const RolledUp = z.object({
  eventId: text,
  counted: z.record(text, z.number()),
  views: z.number(),
  uniqueViews: z.number(),
  anonymousViews: count,
  /** The month of an organization among whose events it may stand. */
  top: maybe(z.object({ subject: text, month: text })),
  /** The day of the school among whose events it may stand. */
  day: maybe(text),
  version: z.number(),
})
export type RolledUp = z.infer<typeof RolledUp>
export const rolledUp = entity('RolledUp', RolledUp, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'ROLLED',
})

/** Registrations of a hundred views, to a tenth. */
export const rateOf = (registrations: number, views: number): number =>
  views === 0 ? 0 : Math.round((registrations / views) * 1000) / 10
