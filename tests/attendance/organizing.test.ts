import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  EntryNotFound,
  EventFull,
  EventNotFound,
  HostOnly,
  NotRegistered,
  PersonNotFound,
  RegistrationClosed,
  ResponseNotFound,
} from '../../functions/attendance/contract/failures.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { hosted, replanned } from './events.ts'
import { expectSound, seatedIn, stateOf } from './state.ts'

let w: World
let chess: Club
let people: readonly Visitor[]
let gil: Visitor
let event: EventCard
let scope: { orgId: string; eventId: string }

const person = (at: number): Visitor => people[at] ?? (people[0] as Visitor)
const rsvp = (who: Visitor, more: object = {}) => {
  w.clock.advance(1)
  return who.device.registerForEvent({ event_id: event.eventId, ...more })
}
const state = () => stateOf(w, event.eventId)

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  chess = await club(w)
  people = await crowd(w, 5)
  gil = (await crowd(w, 1, { guestEvery: 1, name: 'guest' }))[0] as Visitor
})

beforeEach(async () => {
  event = await hosted(w, chess.orgId, { maxAttendees: 2 })
  scope = { orgId: chess.orgId, eventId: event.eventId }
})

describe("a person who manages the host's events", () => {
  // rules/attendance 19
  it('sees and removes registrations, including those of guests', async () => {
    const { device } = chess.officer
    await rsvp(person(0))
    await rsvp(gil)
    await rsvp(person(1))
    const { body } = await device.listRegistrations(scope)
    expect(
      body.data.registrations.map(({ registrationId, status }: Record<string, string>) => [
        registrationId,
        status,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [`u-${person(0).id}`, 'attending'],
        [`g-${gil.id}`, 'attending'],
        [`u-${person(1).id}`, 'waitlisted'],
      ]),
    )
    expect(body.data.registrations.every(({ email }: { email?: string }) => email !== undefined)).toBe(true)
    expect(await device.removeRegistration({ ...scope, userId: `g-${gil.id}` })).toMatchObject({
      status: 200,
      body: { message: 'Registration removed', data: { removed: true } },
    })
    expect(
      seatedIn(await state())
        .map(({ personId }) => personId)
        .sort(),
    ).toEqual([person(0).id, person(1).id].sort())
    expect((await device.removeRegistration({ ...scope, userId: person(0).id })).status).toBe(200)
    expect(await device.removeRegistration({ ...scope, userId: person(0).id })).toMatchObject(
      refused(NotRegistered),
    )
    expectSound(await state())
  })

  // rules/attendance 21
  it('reads all fields of attendees, while others read names', async () => {
    await rsvp(person(0), { guestCount: 2 })
    const all = (await chess.officer.device.listAttendees({ event_id: event.eventId })).body
    expect(all.attendees[0]).toMatchObject({ email: expect.any(String), guestCount: 2, checkedIn: false })
    const some = (await chess.outsider.device.listAttendees({ event_id: event.eventId })).body
    expect(some.attendees).toEqual([
      {
        userId: { _id: person(0).id, name: 'visitor0', username: 'visitor0' },
        user: { _id: person(0).id, name: 'visitor0', username: 'visitor0' },
        registeredAt: expect.any(String),
      },
    ])
    const strange = await w.device().listAttendees({ event_id: event.eventId })
    expect([strange.status, strange.body.attendees, strange.body.registrationCount]).toEqual([
      200,
      [],
      all.registrationCount,
    ])
    expect(await w.device().listAttendees({ event_id: 'nothing' })).toMatchObject(refused(EventNotFound))
  })

  // rules/attendance 14
  it('sees the waitlist, and adds and removes people', async () => {
    const { device } = chess.officer
    await rsvp(person(0), { guestCount: 2 })
    const added = await device.addToWaitlist({ ...scope, userId: person(1).id, guestCount: 2 })
    expect(added).toMatchObject({
      status: 201,
      body: { data: { entry: { entryId: `u-${person(1).id}`, status: 'waitlisted' }, changed: true } },
    })
    const again = (more: object = {}) => device.addToWaitlist({ ...scope, userId: person(1).id, ...more })
    expect(await again()).toMatchObject({ status: 200, body: { data: { changed: false } } })
    expect(await again({ guestCount: 1 })).toMatchObject({ status: 200, body: { data: { changed: true } } })
    await again({ guestCount: 2 })
    await rsvp(gil)
    const { body } = await device.listWaitlist(scope)
    expect(body.data.entries.map(({ entryId }: { entryId: string }) => entryId)).toEqual([
      `u-${person(1).id}`,
      `g-${gil.id}`,
    ])
    const entryId = `u-${person(1).id}`
    expect((await device.removeFromWaitlist({ ...scope, entryId })).status).toBe(200)
    expect(await device.removeFromWaitlist({ ...scope, entryId })).toMatchObject(refused(EntryNotFound))
    expect(await device.removeFromWaitlist({ ...scope, entryId: person(0).id })).toMatchObject(
      refused(EntryNotFound),
    )
    expect(await device.addToWaitlist({ ...scope, userId: 'nobody' })).toMatchObject(refused(PersonNotFound))
    expect(await device.addToWaitlist({ ...scope, userId: `g-${gil.id}` })).toMatchObject(
      refused(PersonNotFound),
    )
    expectSound(await state())
  })

  // rules/attendance 8, rules/attendance 14, rules/attendance 15
  it('promotes people before their turn, and with force above the capacity', async () => {
    event = await hosted(w, chess.orgId, { maxAttendees: 2 })
    scope = { orgId: chess.orgId, eventId: event.eventId }
    const { device } = chess.officer
    const promote = (who: Visitor, more: object = {}) =>
      device.promoteFromWaitlist({ ...scope, entryId: `u-${who.id}`, ...more })
    for (const at of [0, 1, 2, 3]) await rsvp(person(at))
    expect(await promote(person(3))).toMatchObject(refused(EventFull))
    expect(await promote(person(3), { force: true })).toMatchObject({
      status: 200,
      body: { data: { status: 'attending', reason: 'organizer' } },
    })
    expect(await promote(person(3), { force: true })).toMatchObject(refused(EntryNotFound))
    expectSound(await state(), 1)
    await person(0).device.withdrawFromEvent({ event_id: event.eventId })
    expect(seatedIn(await state())).toHaveLength(2)
    expect((await rsvp(person(4))).body.status).toBe('waitlisted')
    await person(1).device.withdrawFromEvent({ event_id: event.eventId })
    const whole = await state()
    expectSound(whole)
    expect(
      seatedIn(whole)
        .map(({ personId }) => personId)
        .sort(),
    ).toEqual([person(2).id, person(3).id].sort())
    await person(4).device.withdrawFromEvent({ event_id: event.eventId })
    expect((await state()).counter?.hasWaitlist).toBe(false)
  })

  it('cannot promote while the event is not live', async () => {
    for (const at of [0, 1, 2]) await rsvp(person(at))
    await replanned(w, event.eventId, { status: 'cancelled' })
    const entryId = `u-${person(2).id}`
    expect(await chess.officer.device.promoteFromWaitlist({ ...scope, entryId })).toMatchObject(
      refused(RegistrationClosed),
    )
  })
})

