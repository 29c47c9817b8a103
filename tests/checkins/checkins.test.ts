import { beforeAll, describe, expect, it } from 'vitest'
import { NotOnPage, NotRegistered, RegistrationRequired } from '../../functions/checkins/shapes.ts'
import { attendee, type EventCard } from '../../functions/events/index.ts'
import { expectSound, stateOf } from '../attendance/state.ts'
import { refused } from '../support/agent.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costIn, type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

const rowsOf = async ({ eventId }: EventCard) => (await stateOf(d.w, eventId)).rows

type Listed = { readonly userId: { readonly _id: string }; readonly checkedInBy: string | null }

describe('somebody who is registered', () => {
  it('checks in by the link, with their registration as it was', async () => {
    const card = await opened(d.w, d.chess, { requireRegistration: true }, { maxAttendees: 9 })
    const { eventId } = card
    const ada = d.person(0)
    await ada.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    const at = d.w.clock.now().toISOString()
    expect(await ada.device.checkIn({ eventId, token: await d.link(card) })).toMatchObject({
      status: 200,
      body: {
        message: 'Checked in',
        data: {
          checkedIn: true,
          checkedInAt: at,
          checkedInBy: ada.id,
          alreadyCheckedIn: false,
          walkIn: false,
        },
      },
    })
    const [row] = await rowsOf(card)
    expect(row).toMatchObject({ checkedIn: true, checkedInAt: at, checkedInBy: ada.id, guestCount: 3 })
    expectSound(await stateOf(d.w, eventId))
  })

  // rules/checkins 16
  it('is answered with the first time when they check in again', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const ada = d.person(0)
    await ada.device.registerForEvent({ event_id: eventId })
    const at = d.w.clock.now().toISOString()
    await ada.device.checkInOnPage({ eventId })
    d.w.clock.advance(20)
    for (const again of [
      ada.device.checkInOnPage({ eventId }),
      d.chess.officer.device.checkInPerson({ eventId, userId: ada.id }),
    ])
      expect(await again).toMatchObject({
        status: 200,
        body: { message: 'Already checked in', data: { checkedInAt: at, alreadyCheckedIn: true } },
      })
    const rows = await rowsOf(card)
    expect(rows[0]).toMatchObject({ checkedInAt: at, checkedInBy: ada.id })
  })

  // rules/checkins 37
  it('is listed at the door with who let them in, and with nobody where they did it themselves', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const [ada, ben] = [d.person(0), d.person(1)]
    for (const one of [ada, ben, d.guest]) await one.device.registerForEvent({ event_id: eventId })
    await ada.device.checkInOnPage({ eventId })
    await d.guest.device.checkInOnPage({ eventId })
    await d.chess.officer.device.checkInPerson({ eventId, userId: ben.id })
    const { body } = await d.chess.officer.device.listCheckedIn({ eventId })
    const by = body.attendees.map(({ userId, checkedInBy }: Listed) => [userId._id, checkedInBy])
    expect(Object.fromEntries(by)).toEqual({
      [ada.id]: null,
      [d.guest.id]: null,
      [ben.id]: d.chess.officer.user._id,
    })
  })

  // rules/checkins 16
  it('is in once when they press many times at once', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const ada = d.person(0)
    await ada.device.registerForEvent({ event_id: eventId })
    const replies = await Promise.all(Array.from({ length: 8 }, () => ada.device.checkInOnPage({ eventId })))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(replies.filter(({ body }) => !body.data.alreadyCheckedIn)).toHaveLength(1)
  })

  // rules/checkins 17
  it('checks out and in again', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const ada = d.person(0)
    await ada.device.registerForEvent({ event_id: eventId })
    expect(await ada.device.checkOut({ eventId })).toMatchObject({
      body: { data: { alreadyCheckedOut: true } },
    })
    await ada.device.checkInOnPage({ eventId })
    expect(await ada.device.checkOut({ eventId })).toMatchObject({
      status: 200,
      body: { message: 'Checked out', data: { checkedIn: false, alreadyCheckedOut: false } },
    })
    const [row] = await rowsOf(card)
    expect(row).toMatchObject({ checkedIn: false })
    expect(row).not.toHaveProperty('checkedInAt')
    d.w.clock.advance(5)
    const { body } = await ada.device.checkInOnPage({ eventId })
    expect(body.data).toMatchObject({ checkedInAt: d.w.clock.now().toISOString(), alreadyCheckedIn: false })
  })

  // rules/checkins 13
  it('may be a guest of another school', async () => {
    const card = await opened(d.w, d.chess, { requireRegistration: true })
    const { eventId } = card
    await d.guest.device.registerForEvent({ event_id: eventId })
    expect((await d.guest.device.checkInOnPage({ eventId })).body.data).toMatchObject({ checkedIn: true })
    expect(await rowsOf(card)).toMatchObject([{ kind: 'g', personId: d.guest.id, checkedIn: true }])
  })

  // rules/checkins 10
  it('waits in line and is no registration', async () => {
    const card = await opened(d.w, d.chess, { requireRegistration: true }, { maxAttendees: 1 })
    const { eventId } = card
    await d.person(0).device.registerForEvent({ event_id: eventId })
    await d.person(1).device.registerForEvent({ event_id: eventId })
    expect(await d.person(1).device.checkInOnPage({ eventId })).toMatchObject(refused(RegistrationRequired))
    expect(await d.chess.officer.device.checkInPerson({ eventId, userId: d.person(1).id })).toMatchObject(
      refused(RegistrationRequired),
    )
  })

  it.skipIf(isLate)('costs one round trip behind authentication and two write units', async () => {
    using _rounds = logicalRounds()
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const token = await d.link(card)
    const ada = d.person(0)
    await ada.device.registerForEvent({ event_id: eventId })
    await ada.device.getMyRsvp({ event_id: eventId })
    await ada.device.checkIn({ eventId, token })
    expect(costIn(d.w)).toMatchObject({ depth: 2, writeUnits: 2 })
  })
})

