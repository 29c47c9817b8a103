import { beforeAll, describe, expect, it } from 'vitest'
import { eventBody, eventCard } from '../../functions/events/index.ts'
import { MissingFields } from '../../functions/planning/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, roundTrips, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const brief = { title: 'Chess night', description: 'Bring a board', date: '2026-04-02', time: '19:30' }

describe('a new event', () => {
  // rules/planning 7
  it('is made from title, date and time, and is live when nobody has to decide', async () => {
    using _rounds = logicalRounds()
    const { c, w } = p
    const sent = { ...brief, organizationId: c.orgId, requiresApproval: false }
    const { status, body } = await c.owner.device.createEvent(sent)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ success: true, message: 'Event created successfully.' })
    const { event } = body.data
    expect(event).toMatchObject({
      _id: body.eventId,
      name: 'Chess night',
      description: 'Bring a board',
      hostingId: { _id: c.orgId, org_name: c.name, roles: [] },
      hostingType: 'Org',
      start_time: '2026-04-02T19:30:00.000Z',
      end_time: '2026-04-02T20:30:00.000Z',
      location: 'TBD',
      type: 'Other',
      visibility: 'public',
      expectedAttendance: 1,
      status: 'not-applicable',
    })
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
  })

  // rules/planning 7
  it('waits for a decision when it asks for approval', async () => {
    const { body } = await p.c.owner.device.createEvent({
      ...brief,
      organizationId: p.c.orgId,
      requiresApproval: true,
    })
    expect(body.data.event).toMatchObject({ status: 'pending', submission: 1 })
  })

  it('is hosted by whoever makes it when no organization is named', async () => {
    const { body } = await p.c.outsider.device.createEvent(brief)
    const { _id, name } = p.c.outsider.user
    expect(body.data.event).toMatchObject({ hostingType: 'User', hostingId: { _id, name }, host: { name } })
  })

  it('says what is missing', async () => {
    const reply = await p.c.owner.device.createEvent({ description: 'Nothing else' })
    expect(reply).toMatchObject(refused(MissingFields))
    expect(reply.body.errors.map(({ field }: { field: string }) => field)).toEqual(['title', 'date', 'time'])
    const form = await p.c.owner.device.createEventByForm({ name: 'Only a name' })
    expect(form.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'type',
      'start_time',
      'end_time',
      'visibility',
      'expectedAttendance',
      'location',
    ])
  })

  it('is kept as a draft that nobody else sees, and published later', async () => {
    using _rounds = logicalRounds()
    const { c, w } = p
    const eventId = await clubEvent(c, { asDraft: 'true' })
    expect(await w.table().get(eventCard, { eventId })).toMatchObject({ status: 'draft', shelf: 'work' })
    const { status, body } = await c.owner.device.publishEvent({ eventId })
    expect([status, body.status, body.message]).toEqual([
      200,
      'not-applicable',
      'Event published successfully.',
    ])
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
    expect(await w.table().get(eventCard, { eventId })).toMatchObject({ shelf: 'live', submission: 1 })
    expect((await w.table().get(eventBody, { eventId }))?.version).toBe(1)
  })

  it('takes texts of a form for numbers, switches and lists', async () => {
    const { body } = await p.c.owner.device.createEventByForm({
      ...usual,
      expectedAttendance: '12',
      maxAttendees: '30',
      event_tags: '["chess","night"]',
      rsvpRequired: 'true',
      customFields: '{"theme":"spring"}',
    })
    expect(body.event).toMatchObject({
      expectedAttendance: 12,
      maxAttendees: 30,
      waitlistEnabled: true,
      tags: ['chess', 'night'],
      registrationRequired: true,
      customFields: { theme: 'spring' },
    })
  })

  // rules/planning 9
  it('may lie in the past, as imports do', async () => {
    const eventId = await made(p.c.owner.device, {
      start_time: '2024-04-01T18:00:00Z',
      end_time: '2024-04-01T19:00:00Z',
    })
    expect(await p.w.table().get(eventCard, { eventId })).toMatchObject({ status: 'not-applicable' })
  })
})
