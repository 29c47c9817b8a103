import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BadRange,
  type Booking,
  bookingsWrites,
  bookingWrites,
  failRoomTaken,
  findConflicts,
  ReservationConflict,
  rebookingWrites,
  releasesWrites,
  releaseWrites,
} from '../../functions/rooms/index.ts'
import { roomDay } from '../../functions/rooms/repository.ts'
import { Failure } from '../../lib/contract/failure.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

const day = '2026-09-01'
const at = (time: string, date = day): string => `${date}T${time}:00.000Z`

const booking = (eventId: string, start: string, end: string, roomId = 'r1'): Booking => ({
  roomId,
  start: start.length > 5 ? start : at(start),
  end: end.length > 5 ? end : at(end),
  eventId,
})

/** Carries out a plan; false when somebody is in the way. */
const book = async (w: World, ...bookings: Booking[]): Promise<boolean> => {
  const plan = await bookingsWrites(w.table(), bookings)
  return plan.ok && (await w.table().write(plan.writes)).ok
}

describe('a room', () => {
  // rules/rooms 12
  it('is booked from the start of an event until its end, and free from that minute on', async () => {
    const w = await world()
    expect(await book(w, booking('a', '10:05', '11:00'))).toBe(true)
    expect(await findConflicts(w.table(), booking('b', '09:00', '10:06'))).toEqual([
      booking('a', '10:05', '11:00'),
    ])
    expect(await book(w, booking('b', '09:30', '10:05'), booking('c', '11:00', '11:10'))).toBe(true)
    expect(await findConflicts(w.table(), booking('d', '00:00', '23:00'))).toEqual([
      booking('b', '09:30', '10:05'),
      booking('a', '10:05', '11:00'),
      booking('c', '11:00', '11:10'),
    ])
    expect(await findConflicts(w.table(), booking('d', '10:00', '11:00', 'r2'))).toEqual([])
    expect(await findConflicts(w.table(), booking('d', '10:05', '11:00'), 'a')).toEqual([])
  })

  // rules/rooms 13
  it('is booked for up to fourteen days in one round trip', async () => {
    using _rounds = logicalRounds()
    const w = await world()
    const long = booking('a', at('22:00'), at('22:00', '2026-09-15'))
    const table = w.table()
    const plan = await bookingWrites(table, long.roomId, long.start, long.end, 'a')
    expect(table.cost).toMatchObject({ depth: 1, calls: 1 })
    if (!plan.ok) throw new Error('the room is free')
    expect(plan.writes).toHaveLength(15)
    await table.write(plan.writes)
    const night = booking('b', at('23:50', '2026-09-07'), at('00:10', '2026-09-08'))
    expect(await findConflicts(w.table(), night)).toEqual([
      booking('a', at('00:00', '2026-09-07'), at('00:00', '2026-09-09')),
    ])
    await table.write(await releaseWrites(table, long.roomId, long.start, long.end, 'a'))
    expect(await findConflicts(w.table(), night)).toEqual([])
  })

  // rules/rooms 17
  it('is released only by the event that booked it, and its empty day keeps its version', async () => {
    const w = await world()
    await book(w, booking('a', '10:00', '11:00'))
    expect(await releasesWrites(w.table(), [booking('b', '10:00', '11:00')])).toEqual([])
    await w.table().write(await releasesWrites(w.table(), [booking('a', '09:00', '12:00')]))
    const left = await w.table().get(roomDay, { roomId: 'r1', date: day }, { strong: true })
    expect(left).toEqual({ roomId: 'r1', date: day, stays: [], version: 2 })
  })

  // rules/rooms 15, rules/rooms 16
  it('lets an event move within its own time, and books all dates of a series or none', async () => {
    const w = await world()
    await book(w, booking('a', '10:00', '12:00'), booking('x', '14:00', '15:00'))
    const moved = await rebookingWrites(
      w.table(),
      [booking('a', '10:00', '12:00')],
      [booking('a', '11:00', '13:00')],
    )
    if (!moved.ok) throw new Error('it is in nobody’s way')
    expect(moved.writes).toHaveLength(1)
    await w.table().write(moved.writes)
    const series = [
      booking('s1', '09:00', '10:30'),
      booking('s2', '14:30', '15:30'),
      booking('s3', '20:00', '21:00'),
    ]
    expect(await bookingsWrites(w.table(), series)).toEqual({
      ok: false,
      conflicts: [booking('x', '14:00', '15:00')],
    })
    const meeting = [booking('s1', '09:00', '10:30'), booking('s2', '10:15', '10:45')]
    expect(await bookingsWrites(w.table(), meeting)).toEqual({
      ok: false,
      conflicts: [booking('s1', '09:00', '10:30')],
    })
  })

  // rules/rooms 19
  it('names at most fifty conflicting bookings', async () => {
    const w = await world()
    const all = Array.from({ length: 60 }, (_, number) => {
      const start = new Date(Date.parse(at('00:00')) + number * 900_000).toISOString()
      return booking(`e${number}`, start, new Date(Date.parse(start) + 900_000).toISOString())
    })
    await book(w, ...all)
    expect(await findConflicts(w.table(), booking('z', '00:00', '23:59'))).toEqual(all.slice(0, 50))
  })

  // rules/rooms 18
  it('takes at most 480 bookings a day, and names the last of them', async () => {
    const w = await world()
    const stays = Array.from({ length: 480 }, (_, number) => {
      const start = Date.parse(at('00:00')) + number * 60_000
      const end = new Date(start + 60_000).toISOString()
      return { eventId: `e${number}`, start: new Date(start).toISOString(), end }
    })
    await w.table().put(roomDay, { roomId: 'r1', date: day, stays, version: 1 })
    expect(await bookingsWrites(w.table(), [booking('late', '20:00', '21:00')])).toEqual({
      ok: false,
      conflicts: [{ ...stays.at(-1), roomId: 'r1' }],
    })
    expect(await book(w, booking('late', at('20:00', '2026-09-02'), at('21:00', '2026-09-02')))).toBe(true)
  })

  // rules/rooms 20
  it('is not a room of another school with the same name', async () => {
    const w = await world()
    await book(w, booking('a', '10:00', '11:00'))
    expect(await findConflicts(w.table(w.sister), booking('b', '10:00', '11:00'))).toEqual([])
  })

  it.each([
    // rules/rooms 13
    ['backwards', '11:00', '10:00'],
    ['of no length', '10:00', '10:00'],
    ['beyond fourteen days', at('10:00'), at('12:01', '2026-09-15')],
    ['without a beginning', 'yesterday', '10:00'],
    ['before anything', at('10:00', '1969-12-31'), at('11:00', '1969-12-31')],
    ['after everything', '+010000-01-01T00:00:00.000Z', '+010000-01-01T01:00:00.000Z'],
  ])('is never taken %s', async (_, start, end) => {
    const w = await world()
    const asked = bookingsWrites(w.table(), [booking('a', start, end)])
    await expect(asked).rejects.toThrow(BadRange.message)
  })

  // rules/rooms 19
  it('rejects a booking with the code and the fields that clients read, when it is taken', () => {
    const conflicts = [booking('a', '10:00', '11:00')]
    try {
      failRoomTaken(conflicts)
      expect.unreachable()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      expect(error.kind).toBe(ReservationConflict)
      expect(error.extras).toMatchObject({ data: { conflicts }, top: { conflicts } })
    }
  })
})

