import { beforeAll, describe, expect, it } from 'vitest'
import { Ended, EventNotFound, NotStarted, RegistrationRequired } from '../../functions/checkins/shapes.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { hosted } from '../attendance/events.ts'
import { stateOf } from '../attendance/state.ts'
import { refused } from '../support/agent.ts'
import { type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

const rowsOf = async ({ eventId }: EventCard) => (await stateOf(d.w, eventId)).rows
const minute = 60_000

describe('an event that asks for a registration', () => {
  const asking = {
    'by its own setting': () => opened(d.w, d.chess, {}, { registrationRequired: true }),
    'by the settings of its desk': () => opened(d.w, d.chess, { requireRegistration: true }),
  }

  // rules/checkins 10
  it.each(Object.entries(asking))('lets in whoever is registered and nobody else, %s', async (_, made) => {
    const card = await made()
    const { eventId } = card
    const [token, stranger, staff] = [await d.link(card), d.person(2), d.chess.officer.device]
    const scans = [
      { clientId: 'a', at: d.w.clock.now().toISOString(), person: `u-${stranger.id}`, action: 'in' },
    ]
    for (const door of [
      () => stranger.device.checkIn({ eventId, token }),
      () => stranger.device.checkInOnPage({ eventId }),
      () => staff.checkInPerson({ eventId, userId: stranger.id }),
    ])
      expect(await door()).toMatchObject(refused(RegistrationRequired))
    const refusedScan = { result: 'refused', reason: 'not_registered' }
    expect((await staff.takeScans({ eventId, scans })).body.data.results).toMatchObject([refusedScan])
    expect(await rowsOf(card)).toEqual([])
    await stranger.device.registerForEvent({ event_id: eventId })
    expect((await staff.takeScans({ eventId, scans })).body.data.results).toMatchObject([
      { result: 'applied', checkedIn: true },
    ])
    expect((await stranger.device.checkInOnPage({ eventId })).status).toBe(200)
  })
})

describe('the time of an event', () => {
  // rules/checkins 15
  it('bounds its check-in, and early entry has to be allowed', async () => {
    const now = d.w.clock.now().getTime()
    const times = {
      start_time: new Date(now + minute).toISOString(),
      end_time: new Date(now + 3 * minute).toISOString(),
    }
    const card = await opened(d.w, d.chess, {}, times)
    const { eventId } = card
    const { device } = d.person(0)
    const token = await d.link(card)
    await device.registerForEvent({ event_id: eventId })
    expect(await device.checkIn({ eventId, token })).toMatchObject(refused(NotStarted))
    const settings = { allowEarlyCheckIn: true }
    await d.chess.officer.device.changeCheckInSettings({ eventId, settings })
    expect((await device.checkIn({ eventId, token })).status).toBe(200)
    d.w.clock.advance(181)
    expect(await device.checkOut({ eventId })).toMatchObject(refused(Ended))
    expect(await device.checkIn({ eventId, token })).toMatchObject(refused(Ended))
  })

  // rules/checkins 15
  it('opens the doors a day ahead where early entry is allowed, not sooner', async () => {
    const start = d.w.clock.now().getTime() + 24 * 60 * minute
    const times = (late: number) => ({
      start_time: new Date(start + late).toISOString(),
      end_time: new Date(start + 60 * minute).toISOString(),
    })
    const [soon, sooner] = [
      await opened(d.w, d.chess, { allowEarlyCheckIn: true }, times(0)),
      await opened(d.w, d.chess, { allowEarlyCheckIn: true }, times(1)),
    ]
    const { device } = d.person(0)
    expect((await device.checkInOnPage({ eventId: soon.eventId })).status).toBe(200)
    expect(await device.checkInOnPage({ eventId: sooner.eventId })).toMatchObject(refused(NotStarted))
  })

  // rules/checkins 14
  it('does not come for an event that is not live', async () => {
    const { eventId } = await hosted(d.w, d.chess.orgId, { status: 'draft' })
    await d.chess.officer.device.enableCheckIn({ eventId })
    expect(await d.person(0).device.checkInOnPage({ eventId })).toMatchObject(refused(EventNotFound))
  })
})
