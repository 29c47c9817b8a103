import { beforeAll, expect, it } from 'vitest'
import { BadRange } from '../../functions/rooms/failures.ts'
import { type Booking, bookingsWrites } from '../../functions/rooms/index.ts'
import { hosted } from '../attendance/events.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person

beforeAll(async () => {
  ;({ w, dean } = await admins())
})

const book = async (...bookings: readonly Booking[]): Promise<void> => {
  const plan = await bookingsWrites(w.table(), bookings)
  if (!plan.ok || !(await w.table().write(plan.writes)).ok) throw new Error('not booked')
}

// rules/rooms 29
it('lists each booking of a room once, with the name of its event, also one past midnight', async () => {
  const { orgId } = await club(w)
  const begins = '2026-09-01T22:00:00.000Z'
  const { eventId, name } = await hosted(w, orgId, { name: 'Late film', start_time: begins })
  const roomId = 'mainhall'
  const stay = (start: string, end: string) => ({
    roomId,
    start: `2026-09-${start}.000Z`,
    end: `2026-09-${end}.000Z`,
  })
  const film = { ...stay('01T22:00:00', '02T01:00:00'), eventId }
  const gone = { ...stay('03T10:00:00', '03T11:00:00'), eventId: 'gone' }
  await book(film, gone, { ...stay('20T10:00:00', '20T11:00:00'), eventId: 'later' })
  await book({ ...stay('03T10:00:00', '03T11:00:00'), eventId, roomId: 'cellar' })
  const range = { from: '2026-09-02T00:00:00Z', to: '2026-09-08T00:00:00Z' }
  const { body } = await dean.device.listRoomBookings({ roomId: 'Main hall', ...range })
  expect(body).toMatchObject({
    bookings: [
      { eventId, name, start: begins, end: film.end },
      { eventId: 'gone', name: null, start: gone.start, end: gone.end },
    ],
    hasMore: false,
  })
  const whole = await dean.device.listRoomBookings({ roomId, ...range, from: '2026-09-01T00:00:00Z' })
  expect(whole.body.bookings).toHaveLength(2)
  expect(whole.body.bookings[0]).toMatchObject({ eventId, start: film.start, end: film.end })
  const long = { ...range, to: '2026-09-30T00:00:00Z' }
  expect(await dean.device.listRoomBookings({ roomId, ...long })).toMatchObject(refused(BadRange))
})

// rules/rooms 29
it('lists a hundred bookings at a time, and says that more follow', async () => {
  const at = (index: number) => ({
    roomId: 'busyhall',
    eventId: `busy${index}`,
    start: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
    end: new Date(Date.UTC(2026, 9, 1, index + 1)).toISOString(),
  })
  for (let day = 0; day < 5; day += 1)
    await book(...Array.from({ length: 21 }, (_, hour) => at(24 * day + hour)))
  const range = { roomId: 'busyhall', to: '2026-10-14T00:00:00Z' }
  const first = (await dean.device.listRoomBookings({ ...range, from: '2026-10-01T00:00:00Z' })).body
  expect([first.bookings.length, first.hasMore]).toEqual([100, true])
  const { end } = first.bookings.at(-1)
  const next = (await dean.device.listRoomBookings({ ...range, from: end })).body
  expect(next.hasMore).toBe(false)
  const ids = [...first.bookings, ...next.bookings].map(({ eventId }: { eventId: string }) => eventId)
  expect(ids).toHaveLength(105)
  expect(new Set(ids).size).toBe(105)
})
