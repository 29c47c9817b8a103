import * as z from 'zod/mini'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'

/**
 * One room on one day (`YYYY-MM-DD`, UTC): which event holds which quarter of an hour, by its number from 0 to 95. A day
 * whose last booking went stays as an empty item: a version that began anew could be mistaken for an older one.
 */
export const RoomDay = z.object({
  roomId: z.string(),
  date: z.string(),
  slots: z.record(z.string(), z.string()),
  version: z.number(),
})
export type RoomDay = z.infer<typeof RoomDay>
export const roomDay = entity('RoomDay', RoomDay, {
  scope: 'tenant',
  pk: 'ROOM#{roomId}#{date}',
  sk: 'DAY',
})

export type DayName = Pick<RoomDay, 'roomId' | 'date'>

const mostAtOnce = 100

/** As they are now, in the order asked for. One round trip up to a hundred days, and more side by side. */
export const findDays = async (
  table: Table,
  days: readonly DayName[],
): Promise<readonly (RoomDay | undefined)[]> => {
  const parts = Array.from({ length: Math.ceil(days.length / mostAtOnce) }, (_, at) =>
    days.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  )
  const found = await Promise.all(
    parts.map((part) =>
      table.batchGet(
        part.map((day) => key(roomDay, day)),
        { strong: true },
      ),
    ),
  )
  return found.flat()
}

/** Writes a day as long as it is as it was read. */
export const dayWrite = (day: DayName, before: RoomDay | undefined, slots: RoomDay['slots']): Write => {
  const { roomId, date } = day
  const version = (before?.version ?? 0) + 1
  return put(
    roomDay,
    { roomId, date, slots, version },
    before ? { equals: { version: before.version } } : { absent: true },
  )
}
