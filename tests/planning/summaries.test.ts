import { describe, expect, it } from 'vitest'
import { clubEvent, plannedCampus } from './people.ts'

describe('what lists say of an event', () => {
  it('is how its description begins, as long as it has one', async () => {
    const { w, c } = await plannedCampus()
    const { device } = c.owner
    const { orgId } = c
    const long = 'Bring a board. '.repeat(40).trim()
    const eventId = await clubEvent(c, { description: long })
    const described = async () => {
      const hosted = (await device.listOrgEvents({ orgId })).body.data.events
      const open = (await w.device().listFutureEvents()).body.events
      return [hosted, open].map(([event]) => event.description)
    }
    const [said = '', other] = await described()
    expect([[...said].length, said.at(-1), long.startsWith(said.slice(0, -1))]).toEqual([280, '…', true])
    expect(other).toBe(said)
    expect((await device.getEvent({ event_id: eventId })).body.event.description).toBe(long)
    await device.updateOrgEvent({ orgId, eventId, description: 'Chess' })
    expect(await described()).toEqual(['Chess', 'Chess'])
    await device.updateOrgEvent({ orgId, eventId, location: 'Elsewhere' })
    expect(await described()).toEqual(['Chess', 'Chess'])
    await device.updateOrgEvent({ orgId, eventId, description: '' })
    expect(await described()).toEqual([undefined, undefined])
  })
})

describe('a draft without times', () => {
  // rules/planning 8
  it('is kept with times that are proposed, and goes nowhere before somebody has said when', async () => {
    const { c } = await plannedCampus()
    const { device } = c.owner
    const { orgId } = c
    const draft = {
      name: 'Spring Open',
      type: 'Meeting',
      visibility: '',
      hostingType: 'Org',
      hostingId: orgId,
    }
    const made = await device.createEventByForm({ ...draft, asDraft: 'true' })
    expect(made.status).toBe(201)
    const { eventId } = made.body
    const stands = async () => (await device.getOrgEvent({ orgId, eventId })).body.data.event
    const proposed = { start_time: '2026-03-09T12:00:00.000Z', end_time: '2026-03-09T13:00:00.000Z' }
    expect(await stands()).toMatchObject({ ...proposed, undated: true })
    await device.updateOrgEvent({ orgId, eventId, location: 'Main hall' })
    const early = await device.publishEvent({ eventId })
    expect([early.status, early.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['start_time', 'end_time'],
    ])
    await device.updateOrgEvent({ orgId, eventId, start_time: '2026-04-01T18:00:00.000Z' })
    expect(await stands()).not.toHaveProperty('undated')
    expect((await device.publishEvent({ eventId })).status).toBe(200)
    expect((await device.createEventByForm(draft)).status).toBe(400)
  })
})
