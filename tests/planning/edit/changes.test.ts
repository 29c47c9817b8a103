import { beforeAll, describe, expect, it } from 'vitest'
import { eventBody, eventCard } from '../../../functions/events/index.ts'
import { hostTally } from '../../../functions/lifecycle/index.ts'
import {
  EventClosed,
  EventNotFound,
  EventOver,
  HostOnly,
  MissingFields,
  RoomTaken,
} from '../../../functions/planning/contract/failures.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { refused } from '../../support/agent.ts'
import { logicalRounds } from '../../support/table/logical-rounds.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, roundTrips, usual } from '../people.ts'

let p: PlannedCampus
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  p = await plannedCampus()
  stream = await attendanceStream(p.w, { only: ['EventCard'] })
})

const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })
const bodyOf = (eventId: string) => p.w.table().get(eventBody, { eventId }, { strong: true })

const wrongMove = (from: string, to: string) => ({
  status: 409,
  body: { success: false, message: `Cannot change status from ${from} to ${to}` },
})

describe('an edit', () => {
  // rules/planning 13
  it('changes what was sent and leaves the rest', async () => {
    using _rounds = logicalRounds()
    const { c, w } = p
    const eventId = await clubEvent(c, { event_tags: ['a'], contact: 'me' })
    const reply = await c.owner.device.updateEvent({ event_id: eventId, description: 'New', contact: null })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body.event).toMatchObject({ description: 'New', tags: ['a'], name: usual.name, version: 2 })
    expect(reply.body.data.event.contact).toBeUndefined()
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(3)
    expect(await cardOf(eventId)).toMatchObject({ sequence: 0, version: 2 })
  })

  // rules/calendars 12
  it('counts for calendars when name, time or place change', async () => {
    const eventId = await clubEvent(p.c)
    const { body } = await p.c.owner.device.updateOrgEvent({
      orgId: p.c.orgId,
      eventId,
      start_time: '2026-04-01T19:00:00Z',
    })
    expect(body.data.event).toMatchObject({
      start_time: '2026-04-01T19:00:00.000Z',
      end_time: '2026-04-01T21:00:00.000Z',
    })
    expect((await cardOf(eventId))?.sequence).toBe(1)
  })

  // rules/planning 16
  it('sends what is live back for a decision when that is asked for now', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const { body } = await c.owner.device.updateEvent({ event_id: eventId, requiresApproval: true })
    expect(body.event).toMatchObject({ status: 'pending', submission: 2 })
    expect(await cardOf(eventId)).toMatchObject({ shelf: 'work' })
  })

  // rules/planning 14, rules/planning 15
  it('of an event that waits begins its approval anew when it is material', async () => {
    const eventId = await clubEvent(p.c, { requiresApproval: true })
    const small = await p.c.owner.device.updateEvent({ event_id: eventId, description: 'Better words' })
    expect(small.body.event).toMatchObject({ status: 'pending', submission: 1 })
    const large = await p.c.owner.device.updateEvent({ event_id: eventId, location: 'Elsewhere' })
    expect(large.body.event).toMatchObject({ status: 'pending', submission: 2 })
  })

  // rules/planning 10
  it('cannot set what the platform decides', async () => {
    const eventId = await clubEvent(p.c)
    const wrong = { status: 'approved', attendees: [], hostingId: 'x', createdBy: 'x', isDeleted: true }
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await p.c.owner.device.updateEvent({ event_id: eventId, [field]: value })
      expect([status, body.field]).toEqual([400, field])
      const made = await p.c.owner.device.createEventByForm({ ...usual, [field]: value })
      if (field !== 'hostingId') expect([made.status, made.body.field]).toEqual([400, field])
    }
  })

  it.each([
    ['an end before the start', { end_time: '2026-03-31T00:00:00Z' }, 'end_time'],
    ['more than fourteen days', { end_time: '2026-05-01T00:00:00Z' }, 'end_time'],
    ['a day that no calendar has', { start_time: '2026-02-31T10:00:00' }, 'start_time'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an address that is not secure', { externalLink: 'javascript:alert(1)' }, 'externalLink'],
    ['nobody expected', { expectedAttendance: 0 }, 'expectedAttendance'],
    ['a switch that is none', { autoBook: 'maybe' }, 'autoBook'],
    ['tags without end', { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
    ['a repetition without end', { recurrence: { frequency: 'daily' } }, 'recurrence'],
  ])('with %s is refused', async (_, wrong, field) => {
    const eventId = await clubEvent(p.c, { asDraft: true })
    const { status, body } = await p.c.owner.device.updateEvent({ event_id: eventId, ...wrong })
    expect([status, body.code, body.field.split('.')[0]]).toEqual([400, 'VALIDATION_ERROR', field])
  })

  // rules/planning 13
  it('is refused once the event was called off', async () => {
    const eventId = await clubEvent(p.c)
    await p.c.owner.device.cancelEvent({ event_id: eventId })
    expect(await p.c.owner.device.updateEvent({ event_id: eventId, name: 'x' })).toMatchObject(
      refused(EventClosed),
    )
  })
})

describe('a room', () => {
  const room = (classroom_id: string, hour: number, more = {}) => ({
    classroom_id,
    start_time: `2026-06-01T${hour}:00:00Z`,
    end_time: `2026-06-01T${hour + 2}:00:00Z`,
    ...more,
  })

  // rules/rooms 22, rules/rooms 24
  it('is held from submission on, and free again once the event is gone', async () => {
    const { c } = p
    const eventId = await clubEvent(c, room('hall', 10))
    expect(await bodyOf(eventId)).toMatchObject({ reservation: { resourceId: 'hall', state: 'approved' } })
    const taken = await c.owner.device.createEventByForm({ ...usual, ...room('hall', 11) })
    expect(taken).toMatchObject(refused(RoomTaken))
    expect(taken.body.conflicts[0]).toMatchObject({ eventId, roomId: 'hall' })
    const draft = await clubEvent(c, room('hall', 11, { asDraft: true }))
    expect(await c.owner.device.publishEvent({ eventId: draft })).toMatchObject(refused(RoomTaken))
    expect((await c.owner.device.deleteEvent({ event_id: eventId })).status).toBe(200)
    expect((await c.owner.device.publishEvent({ eventId: draft })).status).toBe(200)
  })

  // rules/rooms 24
  it('moves with the event, or the event stays', async () => {
    const { c } = p
    const [first, second] = [await clubEvent(c, room('attic', 10)), await clubEvent(c, room('attic', 14))]
    const move = (start_time: string) => c.owner.device.updateEvent({ event_id: second, start_time })
    expect(await move('2026-06-01T11:00:00Z')).toMatchObject(refused(RoomTaken))
    expect((await cardOf(second))?.start_time).toBe('2026-06-01T14:00:00.000Z')
    expect((await move('2026-06-01T15:00:00Z')).status).toBe(200)
    const back = await c.owner.device.updateEvent({ event_id: first, start_time: '2026-06-01T13:00:00Z' })
    expect(back.status).toBe(200)
  })

  // rules/rooms 23
  it('that is booked at approval is not held while the event waits', async () => {
    const { c } = p
    const eventId = await clubEvent(c, room('cellar', 10, { autoBook: true, requiresApproval: true }))
    expect(await bodyOf(eventId)).toMatchObject({ reservation: { state: 'requested' } })
    expect((await c.owner.device.createEventByForm({ ...usual, ...room('cellar', 10) })).status).toBe(201)
  })
})

describe('the end of an event', () => {
  const counts = async () => {
    const { orgId } = p.c
    await stream.drain()
    const [org, tally] = await Promise.all([
      p.w.table().get(organization, { orgId }, { strong: true }),
      p.w.table().get(hostTally, { hostingType: 'Org', hostingId: orgId }, { strong: true }),
    ])
    return [org?.eventCount ?? 0, tally?.open ?? 0] as const
  }

  // rules/planning 12
  it('is counted by its host', async () => {
    const [live, open] = await counts()
    const first = await clubEvent(p.c)
    const second = await clubEvent(p.c, { requiresApproval: true })
    await clubEvent(p.c, { asDraft: true })
    expect(await counts()).toEqual([live + 1, open + 2])
    await p.c.owner.device.cancelEvent({ event_id: first })
    await p.c.owner.device.withdrawEvent({ event_id: second })
    expect(await counts()).toEqual([live, open])
    await p.c.owner.device.deleteEvent({ event_id: first })
    expect(await counts()).toEqual([live, open])
  })

  // rules/planning 12
  it('is counted once, however often its change is delivered, and never by an older count', async () => {
    const { orgId } = p.c
    const [live] = await counts()
    await clubEvent(p.c)
    const records = await stream.fresh()
    for (let time = 0; time < 2; time += 1) await stream.carry(records)
    expect((await counts())[0]).toBe(live + 1)
    const newer = { eventCount: 70, eventsCounted: 1000 }
    await p.w.table().update(organization, { orgId }, { set: newer })
    await stream.carry(records)
    expect((await counts())[0]).toBe(70)
    await p.w.table().update(organization, { orgId }, { set: { ...newer, eventsCounted: 0 } })
    await stream.carry(records)
    expect((await counts())[0]).toBe(live + 1)
  })

  // rules/planning 11
  it('by hand follows the table of moves', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const act = { event_id: eventId }
    expect(await c.owner.device.withdrawEvent(act)).toMatchObject(wrongMove('not-applicable', 'draft'))
    expect(await c.owner.device.publishEvent({ eventId })).toMatchObject(
      wrongMove('not-applicable', 'pending'),
    )
    expect((await c.owner.device.cancelEvent(act)).body.status).toBe('cancelled')
    expect(await c.owner.device.cancelEvent(act)).toMatchObject(wrongMove('cancelled', 'cancelled'))
    expect((await cardOf(eventId))?.cancelledAt).toBe('2026-03-02T12:00:00.000Z')
  })

  // rules/planning 23
  it('takes a deleted event out of every read', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const { status, body } = await c.owner.device.deleteOrgEvent({ orgId: c.orgId, eventId })
    expect([status, body.message]).toEqual([200, 'Event cancelled and deleted successfully'])
    expect(await c.owner.device.updateEvent({ event_id: eventId, name: 'x' })).toMatchObject(
      refused(EventNotFound),
    )
    expect((await c.owner.device.getEvent({ event_id: eventId })).status).toBe(404)
  })

  // rules/planning 8
  it('keeps it from being published', async () => {
    const { c, w } = p
    const eventId = await clubEvent(c, {
      asDraft: true,
      start_time: '2026-03-01T10:00:00Z',
      end_time: '2026-03-01T11:00:00Z',
    })
    expect(await c.owner.device.publishEvent({ eventId })).toMatchObject(refused(EventOver))
    const nowhere = await made(c.owner.device, { asDraft: true, location: '' })
    expect(await c.owner.device.publishEvent({ eventId: nowhere })).toMatchObject(refused(MissingFields))
    expect(w.logs.length).toBeGreaterThan(0)
  })
})

describe('a helping organization', () => {
  // rules/planning 6
  it('does not change what it does not host', async () => {
    const { c, w } = p
    const eventId = await made(c.owner.device)
    const card = await cardOf(eventId)
    if (card) await w.table().put(eventCard, { ...card, collaborators: [c.orgId] })
    const reply = await c.owner.device.updateOrgEvent({ orgId: c.orgId, eventId, name: 'x' })
    expect(reply).toMatchObject(refused(HostOnly))
  })
})