describe('POST /resource-preflight', () => {
  // rules/rooms 11, rules/rooms 19
  it('returns whether a room is free, and the conflicting bookings', async () => {
    const w = await world()
    const { device } = await registered(w)
    const asked = { resourceId: 'r1', start_time: at('10:30'), end_time: at('12:00') }
    const free = await device.checkResource(asked)
    expect([free.status, free.body]).toEqual([200, { success: true, data: { isAvailable: true } }])
    await book(w, booking('a', '10:00', '11:00'))
    const taken = await device.checkResource(asked)
    const conflicts = [booking('a', '10:00', '11:00')]
    expect(taken).toMatchObject(refused(ReservationConflict))
    expect(taken.body).toMatchObject({ conflicts, data: { isAvailable: false, conflicts } })
    expect((await device.checkResource({ ...asked, excludeEventId: 'a' })).status).toBe(200)
    expect(await device.checkResource({ ...asked, end_time: at('10:30') })).toMatchObject(refused(BadRange))
  })
})

const open = Date.parse('2026-08-31T18:00:00.000Z')
const Moment = fc.integer({ min: 0, max: 36 * 60 })
const Act = fc.record({
  does: fc.constantFrom('book', 'release', 'move'),
  event: fc.integer({ min: 0, max: 5 }),
  room: fc.constantFrom('r1', 'r2'),
  from: Moment,
  minutes: fc.integer({ min: 1, max: 5 * 60 }),
})

type Held = { readonly room: string; readonly from: number; readonly to: number }

describe('rooms', () => {
  // rules/rooms 12, rules/rooms 14, rules/rooms 15
  it('match a model of plain intervals after any bookings, releases and moves', async () => {
    const w = await world()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(Act, { maxLength: 14 }), async (acts) => {
        run += 1
        const held = new Map<number, Held>()
        const nameOf = (room: string): string => `${room} of run ${run}`
        const bookingOf = (event: number, { room, from, to }: Held): Booking => ({
          roomId: nameOf(room),
          start: new Date(open + from * 60_000).toISOString(),
          end: new Date(open + to * 60_000).toISOString(),
          eventId: `e${event}`,
        })
        const meets = (a: Held, b: Held): boolean => a.room === b.room && a.from < b.to && b.from < a.to
        for (const { does, event, room, from, minutes } of acts) {
          const had = held.get(event)
          const old = had ? [bookingOf(event, had)] : []
          const wanted = { room, from, to: from + minutes }
          if (does === 'release') {
            const writes = await releasesWrites(w.table(), old)
            if (writes.length > 0) await w.table().write(writes)
            held.delete(event)
            continue
          }
          if (does === 'book' && had) continue
          const plan = await rebookingWrites(w.table(), old, [bookingOf(event, wanted)])
          const others = [...held].filter(([other, stay]) => other !== event && meets(stay, wanted))
          expect(plan.ok).toBe(others.length === 0)
          if (!plan.ok) {
            const named = new Set(plan.conflicts.map(({ eventId }) => eventId))
            expect(named).toEqual(new Set(others.map(([other]) => `e${other}`)))
            continue
          }
          if (plan.writes.length > 0) expect(await w.table().write(plan.writes)).toEqual({ ok: true })
          held.set(event, wanted)
        }
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})
