import { beforeAll, describe, expect, it } from 'vitest'
import { rebookingWrites } from '../../functions/rooms/index.ts'
import { type World, world } from '../support/world.ts'

describe('part of a booking', () => {
  let w: World
  beforeAll(async () => {
    w = await world()
  })
  const at = (time: string): string => `2026-07-01T${time}:00.000Z`
  const booking = (eventId: string, start: string, end: string) => ({
    roomId: 'Old Room',
    eventId,
    start: at(start),
    end: at(end),
  })

  // rules/rooms 21
  it('is free after its release, and the rest stays booked', async () => {
    const table = w.table()
    const taken = await rebookingWrites(table, [], [booking('long', '10:00', '11:00')])
    if (!taken.ok) throw new Error('the room is not free')
    await table.write(taken.writes)
    const given = await rebookingWrites(table, [booking('long', '10:20', '10:40')], [])
    if (!given.ok) throw new Error('nothing was asked for')
    await table.write(given.writes)
    const isFree = async (start: string, end: string) =>
      (await rebookingWrites(w.table(), [], [booking('other', start, end)])).ok
    expect(await isFree('10:20', '10:40')).toBe(true)
    expect(await isFree('10:19', '10:40')).toBe(false)
    expect(await isFree('10:20', '10:41')).toBe(false)
  })
})
