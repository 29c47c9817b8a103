import { beforeAll, describe, expect, it } from 'vitest'
import { BadLink, NotRegistered, NotYourself } from '../../functions/checkins/shapes.ts'
import { stateOf } from '../attendance/state.ts'
import { refused } from '../support/agent.ts'
import { type Door, door, opened } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

// rules/checkins 34
describe('behind a link', () => {
  it('people find themselves alone, guests by their global id, and check themselves in', async () => {
    const { eventId, ...card } = await opened(d.w, d.chess, { requireRegistration: true })
    const token = await d.link({ eventId, ...card })
    for (const { device } of [d.person(0), d.person(1), d.guest])
      await device.registerForEvent({ event_id: eventId })
    for (const { device, id } of [d.person(0), d.guest]) {
      const { body } = await device.listSelfRegistrations({ eventId, token })
      expect(body.data.registrations.map(({ userId }: { userId: string }) => userId)).toEqual([id])
      expect(JSON.stringify(body)).not.toContain('@')
      const picked = { eventId, token, userId: id, formResponseId: null, anonymousBrowserId: null }
      expect((await device.checkInAsPicked(picked)).body.data).toMatchObject({ checkedIn: true })
    }
    expect((await stateOf(d.w, eventId)).rows.filter(({ checkedIn }) => checkedIn)).toHaveLength(2)
    const stranger = await d.person(2).device.listSelfRegistrations({ eventId, token })
    expect(stranger.body.data.registrations).toEqual([])
  })

  it('nobody finds or checks in somebody else', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const token = await d.link(card)
    await d.person(0).device.registerForEvent({ event_id: eventId })
    const strange = d.w.device()
    expect((await strange.listSelfRegistrations({ eventId, token })).body.data.registrations).toEqual([])
    const picked = { eventId, token, userId: d.person(0).id }
    expect(await strange.checkInAsPicked(picked)).toMatchObject({ status: 401 })
    expect(await d.person(1).device.checkInAsPicked(picked)).toMatchObject(refused(NotYourself))
    const answers = { eventId, token, formResponseId: 'of-somebody' }
    expect(await d.person(0).device.checkInAsPicked(answers)).toMatchObject(refused(NotRegistered))
    expect((await stateOf(d.w, eventId)).rows.filter(({ checkedIn }) => checkedIn)).toEqual([])
  })

  it('a token that opens nothing says nothing', async () => {
    const card = await opened(d.w, d.chess, { method: 'qr' })
    const place = { eventId: card.eventId, token: 'f'.repeat(64) }
    const { device, id: userId } = d.person(0)
    for (const one of [device, d.w.device()])
      expect(await one.listSelfRegistrations(place)).toMatchObject(refused(BadLink))
    for (const formResponseId of [null, 'of-somebody'])
      expect(await device.checkInAsPicked({ ...place, userId, formResponseId })).toMatchObject(
        refused(BadLink),
      )
  })
})
