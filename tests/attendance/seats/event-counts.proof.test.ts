import { beforeAll, describe, expect, it } from 'vitest'
import { attendingPage, waitingPage } from '../../../functions/attendance/audiences.ts'
import { attendee } from '../../../functions/events/index.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { put } from '../../../lib/table/write.ts'
import { listed } from '../../support/inboxes.ts'
import { registered } from '../../support/people.ts'
import { type World, world } from '../../support/world.ts'
import { crowd, type Visitor } from '../crowd.ts'
import { planned, replanned } from '../events.ts'
import { expectCounted, expectSound, stateOf } from '../state.ts'
import { attendanceStream } from '../stream.ts'

let w: World
let people: readonly Visitor[]

const person = (at: number): Visitor => people[at] ?? (people[0] as Visitor)

beforeAll(async () => {
  w = await world()
  people = await crowd(w, 12, { guestEvery: 4 })
  w.clock.advance(3 * 24 * 3600)
})

const rsvp = (at: number, eventId: string, more: object = {}) => {
  w.clock.advance(1)
  return person(at).device.registerForEvent({ event_id: eventId, ...more })
}

describe('the counts of an event', () => {
  it('match a recount, when change events come twice and in any order', async () => {
    const { eventId } = await planned(w, { maxAttendees: 8 })
    const stream = await attendanceStream(w, { arrange: (all) => [...all, ...[...all].reverse()] })
    const late = []
    for (let at = 0; at < 12; at += 1) {
      await rsvp(at, eventId, { guestCount: 1 + (at % 2) })
      if (at % 4 === 1) late.push(...(await stream.fresh()))
      if (at % 4 === 3) await stream.carry(await stream.fresh())
    }
    for (const at of [0, 1, 3, 4]) {
      await person(at).device.withdrawFromEvent({ event_id: eventId })
    }
    late.push(...(await stream.fresh()))
    await stream.carry(late.reverse())
    await stream.drain()
    const state = await stateOf(w, eventId)
    expectSound(state)
    expectCounted(state)
  })

  it('follow a check-in, and leave out people without a registration', async () => {
    const { eventId } = await planned(w)
    const stream = await attendanceStream(w)
    await rsvp(0, eventId)
    await stream.drain()
    const [row] = (await stateOf(w, eventId)).rows
    if (!row) throw new Error('nobody is registered')
    await w.table().write([put(attendee, { ...row, checkedIn: true, version: 2 })])
    await w
      .table()
      .write([put(attendee, { ...row, personId: 'walk', globalUserId: 'w', walkIn: true, checkedIn: true })])
    await stream.drain()
    const { card } = await stateOf(w, eventId)
    expect(card).toMatchObject({ registrationCount: 1, seatsTaken: 1, checkedInCount: 2 })
  })

  it('show five people of each kind, and another one when one of them leaves', async () => {
    const { eventId } = await planned(w)
    const stream = await attendanceStream(w)
    for (let at = 0; at < 9; at += 1) await rsvp(at, eventId)
    await stream.drain()
    expectCounted(await stateOf(w, eventId))
    const { card } = await stateOf(w, eventId)
    expect(card.firstAttendees.map(({ name }) => name)).toEqual([0, 1, 2, 4, 5].map((at) => `visitor${at}`))
    for (const at of [0, 3]) await person(at).device.withdrawFromEvent({ event_id: eventId })
    await stream.drain()
    expectCounted(await stateOf(w, eventId))
  })
})

describe('a person who registers', () => {
  it('is notified once, also about the waitlist', async () => {
    const { eventId, name } = await planned(w, { maxAttendees: 1 })
    const ada = await registered(w, 'ada')
    const ben = await registered(w, 'ben')
    const stream = await attendanceStream(w, { arrange: (all) => [...all, ...all] })
    await ada.device.registerForEvent({ event_id: eventId })
    await ben.device.registerForEvent({ event_id: eventId })
    await stream.drain()
    await ada.device.withdrawFromEvent({ event_id: eventId })
    await stream.drain()
    const titles = async (who: typeof ada) =>
      (await listed(who)).data.map(({ title }: { title: string }) => title).reverse()
    expect(await titles(ada)).toEqual([`Registered: ${name}`])
    expect((await titles(ben)).sort()).toEqual([`On the waitlist: ${name}`, `You have a seat: ${name}`])
  })
})

describe('attendee rows', () => {
  it('follow an event that moves, also those of people who register in the meantime', async () => {
    const { eventId, start_time } = await planned(w)
    for (let at = 0; at < 6; at += 1) await rsvp(at, eventId)
    const stream = await attendanceStream(w)
    const later = new Date(Date.parse(start_time) + 1000).toISOString()
    await replanned(w, eventId, { start_time: later })
    await stream.drain()
    await rsvp(6, eventId)
    const { rows } = await stateOf(w, eventId)
    const stale = rows.find(({ personId }) => personId === person(6).id)
    if (stale) await w.table().put(attendee, { ...stale, start_time })
    await stream.drain()
    expect((await stateOf(w, eventId)).rows.map((row) => row.start_time)).toEqual(Array(7).fill(later))
  })

  it('follow a person whose name changes', async () => {
    const { eventId } = await planned(w)
    await rsvp(0, eventId)
    const stream = await attendanceStream(w)
    const user = await w.table().get(tenantUser, { id: person(0).id })
    if (user) await w.table().put(tenantUser, { ...user, name: 'Renamed', version: user.version + 1 })
    await stream.drain()
    const { rows, card } = await stateOf(w, eventId)
    expect([rows[0]?.name, card.firstAttendees[0]?.name]).toEqual(['Renamed', 'Renamed'])
  })

  // rules/attendance 30
  it('of a person who leaves the school are removed, and on past events become anonymous', async () => {
    const zoe = await registered(w, 'zoe')
    const past = await planned(w)
    const coming = await planned(w, { maxAttendees: 1 })
    const stream = await attendanceStream(w)
    for (const { eventId } of [past, coming]) await zoe.device.registerForEvent({ event_id: eventId })
    await rsvp(0, coming.eventId)
    const [row] = (await stateOf(w, past.eventId)).rows
    if (row) await w.table().put(attendee, { ...row, checkedIn: true, version: row.version + 1 })
    await stream.drain()
    const { status } = await zoe.device.deleteAccount({ password: 'correct horse battery' })
    expect(status).toBe(200)
    await stream.drain()
    const [was, is] = [await stateOf(w, past.eventId), await stateOf(w, coming.eventId)]
    expect(was.rows).toMatchObject([{ left: true, name: 'Former member', checkedIn: true }])
    expect(JSON.stringify([was.rows, was.card.firstAttendees, is])).not.toContain('zoe')
    expect(is.rows).toMatchObject([{ personId: person(0).id, status: 'attending' }])
    expectSound(is)
    expectCounted(is)
  })
})

describe('the audience of an event', () => {
  it('is every user of the school with a seat or a waitlist place', async () => {
    const { eventId } = await planned(w, { maxAttendees: 6 })
    for (let at = 0; at < 12; at += 1) await rsvp(at, eventId)
    const walk = async (page: typeof attendingPage) => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { people: some, next } = await page(w.table(), eventId, cursor)
        found.push(...some)
        cursor = next
      } while (cursor !== undefined)
      return found.sort()
    }
    const users = (from: number, to: number) =>
      people
        .slice(from, to)
        .flatMap(({ kind, id }) => (kind === 'u' ? [id] : []))
        .sort()
    expect(await walk(attendingPage)).toEqual(users(0, 6))
    expect(await walk(waitingPage)).toEqual(users(6, 12))
  })
})
