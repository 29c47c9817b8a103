import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CapacityBelow, EventFull } from '../../../functions/attendance/contract/failures.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import { refused } from '../../support/agent.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned, replanned } from '../events.ts'
import { dying } from '../faults.ts'
import { expectCounted, expectSound, seatedIn, stateOf, waitingIn } from '../state.ts'
import { attendanceStream } from '../stream.ts'

let w: World
let people: readonly Visitor[]
let event: EventCard

const person = (at: number): Visitor => people[at] ?? (people[0] as Visitor)

beforeAll(async () => {
  w = await world()
  people = await crowd(w, 14)
  w.clock.advance(3 * 24 * 3600)
})

const rsvp = (at: number, more: object = {}) => {
  w.clock.advance(1)
  return person(at).device.registerForEvent({ event_id: event.eventId, ...more })
}
const leave = (at: number) => person(at).device.withdrawFromEvent({ event_id: event.eventId })
const state = () => stateOf(w, event.eventId)
const numbers = (ids: readonly string[]) => ids.map((id) => people.findIndex((one) => one.id === id))
const seated = async () =>
  numbers(seatedIn(await state()).map(({ personId }) => personId)).sort((a, b) => a - b)
const waitlist = async () => numbers((await state()).waitlist.map(({ personId }) => personId))

describe('the waitlist of an event', () => {
  beforeEach(async () => {
    event = await planned(w, { maxAttendees: 2 })
  })

  // rules/attendance 9
  it('takes people when the event is full, in order', async () => {
    for (const at of [0, 1]) expect((await rsvp(at)).body.status).toBe('attending')
    expect(await rsvp(2)).toMatchObject({
      status: 201,
      body: { message: 'Added to the waitlist', status: 'waitlisted', waitlistPosition: 1 },
    })
    for (const at of [3, 4]) expect((await rsvp(at)).body.status).toBe('waitlisted')
    expect(await waitlist()).toEqual([2, 3, 4])
    expect((await rsvp(2)).status).toBe(200)
    expectSound(await state())
  })

  // rules/attendance 10
  it('gives a freed seat to its head, and to no later registration while people wait', async () => {
    for (const at of [0, 1, 2, 3]) await rsvp(at)
    expect((await leave(0)).body.data).toEqual({ promoted: 1 })
    expect(await seated()).toEqual([1, 2])
    await leave(3)
    expect((await state()).counter?.hasWaitlist).toBe(false)
    await leave(1)
    expect((await rsvp(5)).body.status).toBe('attending')
    expect(await seated()).toEqual([2, 5])
    expectSound(await state())
  })

  // rules/attendance 11
  it('lets a party that fits pass one that does not, and gives several seats at once', async () => {
    await rsvp(0, { guestCount: 2 })
    await rsvp(1, { guestCount: 2 })
    await rsvp(2)
    await rsvp(3)
    await rsvp(0, { guestCount: 1 })
    expect(await seated()).toEqual([0, 2])
    await leave(2)
    expect(await seated()).toEqual([0, 3])
    await leave(0)
    await leave(3)
    expect(await seated()).toEqual([1])
    expectSound(await state())
  })

  // rules/attendance 12, rules/attendance 13
  it('moves when the capacity grows, and keeps taken seats when it shrinks', async () => {
    for (const at of [0, 1, 2, 3, 4]) await rsvp(at)
    const stream = await attendanceStream(w)
    await replanned(w, event.eventId, { maxAttendees: 4 })
    await stream.drain()
    expect(await seated()).toEqual([0, 1, 2, 3])
    await expect(replanned(w, event.eventId, { maxAttendees: 3 })).rejects.toMatchObject({
      kind: CapacityBelow,
    })
    await leave(0)
    expect(await seated()).toEqual([1, 2, 3, 4])
    await leave(1)
    await replanned(w, event.eventId, { maxAttendees: 3 })
    expect((await rsvp(6)).body.status).toBe('waitlisted')
    await replanned(w, event.eventId, { maxAttendees: null })
    await stream.drain()
    expect(await seated()).toEqual([2, 3, 4, 6])
    expect((await rsvp(7)).body.status).toBe('attending')
    expectSound(await state())
  })

  // rules/attendance 12
  it('does not move while the event is closed, and continues afterwards', async () => {
    for (const at of [0, 1, 2]) await rsvp(at)
    const stream = await attendanceStream(w)
    await replanned(w, event.eventId, { status: 'pending' })
    await leave(0)
    await stream.drain()
    expect(await seated()).toEqual([1])
    await replanned(w, event.eventId, { status: 'approved' })
    await stream.drain()
    expect(await seated()).toEqual([1, 2])
    const whole = await state()
    expectSound(whole)
    expect(whole.rows.find(({ reason }) => reason === 'seat_freed')).toMatchObject({
      promotedAt: expect.any(String),
    })
  })

  it.each([
    [2, 'before it promotes'],
    [4, 'between seats and row'],
  ])('is moved by the stream when the withdrawal got no further than %i writes (%s)', async (calls) => {
    const stream = await attendanceStream(w)
    for (const at of [0, 1, 2, 3]) await rsvp(at)
    await stream.drain()
    const { documents } = w.runtime.client
    const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
    let writes = 0
    Object.assign(documents, {
      send: (command: { constructor: { name: string } }) => {
        if (/Transact|Update/.test(command.constructor.name)) writes += 1
        return writes > calls
          ? Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' }))
          : send(command)
      },
    })
    const { status, body } = await leave(1)
    Object.assign(documents, { send })
    expect([status, body.data]).toEqual([200, { promoted: 0 }])
    expect(await seated()).toEqual([0])
    expectSound(await state())
    await stream.drain()
    expect(await seated()).toEqual([0, 2])
    expectSound(await state())
    expectCounted(await state())
  })
})

