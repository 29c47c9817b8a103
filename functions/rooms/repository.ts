import * as z from 'zod/mini'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'

const text = z.string()

/** A room that the school has registered, by the key of its name. `capacity` is the people it holds; null is not known. */
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
 * One room, by the key of its name, on one day (`YYYY-MM-DD`, UTC): which event has it from when to when. A day whose last
 * booking went stays as an empty item: a version that began anew could be mistaken for an older one.
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

/** As they are now, in the order asked for. One round trip. */
export const findDays = (
  table: Table,
  days: readonly RoomDayKey[],
): Promise<readonly (RoomDay | undefined)[]> =>
  table.batchGet(
    days.map((day) => key(roomDay, day)),
    { strong: true },
  )

/** Writes a day as long as it is as it was read. */
export const dayWrite = (
  { roomId, date }: RoomDayKey,
  before: RoomDay | undefined,
  stays: NonNullable<RoomDay['stays']>,
): Write =>
  put(
    roomDay,
    { roomId, date, stays: [...stays], version: (before?.version ?? 0) + 1 },
    before ? { equals: { version: before.version } } : { absent: true },
  )
