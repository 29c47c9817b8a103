import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound, NotPermitted, NotRegistered } from '../../functions/checkins/shapes.ts'
import { replanned } from '../attendance/events.ts'
import { stateOf } from '../attendance/state.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { answering, type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

const inside = async (eventId: string): Promise<string[]> =>
  (await stateOf(d.w, eventId)).rows.filter(({ checkedIn }) => checkedIn).map(({ personId }) => personId)

// rules/checkins 36
describe('the answers that somebody registered with', () => {
  it('let a member or a guest in at the door, and out again', async () => {
    for (const someone of [d.person(0), d.guest]) {
      const { eventId } = await opened(d.w, d.chess)
      const responseId = await answering(d.w, d.chess, eventId, someone)
      const { device } = d.chess.officer
      const entered = await device.checkInByResponse({ eventId, responseId })
      expect(entered.body.data).toMatchObject({ checkedIn: true, alreadyCheckedIn: false })
      expect(await inside(eventId)).toEqual([someone.id])
      const left = await device.checkOutByResponse({ eventId, responseId })
      expect(left.body.data).toEqual({ checkedIn: false, alreadyCheckedOut: false })
      expect(await inside(eventId)).toEqual([])
    }
  })

  it('follow a guest who joins the school', async () => {
    const { eventId } = await opened(d.w, d.chess)
    const ivy = await registered(d.w, 'ivy', {}, d.w.sister)
    const device = ivy.device.on(d.w.home)
    const responseId = await answering(d.w, d.chess, eventId, { device })
    expect((await device.joinTenant()).status).toBe(200)
    const entered = await d.chess.officer.device.checkInByResponse({ eventId, responseId })
    expect(entered.body.data).toMatchObject({ checkedIn: true, walkIn: false })
  })

  it('open nothing for others, and say nothing of themselves', async () => {
    const { eventId } = await opened(d.w, d.chess)
    const responseId = await answering(d.w, d.chess, eventId, d.person(1))
    for (const ask of ['checkInByResponse', 'checkOutByResponse'] as const) {
      for (const id of [responseId, 'of-nobody']) {
        expect(await d.person(1).device[ask]({ eventId, responseId: id })).toMatchObject(
          refused(NotPermitted),
        )
        expect((await d.w.device()[ask]({ eventId, responseId: id })).status).toBe(401)
      }
      const { device } = d.chess.officer
      expect(await device[ask]({ eventId, responseId: 'of-nobody' })).toMatchObject(refused(NotRegistered))
      const elsewhere = await opened(d.w, d.chess)
      const other = { eventId: elsewhere.eventId, responseId }
      expect(await device[ask](other)).toMatchObject(refused(NotRegistered))
      const there = device.on(d.w.sister)
      expect((await there[ask]({ eventId, responseId })).body.message).toBe(EventNotFound.message)
    }
    expect(await inside(eventId)).toEqual([])
  })

  it('end with the registration, whatever the desk lets in without one', async () => {
    const { eventId } = await opened(d.w, d.chess, { requireRegistration: false })
    const responseId = await answering(d.w, d.chess, eventId, d.person(2))
    await d.person(2).device.withdrawFromEvent({ event_id: eventId })
    const ask = () => d.chess.officer.device.checkInByResponse({ eventId, responseId })
    expect(await ask()).toMatchObject(refused(NotRegistered))
    await replanned(d.w, eventId, { registrationFormId: undefined })
    await d.person(2).device.registerForEvent({ event_id: eventId })
    expect(await ask()).toMatchObject(refused(NotRegistered))
    expect(await inside(eventId)).toEqual([])
  })
})
