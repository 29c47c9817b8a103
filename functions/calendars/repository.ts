import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'

const text = z.string()

/** That somebody has a calendar under a secret address at a school. Only a hash of the secret is kept. */
export const CalendarFeed = z.object({ globalUserId: text, hash: text, createdAt: text, version: z.number() })
export type CalendarFeed = z.infer<typeof CalendarFeed>
export const calendarFeed = entity('CalendarFeed', CalendarFeed, {
  scope: 'tenant',
  pk: 'GU#{globalUserId}',
  sk: 'CALENDAR',
})

/** Leads from the secret to its owner. It is there exactly as long as the secret opens anything. */
export const CalendarPointer = z.object({ hash: text, globalUserId: text })
export const calendarPointer = entity('CalendarPointer', CalendarPointer, {
  scope: 'tenant',
  pk: 'CALENDAR#{hash}',
  sk: 'PTR',
})

export const findFeed = (table: Table, globalUserId: string): Promise<CalendarFeed | undefined> =>
  table.get(calendarFeed, { globalUserId }, { strong: true })

export const findOwner = async (table: Table, hash: string): Promise<string | undefined> =>
  (await table.get(calendarPointer, { hash }, { strong: true }))?.globalUserId

const pointerGone = ({ hash }: CalendarFeed): Write => remove(calendarPointer, { hash })

/** A new secret in the place of the one that was read, if any. */
export const feedWrites = (before: CalendarFeed | undefined, after: CalendarFeed): readonly Write[] => [
  put(calendarFeed, after, before ? { equals: { version: before.version } } : { absent: true }),
  put(calendarPointer, { hash: after.hash, globalUserId: after.globalUserId }, { absent: true }),
  ...(before ? [pointerGone(before)] : []),
]

export const feedGone = (before: CalendarFeed): readonly Write[] => [
  remove(calendarFeed, { globalUserId: before.globalUserId }, { equals: { version: before.version } }),
  pointerGone(before),
]
