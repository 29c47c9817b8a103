import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CapacityBelow,
  DeadlinePassed,
  EventFull,
  EventNotFound,
  RegistrationClosed,
} from '../../../functions/attendance/contract/failures.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import { refused } from '../../support/agent.ts'
import { interrupted } from '../../support/table/interrupted.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned, replanned } from '../events.ts'
import { expectCounted, expectSound, stateOf } from '../state.ts'
import { attendanceStream } from '../stream.ts'

let w: World
let people: readonly Visitor[]
let event: EventCard

beforeAll(async () => {
  w = await world()
  people = await crowd(w, 8)
  w.clock.advance(3 * 24 * 3600)
})

const person = (at: number): Visitor => people[at] ?? (people[0] as Visitor)
const rsvp = (at: number, guestCount = 1) =>
  person(at).device.registerForEvent({ event_id: event.eventId, guestCount })
const leave = (at: number) => person(at).device.withdrawFromEvent({ event_id: event.eventId })
const state = () => stateOf(w, event.eventId)

const meanwhile = <V>(act: () => Promise<V>, deed: () => Promise<unknown>): Promise<V> =>
  interrupted(w, act, deed)
/** Between the look and the claim, or another change of the counter. */
const beforeClaim = <V>(act: () => Promise<V>, deed: () => Promise<unknown>, nth = 1): Promise<V> =>
  interrupted(w, act, deed, nth, 'UpdateCommand')

describe('a registration', () => {
  beforeEach(async () => {
    event = await planned(w, { maxAttendees: 2 })
  })

  it('joins the waitlist when the last seat was taken', async () => {
    await rsvp(0)
    const { body } = await beforeClaim(
      () => rsvp(1),
      () => rsvp(2),
    )
    expect(body.status).toBe('waitlisted')
    expectSound(await state())
  })

  it('joins a waitlist that has opened since', async () => {
    await rsvp(0)
    const { body } = await beforeClaim(
      () => rsvp(1),
      () => rsvp(2, 2),
    )
    expect(body.status).toBe('attending')
    const whole = await state()
    expectSound(whole)
    const own = whole.rows.find(({ personId }) => personId === person(1).id)
    expect(own?.reason).toBe('seat_freed')
  })

  // rules/attendance 10
  it('takes no additional seat when people wait by then', async () => {
    event = await planned(w, { maxAttendees: 3 })
    await rsvp(0)
    const reply = await interrupted(
      w,
      () => rsvp(0, 2),
      () => rsvp(1, 3),
      1,
      'TransactWriteCommand',
    )
    expect(reply).toMatchObject(refused(EventFull))
    expectSound(await state())
    expect((await state()).counter).toMatchObject({ taken: 1, waiting: 1 })
  })

  it('is rejected when the event was closed since', async () => {
    const reply = await beforeClaim(
      () => rsvp(1),
      () => replanned(w, event.eventId, { registrationEnabled: false }),
    )
    expect(reply).toMatchObject(refused(RegistrationClosed))
    expect((await state()).rows).toEqual([])
  })

  it('is rejected when the capacity was lowered since', async () => {
    await rsvp(0)
    const { body } = await beforeClaim(
      () => rsvp(1),
      () => replanned(w, event.eventId, { maxAttendees: 1 }),
    )
    expect(body.status).toBe('waitlisted')
    expectSound(await state())
  })

  it('opens no waitlist when a seat is free by then', async () => {
    await rsvp(0, 2)
    const { body } = await beforeClaim(
      () => rsvp(1),
      () => leave(0),
    )
    expect(body.status).toBe('attending')
    const whole = await state()
    expectSound(whole)
    expect(whole.counter?.hasWaitlist).toBe(false)
  })
})

describe('the terms of a registration', () => {
  const past = () => new Date(w.clock.now().getTime() - 1000).toISOString()

  // rules/attendance 35
  it.each([
    ['a deadline that is over', () => ({ registrationDeadline: past() }), DeadlinePassed],
    ['members only', () => ({ visibility: 'members_only' as const }), EventNotFound],
  ])('that change under way refuse: %s', async (_, change, kind) => {
    event = await planned(w, { maxAttendees: 2 })
    const reply = await beforeClaim(
      () => rsvp(1),
      () => replanned(w, event.eventId, change()),
    )
    expect(reply).toMatchObject(refused(kind))
    expect((await state()).rows).toEqual([])
    expectSound(await state())
  })

  // rules/attendance 35
  it('let no person onto a waitlist that was switched off', async () => {
    event = await planned(w, { maxAttendees: 1 })
    await rsvp(0)
    await rsvp(2)
    const reply = await beforeClaim(
      () => rsvp(1),
      () => replanned(w, event.eventId, { waitlistEnabled: false }),
    )
    expect(reply).toMatchObject(refused(EventFull))
    expectSound(await state())
  })

  it('are read again when they change a second time', async () => {
    event = await planned(w, { maxAttendees: 2 })
    const reply = await beforeClaim(
      () => rsvp(1),
      async () => {
        await replanned(w, event.eventId, { registrationDeadline: past() })
        await replanned(w, event.eventId, { registrationDeadline: undefined })
      },
    )
    expect(reply.body.status).toBe('attending')
    expectSound(await state())
  })
})

describe('a withdrawal', () => {
  it('frees the current number of seats', async () => {
    event = await planned(w, { maxAttendees: 5 })
    await rsvp(0)
    await beforeClaim(
      () => leave(0),
      () => rsvp(0, 3),
    )
    expectSound(await state())
    expect((await state()).counter?.taken).toBe(0)
  })

  it('does not close a waitlist that a person has just joined', async () => {
    event = await planned(w, { maxAttendees: 1 })
    await rsvp(0)
    await rsvp(1)
    await beforeClaim(
      () => leave(1),
      () => rsvp(2),
      3,
    )
    const whole = await state()
    expectSound(whole)
    expect(whole.waitlist.map(({ personId }) => personId)).toEqual([person(2).id])
  })

  it('promotes no person whose guest count has grown since', async () => {
    event = await planned(w, { maxAttendees: 3 })
    await rsvp(0, 2)
    await rsvp(2)
    await rsvp(1)
    await beforeClaim(
      () => leave(0),
      () => rsvp(1, 3),
      // The claim of who joined the line goes first.
      4,
    )
    const whole = await state()
    expectSound(whole)
    expect(whole.waitlist).toMatchObject([{ personId: person(1).id, guestCount: 3 }])
  })
})

describe('a smaller capacity', () => {
  it('is rejected when the seat was taken in the meantime', async () => {
    event = await planned(w, { maxAttendees: 3 })
    await rsvp(0)
    const shrinking = meanwhile(
      () => replanned(w, event.eventId, { maxAttendees: 1 }),
      () => rsvp(1),
    )
    await expect(shrinking).rejects.toMatchObject({ kind: CapacityBelow })
    expectSound(await state())
  })
})

describe('the people shown on a card', () => {
  it('do not include people who left during the count', async () => {
    event = await planned(w)
    const stream = await attendanceStream(w)
    await rsvp(0)
    await stream.drain()
    await rsvp(1)
    const fresh = await stream.fresh()
    await meanwhile(
      () => stream.carry(fresh),
      async () => {
        await leave(0)
        await stream.drain()
      },
    )
    await stream.drain()
    expectCounted(await state())
  })
})