describe('staff at the door', () => {
  // rules/checkins 13
  it('checks guests in and out by their global ids, with a registration only', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { device } = d.chess.officer
    const globalUserId = d.guest.id
    expect(await device.checkInGuest({ eventId, globalUserId })).toMatchObject(refused(NotRegistered))
    await d.guest.device.registerForEvent({ event_id: eventId })
    expect((await device.checkInGuest({ eventId, globalUserId })).body.data).toMatchObject({
      checkedInBy: d.chess.officer.user._id,
    })
    expect((await device.checkOutPerson({ eventId, userId: `g-${globalUserId}` })).status).toBe(200)
    expect(await rowsOf(card)).toMatchObject([{ checkedIn: false }])
  })

  it('never takes a word of the interface for an id', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    await d.person(0).device.registerForEvent({ event_id: eventId })
    const [row] = await rowsOf(card)
    if (!row) throw new Error('nobody is registered')
    for (const personId of ['attendees', 'qr']) {
      await d.w.table().put(attendee, { ...row, personId })
      const asked = { eventId, userId: personId }
      expect(await d.chess.officer.device.checkInPerson(asked)).toMatchObject(refused(NotRegistered))
    }
    expect((await rowsOf(card)).filter(({ checkedIn }) => checkedIn)).toEqual([])
  })

  it('is told of people who do not exist', async () => {
    const { eventId } = await opened(d.w, d.chess)
    const { device } = d.chess.officer
    for (const userId of ['nobody', 'g-nobody', 'u-', 'attendees', 'self-registrations'])
      expect([userId, await device.checkInPerson({ eventId, userId })]).toMatchObject([
        userId,
        refused(NotRegistered),
      ])
    const { status } = await device.request(
      'checkins',
      'POST',
      `/events/${eventId}/check-in/by-form-response/x`,
    )
    expect(status).toBe(404)
  })
})

describe('check-in on the page', () => {
  // rules/checkins 9
  it('has to be allowed', async () => {
    const { eventId } = await opened(d.w, d.chess, { allowOnPageCheckIn: false })
    await d.person(0).device.registerForEvent({ event_id: eventId })
    expect(await d.person(0).device.checkInOnPage({ eventId })).toMatchObject(refused(NotOnPage))
  })
})
