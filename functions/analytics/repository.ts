import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const count = maybe(z.number())

/** Counters of one event: numbers only, without viewers (rules/analytics 3). */
export const EventStats = z.object({
  eventId: text,
  /** Views of signed-in people. */
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
  /** Number of times it happened, undone or not. */
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

/** Marks that a person has viewed an event: a keyed hash that cannot be traced back. */
export const ViewMark = z.object({ eventId: text, hash: text, expiresAt: text })
export const viewMark = entity('ViewMark', ViewMark, {
  scope: 'tenant',
  pk: 'EV#{eventId}#VIEWED#{hash}',
  sk: 'VIEWED',
  ttl: 'expiresAt',
})

const numbers = z.union([z.number(), text])

/** Registrations of an event in one month (UTC) by quarter hour: `q<day><quarter>`. */
export const GrowthMonth = z.catchall(z.object({ eventId: text, month: text }), numbers)
export type GrowthMonth = z.infer<typeof GrowthMonth>
export const growthMonth = entity('GrowthMonth', GrowthMonth, {
  scope: 'tenant',
  pk: 'EV#{eventId}#GROWTH',
  sk: '{month}',
})

/**
 * Figures of one month by day, for `school` or `org:<orgId>`. Events count on the day they begin, views on their own
 * day. `rollups.ts` has the names of the fields.
 */
export const RollupMonth = z.catchall(z.object({ subject: text, month: text }), numbers)
export type RollupMonth = z.infer<typeof RollupMonth>
export const rollupMonth = entity('RollupMonth', RollupMonth, {
  scope: 'tenant',
  pk: 'ROLL#{subject}',
  sk: '{month}',
})

/** The figures of an event that the rollups include. */
export const RolledUp = z.object({
  eventId: text,
  counted: z.record(text, z.number()),
  views: z.number(),
  uniqueViews: z.number(),
  /** The organization's month that may rank it. */
  top: maybe(z.object({ subject: text, month: text })),
  /** The school's day that may rank it. */
  day: maybe(text),
  version: z.number(),
})
export type RolledUp = z.infer<typeof RolledUp>
export const rolledUp = entity('RolledUp', RolledUp, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'ROLLED',
})

/** Registrations for each hundred views, to one decimal. */
export const rateOf = (registrations: number, views: number): number =>
  views === 0 ? 0 : Math.round((registrations / views) * 1000) / 10
