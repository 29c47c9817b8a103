import { beforeAll, describe, expect, it } from 'vitest'
import { rebookingWrites } from '../../functions/rooms/index.ts'
import { type RoomDay, roomDay } from '../../functions/rooms/repository.ts'
import { type World, world } from '../support/world.ts'

describe('bookings by quarters of an hour, as they were written before', () => {
  const date = '2026-07-01'
  let w: World
  beforeAll(async () => {
    w = await world()
  })
  const at = (time: string): string => `${date}T${time}:00.000Z`
  const old = async (roomId: string, eventId: string, slots: readonly number[]): Promise<void> => {
    const row: RoomDay = {
      roomId,
      date,
      slots: Object.fromEntries(slots.map((slot) => [String(slot), eventId])),
      version: 3,
    }
    await w.table().put(roomDay, row, { absent: true })
  }
  const booking = (roomId: string, eventId: string, start: string, end: string) => ({
    roomId,
    eventId,
    start: at(start),
    end: at(end),
  })

  // rules/rooms 21
  it.each(['oldroom', 'Old Room'])('count in %s until they are given back, all of them', async (stored) => {
    const other = `${stored}${stored === 'oldroom' ? '1' : '2'}`
    await old(other, 'old', [40, 41, 42, 43])
    const table = w.table()
    const wanted = booking(other, 'new', '10:50', '11:30')
    expect(await rebookingWrites(table, [], [wanted])).toEqual({
      ok: false,
      conflicts: [booking(other, 'old', '10:00', '11:00')],
    })
    // It ran from 10:05 to 10:50 and held whole quarters.
    const gone = await rebookingWrites(table, [booking(other, 'old', '10:05', '10:50')], [wanted])
    if (!gone.ok) throw new Error('nobody is in the way')
    await table.write(gone.writes)
    expect(await rebookingWrites(w.table(), [], [booking(other, 'third', '09:00', '10:50')])).toMatchObject({
      ok: true,
    })
  })
})
