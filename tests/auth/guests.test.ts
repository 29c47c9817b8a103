import { expect, it } from 'vitest'
import { planned } from '../attendance/events.ts'
import { registered } from '../support/people.ts'
import { world } from '../support/world.ts'

// rules/auth 54
it('shows guests of another school to themselves, with what they are registered for here alone', async () => {
  const w = await world()
  const there = await registered(w, 'ben', { username: 'ben', name: 'Ben Visitor' }, w.sister)
  const here = there.device.on(w.home)
  const guestHere = async () => (await here.validateToken({})).body.data
  expect(await guestHere()).toMatchObject({ user: null, guest: { name: 'Ben Visitor', registrations: [] } })
  const times = { start_time: '2026-03-05T12:00:00.000Z', end_time: '2026-03-05T13:00:00.000Z' }
  const event = await planned(w, times)
  expect((await here.registerForEvent({ event_id: event.eventId })).status).toBe(201)
  const { guest } = await guestHere()
  expect(guest.registrations).toEqual([
    { eventId: event.eventId, status: 'attending', guestCount: 1, startTime: '2026-03-05T12:00:00.000Z' },
  ])
  // A member has no view as a guest, neither at their own school nor once they have joined.
  expect((await there.device.on(w.sister).validateToken({})).body.data).not.toHaveProperty('guest')
  await here.joinTenant({})
  expect(await guestHere()).not.toHaveProperty('guest')
})
