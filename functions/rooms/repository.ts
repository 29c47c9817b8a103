import * as z from 'zod/mini'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { replace, type Write } from '../../lib/table/write.ts'

const text = z.string()

/** A registered room, keyed by its normalized name. `capacity` is the people it holds; null means unknown. */
export const Room = z.object({
  roomId: text,
  name: text,
  capacity: z.nullable(z.number()),
  features: z.array(text),
  description: text,
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type Room = z.infer<typeof Room>
export const room = entity('Room', Room, { expected: true, scope: 'tenant', pk: 'ROOMS', sk: '{roomId}' })

/**
 * The bookings of one room on one day (`YYYY-MM-DD`, UTC). A day without bookings remains as an empty item. A version
 * that restarted at 0 could match an older one.
 */
export const RoomDay = z.object({
  roomId: text,
  date: text,
  stays: z.optional(z.array(z.object({ eventId: text, start: text, end: text }))),
  version: z.number(),
})
export type RoomDay = z.infer<typeof RoomDay>
export const roomDay = entity('RoomDay', RoomDay, {
  scope: 'tenant',
  pk: 'ROOM#{roomId}#{date}',
  sk: 'DAY',
})

export type RoomDayKey = Pick<RoomDay, 'roomId' | 'date'>

/** Finds days in the order of their keys. Strongly consistent, one round trip. */
export const findDays = (
  table: Table,
  days: readonly RoomDayKey[],
): Promise<readonly (RoomDay | undefined)[]> =>
  table.batchGet(
    days.map((day) => key(roomDay, day)),
    { strong: true },
  )

/** Writes a day on condition that its version has not changed. */
export const dayWrite = (
  { roomId, date }: RoomDayKey,
  before: RoomDay | undefined,
  stays: NonNullable<RoomDay['stays']>,
): Write => replace(roomDay, before, { roomId, date, stays: [...stays] })