describe('an empty waitlist', () => {
  /** Two seats are taken, and the only person who waits leaves; their request ends before it closes the waitlist. */
  const emptied = async () => {
    event = await planned(w, { maxAttendees: 2 })
    for (const at of [0, 1, 2]) await rsvp(at)
    const stream = await attendanceStream(w)
    const death = dying(w, 6, true)
    expect((await leave(2)).status).toBe(200)
    expect(death.end()).toBe(true)
    expect((await state()).counter).toMatchObject({ waiting: 0, hasWaitlist: true })
    return stream
  }

  it('is closed by the stream', async () => {
    const stream = await emptied()
    await stream.drain()
    expect((await state()).counter?.hasWaitlist).toBe(false)
    expectSound(await state())
  })

  it('is closed by the next person when the event no longer offers one', async () => {
    await emptied()
    await replanned(w, event.eventId, { waitlistEnabled: false, maxAttendees: 3 })
    expect((await rsvp(3)).body.status).toBe('attending')
    expect((await state()).counter).toMatchObject({ taken: 3, hasWaitlist: false })
    expectSound(await state())
  })
})

describe('an event without a waitlist', () => {
  // rules/attendance 9
  it('rejects people when it is full', async () => {
    event = await planned(w, { maxAttendees: 1, waitlistEnabled: false })
    await rsvp(0)
    expect(await rsvp(1)).toMatchObject(refused(EventFull))
    await leave(0)
    expect((await rsvp(1)).status).toBe(201)
  })

  it('seats people again once its former waitlist is empty', async () => {
    event = await planned(w, { maxAttendees: 1 })
    await rsvp(0)
    await rsvp(1)
    await replanned(w, event.eventId, { waitlistEnabled: false })
    expect(await rsvp(2)).toMatchObject(refused(EventFull))
    await leave(1)
    await leave(0)
    expect((await rsvp(2)).body.status).toBe('attending')
    expectSound(await state())
  })
})

describe('people on the waitlist', () => {
  // rules/attendance 11
  it('are passed by at most ten others', async () => {
    event = await planned(w, { maxAttendees: 2 })
    await rsvp(0, { guestCount: 1 })
    await rsvp(1, { guestCount: 1 })
    for (let at = 2; at < 12; at += 1) await rsvp(at, { guestCount: 2 })
    await rsvp(12)
    await leave(0)
    expect(await seated()).toEqual([1])
    await leave(2)
    expect(await seated()).toEqual([1, 12])
    await leave(1)
    await leave(12)
    expect(await seated()).toEqual([3])
    expect(waitingIn(await state())).toHaveLength(8)
    expectSound(await state())
  })

  it('may reduce their guest count, and then fit', async () => {
    event = await planned(w, { maxAttendees: 2 })
    await rsvp(0)
    await rsvp(1, { guestCount: 2 })
    expect((await rsvp(1, { guestCount: 1 })).body.status).toBe('attending')
    expectSound(await state())
  })
})
