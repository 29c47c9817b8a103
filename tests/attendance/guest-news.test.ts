import { beforeAll, describe, expect, it } from 'vitest'
import { clubEvent } from '../planning/people.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { planned } from './events.ts'
import { expectCounted, expectSound, stateOf } from './state.ts'

let w: World
let c: Club
let stream: WholeStream
let local: Visitor

beforeAll(async () => {
  ;({ w } = await admins())
  c = await club(w)
  ;[local] = (await crowd(w, 1)) as [Visitor]
  await enrolSchool(w, w.home)
  stream = await wholeStream(w)
})

const visiting = async (name: string): Promise<Person> => {
  const there = await registered(w, name, { username: name }, w.sister)
  return { ...there, device: there.device.on(w.home) }
}

const rsvp = ({ device }: Pick<Person, 'device'>, eventId: string) =>
  device.registerForEvent({ event_id: eventId })

const mailsTo = ({ email }: Person, word: string): number =>
  w.mails.filter(({ to, subject }) => to === email && subject.startsWith(word)).length

/** Guests one by one: the first has the seat, all others wait. */
const attended = async (names: readonly string[]) => {
  const eventId = await clubEvent(c, { maxAttendees: 1, waitlistEnabled: true, registrationEnabled: true })
  const guests: Person[] = []
  for (const name of names) guests.push(await visiting(name))
  for (const guest of guests) expect((await rsvp(guest, eventId)).status).toBe(201)
  await stream.drain()
  return { eventId, guests }
}

describe('guests of an event', () => {
  // rules/attendance 27, rules/attendance 28
  it('hear by mail, once, that it moves and that it is cancelled, also while they wait', async () => {
    const { eventId, guests } = await attended(['abe', 'bea'])
    const changed = { start_time: '2026-04-01T18:30:00.000Z' }
    expect((await c.owner.device.updateEvent({ event_id: eventId, ...changed })).status).toBe(200)
    await stream.drain(2)
    expect(guests.map((guest) => mailsTo(guest, 'Changed'))).toEqual([1, 1])
    expect((await c.owner.device.cancelEvent({ event_id: eventId })).status).toBe(200)
    await stream.drain(2)
    expect(guests.map((guest) => mailsTo(guest, 'Cancelled'))).toEqual([1, 1])
    expect(guests.map((guest) => mailsTo(guest, 'Changed'))).toEqual([1, 1])
  })

  // rules/attendance 28
  it('are told page by page where they are many', async () => {
    const people = await crowd(w, 12, { guestEvery: 1, name: 'many' })
    const event = await planned(w, { maxAttendees: 200, hostingId: c.owner.user._id })
    for (const { device } of people) await device.registerForEvent({ event_id: event.eventId })
    await stream.drain()
    const before = w.mails.length
    expect((await c.owner.device.cancelEvent({ event_id: event.eventId })).status).toBe(200)
    await stream.drain(2)
    const told = w.mails.slice(before).filter(({ subject }) => subject === `Cancelled: ${event.name}`)
    expect(new Set(told.map(({ to }) => to)).size).toBe(12)
    expect(told).toHaveLength(12)
  })
})

describe('a guest who', () => {
  // rules/attendance 30
  it('deletes their last account leaves what is to come, to others, and no name on what has been', async () => {
    const dot = await visiting('dot')
    const [ahead, begun] = [await planned(w, { maxAttendees: 1 }), await planned(w)]
    const soon = new Date(w.clock.now().getTime() + 60_000).toISOString()
    const past = await planned(w, { start_time: soon, maxAttendees: 5 })
    for (const { eventId } of [ahead, begun, past]) await rsvp(dot, eventId)
    await rsvp(local, ahead.eventId)
    w.clock.advance(120)
    await stream.drain()
    const { status } = await dot.device.on(w.sister).deleteAccount({ password })
    expect(status).toBeLessThan(300)
    await stream.drain(2)
    const free = await stateOf(w, ahead.eventId)
    expectSound(free)
    expectCounted(free)
    expect(free.rows).toMatchObject([{ personId: local.id, status: 'attending' }])
    expect((await stateOf(w, begun.eventId)).rows).toEqual([])
    const { rows } = await stateOf(w, past.eventId)
    expect(rows).toMatchObject([{ name: 'Former member', left: true }])
    expect(JSON.stringify(rows)).not.toContain(dot.email)
  })
})
