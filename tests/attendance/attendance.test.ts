import { beforeAll, describe, expect, it } from 'vitest'
import {
  BadStatus,
  CheckedIn,
  DeadlinePassed,
  EventEnded,
  EventFull,
  EventNotFound,
  NotRegistered,
  NotYours,
  RegistrationClosed,
  TooManyEvents,
} from '../../functions/attendance/contract/failures.ts'
import { attendee, type EventCard } from '../../functions/events/index.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { hosted, planned, replanned } from './events.ts'
import { expectSound, stateOf } from './state.ts'

let w: World
let ada: Visitor
let ben: Visitor
let eve: Visitor

beforeAll(async () => {
  w = await world()
  ;[ada, ben, eve] = (await crowd(w, 3)) as [Visitor, Visitor, Visitor]
  // Whoever is new at the school could have been a guest before.
  w.clock.advance(3 * 24 * 3600)
})

const rsvp = (who: Visitor, { eventId }: EventCard, more: object = {}) =>
  who.device.registerForEvent({ event_id: eventId, ...more })
const leave = (who: Visitor, { eventId }: EventCard) => who.device.withdrawFromEvent({ event_id: eventId })

describe('registering', () => {
  // rules/attendance 1
  it('seats a person once, however often they register', async () => {
    const event = await planned(w, { maxAttendees: 3 })
    expect(await rsvp(ada, event, { guestCount: 2, guestName: 'of no account' })).toMatchObject({
      status: 201,
      body: {
        success: true,
        status: 'attending',
        registrationCount: 1,
        data: { rsvp: { eventId: event.eventId, userId: ada.id, status: 'attending', guestCount: 2 } },
      },
    })
    const own = await ada.device.getMyRsvp({ event_id: event.eventId })
    expect(own.body.rsvp).toMatchObject({ checkedIn: false, checkedInAt: null, checkedInBy: null })
    const again = await rsvp(ada, event)
    expect(again).toMatchObject({ status: 200, body: { data: { rsvp: { guestCount: 2 } } } })
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    const { start_time } = event
    expect(state.rows).toEqual([
      expect.objectContaining({ kind: 'u', personId: ada.id, name: 'visitor0', start_time }),
    ])
  })

  // rules/attendance 1
  it('treats two requests of one person at the same moment as one', async () => {
    const event = await planned(w, { maxAttendees: 30 })
    const replies = await Promise.all(Array.from({ length: 6 }, () => rsvp(ada, event)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expectSound(await stateOf(w, event.eventId))
  })

  // rules/attendance 2
  it('changes the guest count while there is room', async () => {
    const event = await planned(w, { maxAttendees: 4, waitlistEnabled: false })
    await rsvp(ada, event, { guestCount: 2 })
    await rsvp(ben, event)
    expect(await rsvp(ada, event, { guestCount: 3 })).toMatchObject({
      status: 200,
      body: { data: { rsvp: { guestCount: 3 } } },
    })
    expect(await rsvp(ada, event, { guestCount: 4 })).toMatchObject(refused(EventFull))
    expect((await rsvp(ada, event, { guestCount: 1 })).status).toBe(200)
    expect((await rsvp(eve, event, { guestCount: 2 })).status).toBe(201)
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.counter).toMatchObject({ taken: 4, capacity: 4 })
  })

  it('has no limit when the event has none', async () => {
    const event = await planned(w)
    for (const who of [ada, ben, eve]) expect((await rsvp(who, event, { guestCount: 10 })).status).toBe(201)
    expectSound(await stateOf(w, event.eventId))
  })

  // rules/attendance 5
  it('rejects a larger party than the event holds, which would block the waitlist forever', async () => {
    const event = await planned(w, { maxAttendees: 2 })
    expect(await rsvp(ada, event, { guestCount: 3 })).toMatchObject(refused(EventFull))
    expect(await rsvp(ada, event, { guestCount: 0 })).toMatchObject({ status: 400 })
    expect(await rsvp(ada, event, { guestCount: 11 })).toMatchObject({ status: 400 })
  })

  // rules/attendance 3
  it('ends with the deadline, with the end, when it is closed, and when the event is not live', async () => {
    const now = w.clock.now().getTime()
    const past = new Date(now - 1000).toISOString()
    const late = await planned(w, { registrationDeadline: past })
    const over = await planned(w, { start_time: past, end_time: past })
    const closed = await planned(w, { registrationEnabled: false })
    const draft = await planned(w, { status: 'draft' })
    expect(await rsvp(ada, late)).toMatchObject(refused(DeadlinePassed))
    expect(await rsvp(ada, over)).toMatchObject(refused(EventEnded))
    expect(await rsvp(ada, closed)).toMatchObject(refused(RegistrationClosed))
    expect(await rsvp(ada, draft)).toMatchObject(refused(EventNotFound))
    expect(await ada.device.registerForEvent({ event_id: 'nothing' })).toMatchObject(refused(EventNotFound))
  })

  it('follows the counter when the card was read before the event closed', async () => {
    const event = await planned(w, { maxAttendees: 5 })
    await replanned(w, event.eventId, { status: 'cancelled' })
    expect((await stateOf(w, event.eventId)).counter).toMatchObject({ open: false })
    await replanned(w, event.eventId, { status: 'not-applicable' })
    expect((await rsvp(ada, event)).status).toBe(201)
  })

  // rules/attendance 4
  it('for a members-only event is for members, and hidden from others', async () => {
    const chess = await club(w, 'chess')
    const event = await hosted(w, chess.orgId, { visibility: 'members_only', maxAttendees: 5 })
    const ask = { event_id: event.eventId }
    expect(await chess.outsider.device.registerForEvent(ask)).toMatchObject(refused(EventNotFound))
    expect((await chess.member.device.registerForEvent(ask)).status).toBe(201)
    expect(await chess.outsider.device.listAttendees(ask)).toMatchObject(refused(EventNotFound))
  })
})

describe('withdrawing', () => {
  // rules/attendance 16
  it('frees the seat, after the deadline too', async () => {
    const registrationDeadline = new Date(w.clock.now().getTime() + 60_000).toISOString()
    const event = await planned(w, { maxAttendees: 1, registrationDeadline })
    await rsvp(ada, event)
    w.clock.advance(120)
    expect(await leave(ada, event)).toMatchObject({
      status: 200,
      body: { message: 'Registration withdrawn', data: { promoted: 0 } },
    })
    expect(await leave(ada, event)).toMatchObject(refused(NotRegistered))
    const state = await stateOf(w, event.eventId)
    expectSound(state)
    expect(state.rows).toEqual([])
  })

  // rules/attendance 17
  it('frees each seat once, however often it is requested', async () => {
    const event = await planned(w, { maxAttendees: 3 })
    await rsvp(ada, event, { guestCount: 2 })
    const replies = await Promise.all(Array.from({ length: 5 }, () => leave(ada, event)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expectSound(await stateOf(w, event.eventId))
  })

  // rules/attendance 16
  it('is not possible after a check-in or the end of the event', async () => {
    const event = await planned(w, { maxAttendees: 3 })
    await rsvp(ada, event)
    await rsvp(ben, event)
    const row = (await stateOf(w, event.eventId)).rows.find(({ personId }) => personId === ada.id)
    if (row) await w.table().update(attendee, row, { set: { checkedIn: true }, add: { version: 1 } })
    expect(await leave(ada, event)).toMatchObject(refused(CheckedIn))
    w.clock.advance(8 * 24 * 3600)
    expect(await leave(ben, event)).toMatchObject(refused(EventEnded))
    expect(await ada.device.withdrawFromEvent({ event_id: 'nothing' })).toMatchObject(refused(EventNotFound))
  })
})

describe('POST /api/events/:eventId/rsvp', () => {
  // rules/attendance 6
  it('registers and withdraws by all statuses that clients send', async () => {
    const { eventId } = await planned(w, { maxAttendees: 2 })
    const set = (status: string, userId = ada.id) => ada.device.setRsvp({ eventId, userId, status })
    expect(await set('attending')).toMatchObject({ status: 201, body: { status: 'attending' } })
    expect(await set('going', ada.globalUserId)).toMatchObject({ status: 200 })
    expect(await set('maybe')).toMatchObject(refused(BadStatus))
    expect(await set('toString')).toMatchObject(refused(BadStatus))
    expect(await set('not-going')).toMatchObject({
      status: 200,
      body: { status: 'not_attending', data: { promoted: 0 } },
    })
    expect(await set('not_attending')).toMatchObject(refused(NotRegistered))
    expect(await set('attending', ben.id)).toMatchObject(refused(NotYours))
    expect((await stateOf(w, eventId)).rows).toEqual([])
  })

  // rules/attendance 6
  it("lets people who manage the host's events register others", async () => {
    const { orgId, officer, member, outsider } = await club(w, 'rowing')
    const { eventId } = await hosted(w, orgId, { maxAttendees: 2 })
    const ask = { eventId, userId: outsider.user._id, status: 'attending' }
    expect(await member.device.setRsvp(ask)).toMatchObject(refused(NotYours))
    expect(await officer.device.setRsvp({ ...ask, eventId: 'nothing' })).toMatchObject(refused(EventNotFound))
    expect(await officer.device.setRsvp(ask)).toMatchObject({
      status: 201,
      body: { data: { rsvp: { userId: outsider.user._id } } },
    })
    expect((await officer.device.setRsvp({ ...ask, status: 'not_attending' })).status).toBe(200)
    expect(await officer.device.setRsvp({ ...ask, userId: 'g-nobody' })).toMatchObject(refused(NotYours))
  })
})

describe("a person's own view", () => {
  it('has their own registration, or null', async () => {
    const event = await planned(w, { maxAttendees: 1 })
    const other = await planned(w)
    await rsvp(ada, event)
    await rsvp(ben, event)
    await rsvp(ben, other)
    const mine = (who: Visitor) => who.device.getMyRsvp({ event_id: event.eventId })
    expect((await mine(ada)).body.rsvp).toMatchObject({ status: 'attending', userId: ada.id })
    expect((await mine(ben)).body.rsvp).toMatchObject({ status: 'waitlisted', waitlistPosition: 1 })
    expect((await mine(eve)).body.rsvp).toBeNull()
    const eventIds = `${event.eventId}, ${other.eventId},nothing,`
    const { body } = await ben.device.getMyRsvps({ eventIds })
    expect(Object.keys(body.rsvps).sort()).toEqual([event.eventId, other.eventId].sort())
    const many = Array.from({ length: 101 }, (_, at) => `event${at}`).join()
    expect(await ben.device.getMyRsvps({ eventIds: many })).toMatchObject(refused(TooManyEvents))
    expect((await ben.device.getMyRsvps({ eventIds: many.replace('event0,', '') })).body.rsvps).toEqual({})
  })
})