describe('a collaborating organization', () => {
  // rules/attendance 19
  it('can read registrations, and not change them', async () => {
    const helper = await founded(chess.outsider)
    await replanned(w, event.eventId, { collaborators: [helper.orgId] })
    const { device } = helper.owner
    const own = { orgId: helper.orgId, eventId: event.eventId }
    const entry = { ...own, entryId: `u-${person(0).id}` }
    expect((await device.listRegistrations(own)).status).toBe(200)
    expect((await device.listWaitlist(own)).status).toBe(200)
    const replies = await Promise.all([
      device.removeRegistration({ ...own, userId: person(0).id }),
      device.removeRegistrationResponse({ ...own, responseId: 'any' }),
      device.addToWaitlist({ ...own, userId: person(0).id }),
      device.removeFromWaitlist(entry),
      device.promoteFromWaitlist(entry),
    ])
    for (const reply of replies) expect(reply).toMatchObject(refused(HostOnly))
  })
})

describe('an event of another organization', () => {
  // rules/attendance 20
  it('returns 404 to managers of other organizations', async () => {
    const other = await founded(chess.outsider)
    const { device } = other.owner
    const own = { orgId: other.orgId, eventId: event.eventId }
    const entry = { ...own, entryId: `u-${person(0).id}` }
    const replies = await Promise.all([
      device.listRegistrations(own),
      device.listWaitlist(own),
      device.removeRegistration({ ...own, userId: person(0).id }),
      device.removeRegistrationResponse({ ...own, responseId: 'any' }),
      device.addToWaitlist({ ...own, userId: person(0).id }),
      device.removeFromWaitlist(entry),
      device.promoteFromWaitlist(entry),
    ])
    for (const reply of replies) expect(reply).toMatchObject(refused(EventNotFound))
  })

  it('rejects people who may not manage events', async () => {
    const replies = await Promise.all([
      chess.member.device.listRegistrations(scope),
      chess.member.device.listWaitlist(scope),
      chess.member.device.removeRegistration({ ...scope, userId: person(0).id }),
      chess.member.device.removeRegistrationResponse({ ...scope, responseId: 'any' }),
      chess.member.device.addToWaitlist({ ...scope, userId: person(0).id }),
      chess.member.device.removeFromWaitlist({ ...scope, entryId: 'any' }),
      chess.member.device.promoteFromWaitlist({ ...scope, entryId: 'any' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403))
    expect(
      await chess.officer.device.removeRegistrationResponse({ ...scope, responseId: 'any' }),
    ).toMatchObject(refused(ResponseNotFound))
  })
})
