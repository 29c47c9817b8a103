import { describe, expect, it } from 'vitest'
import { holdsOf } from '../../functions/rooms/bookings.ts'
import { type Booking, rebookingWrites } from '../../functions/rooms/index.ts'
import { roomDay } from '../../functions/rooms/repository.ts'
import { key } from '../../lib/table/entity.ts'
import { seeded } from '../load/seeded.ts'
import { type World, world } from '../support/world.ts'

const quarter = 900_000
const morning = Date.parse('2026-09-01T20:00:00.000Z')

const bookingAt = (eventId: string, first: number, slots: number): Booking => ({
  roomId: 'hall',
  start: new Date(morning + first * quarter).toISOString(),
  end: new Date(morning + (first + slots) * quarter).toISOString(),
  eventId,
})

/** Reads, writes, and reads again when somebody was faster, as planning does. True when the room is held in the end. */
const take = async (w: World, before: readonly Booking[], after: readonly Booking[]): Promise<boolean> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const plan = await rebookingWrites(w.table(), before, after)
    if (!plan.ok) return false
    if (plan.writes.length === 0) return true
    const written = await w
      .table()
      .write(plan.writes)
      .catch(() => undefined)
    if (written?.ok) return true
  }
  throw new Error('never came through')
}

/** Who has which quarter, from the evening of the first to the next day's end. */
const holders = async (w: World): Promise<Map<number, string>> => {
  const dates = ['2026-09-01', '2026-09-02']
  const days = await w.table().batchGet(
    dates.map((date) => key(roomDay, { roomId: 'hall', date })),
    { strong: true },
  )
  const all = days.flatMap((found) =>
    holdsOf(found).flatMap(({ eventId, from, to }) =>
      Array.from(
        { length: (to - from) / quarter },
        (_, at) => [(from - morning) / quarter + at, eventId] as const,
      ),
    ),
  )
  return new Map(all)
}

const slotsOf = ({ start, end, eventId }: Booking) => {
  const first = (Date.parse(start) - morning) / quarter
  const count = (Date.parse(end) - Date.parse(start)) / quarter
  return Array.from({ length: count }, (_, at) => [first + at, eventId] as const)
}

// rules/rooms 14
describe('a hundred requests for one room at the same moment', () => {
  it('get bookings that never overlap, and every accepted request has its booking', async () => {
    const w = await world()
    const random = seeded(3)
    const wanted = Array.from({ length: 100 }, (_, number) =>
      bookingAt(`e${number}`, random.between(0, 40), random.between(1, 6)),
    )
    const outcomes = await Promise.all(wanted.map((booking) => take(w, [], [booking])))
    const won = wanted.filter((_, at) => outcomes[at])
    const taken = won.flatMap(slotsOf)
    expect(new Set(taken.map(([slot]) => slot)).size).toBe(taken.length)
    expect(await holders(w)).toEqual(new Map(taken))
    expect(won.length).toBeGreaterThan(5)
    const free = Array.from({ length: 47 }, (_, slot) => slot).filter(
      (slot) => !taken.some(([one]) => one === slot),
    )
    const losers = wanted.filter((_, at) => !outcomes[at])
    expect(losers.filter((one) => slotsOf(one).every(([slot]) => free.includes(slot)))).toEqual([])
  }, 60_000)

  it('lose no booking while they move and release', async () => {
    const w = await world()
    const random = seeded(4)
    const had = Array.from({ length: 16 }, (_, number) => bookingAt(`e${number}`, number * 3, 2))
    for (const booking of had) await take(w, [], [booking])
    const ends = await Promise.all(
      had.map(async (booking, number) => {
        const { eventId } = booking
        if (number % 4 === 0) return (await take(w, [booking], [])) ? [] : [booking]
        const moved = bookingAt(eventId, random.between(0, 46), 2)
        return (await take(w, [booking], [moved])) ? [moved] : [booking]
      }),
    )
    const slots = ends.flat().flatMap(slotsOf)
    expect(new Set(slots.map(([slot]) => slot)).size).toBe(slots.length)
    expect(await holders(w)).toEqual(new Map(slots))
  }, 60_000)
})
