import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound, NotRegistered, RegistrationRequired } from '../../functions/checkins/shapes.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { expectSound, stateOf } from '../attendance/state.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

const rowsOf = async ({ eventId }: EventCard) => (await stateOf(d.w, eventId)).rows

describe('somebody without a registration', () => {
  it('is refused where one is required', async () => {
    const card = await opened(d.w, d.chess, { requireRegistration: true })
    const { eventId } = card
    const token = await d.link(card)
    for (const { device } of [d.person(0), d.guest]) {
      expect(await device.checkIn({ eventId, token })).toMatchObject(refused(RegistrationRequired))
      expect(await device.checkInOnPage({ eventId })).toMatchObject(refused(RegistrationRequired))
      expect(await device.checkOut({ eventId })).toMatchObject(refused(NotRegistered))
    }
    const { device } = d.chess.officer
    expect(await device.checkInPerson({ eventId, userId: d.person(0).id })).toMatchObject(
      refused(RegistrationRequired),
    )
  })

  // rules/checkins 11
  it('comes all the same where none is, and takes no seat', async () => {
    const card = await opened(d.w, d.chess, {}, { maxAttendees: 1 })
    const { eventId } = card
    await d.person(0).device.registerForEvent({ event_id: eventId })
    const token = await d.link(card)
    expect((await d.person(1).device.checkIn({ eventId, token })).body.data).toMatchObject({ walkIn: true })
    expect((await d.guest.device.checkInOnPage({ eventId })).body.data).toMatchObject({ walkIn: true })
    const staff = await d.chess.officer.device.checkInPerson({ eventId, userId: d.person(2).id })
    expect(staff.body.data).toMatchObject({ walkIn: true, checkedInBy: d.chess.officer.user._id })
    const state = await stateOf(d.w, eventId)
    expect(state.counter).toMatchObject({ taken: 1, waiting: 0 })
    expect(state.rows.filter(({ walkIn }) => walkIn)).toHaveLength(3)
    expect(state.rows.find(({ personId }) => personId === d.person(1).id)).toMatchObject({ name: 'visitor1' })
    const { body } = await d.person(0).device.listAttendees({ event_id: eventId })
    expect([...body.attendees, ...body.globalAttendees]).toHaveLength(1)
    expectSound(state)
  })

  it('comes once, however often they press', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => d.person(1).device.checkInOnPage({ eventId })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await rowsOf(card)).toHaveLength(1)
  })

  // rules/checkins 12
  it('is taken off the event when they leave, and may come back', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { device, id } = d.person(1)
    await device.checkInOnPage({ eventId })
    expect((await device.checkOut({ eventId })).status).toBe(200)
    expect(await rowsOf(card)).toEqual([])
    expect(await device.checkOut({ eventId })).toMatchObject(refused(NotRegistered))
    d.w.clock.advance(1)
    expect((await device.checkInOnPage({ eventId })).body.data).toMatchObject({ walkIn: true })
    await d.chess.officer.device.checkOutPerson({ eventId, userId: id })
    expect(await rowsOf(card)).toEqual([])
  })

  // rules/checkins 14
  it('is not let in to an event for members', async () => {
    const card = await opened(d.w, d.chess, {}, { visibility: 'members_only' })
    const { eventId } = card
    const token = await d.link(card)
    expect(await d.person(0).device.checkIn({ eventId, token })).toMatchObject(refused(EventNotFound))
    expect(await d.person(0).device.checkInOnPage({ eventId })).toMatchObject(refused(EventNotFound))
    expect((await d.chess.member.device.checkIn({ eventId, token })).status).toBe(200)
  })

  // rules/checkins 18
  it('is the guest that they were when they registered, once they have joined the school', async () => {
    for (const byStaff of [false, true]) {
      const newcomer = await registered(d.w, `newcomer${byStaff}`, {}, d.w.sister)
      const device = newcomer.device.on(d.w.home)
      const card = await opened(d.w, d.chess)
      const { eventId } = card
      await device.registerForEvent({ event_id: eventId })
      const { status } = await device.joinTenant()
      expect(status).toBe(200)
      if (!byStaff)
        expect((await device.checkInOnPage({ eventId })).body.data).toMatchObject({ walkIn: false })
      const { items } = await d.w.table().list(tenantUser, { index: 'gsi1', keyParams: {}, limit: 100 })
      const own = items.find(({ globalUserId }) => globalUserId === newcomer.user.globalUserId)
      if (byStaff) await d.chess.officer.device.checkInPerson({ eventId, userId: own?.id })
      expect(await rowsOf(card)).toMatchObject([{ kind: 'g', checkedIn: true }])
    }
  })
})
