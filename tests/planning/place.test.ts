import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard, occurrenceId } from '../../functions/events/index.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
  for (const name of ['North hall', 'South hall']) await p.dean.device.createRoom({ name, capacity: 300 })
})

const roomOnly = { location: '', classroom_id: 'northhall' }
let day = 0
/** Times of their own, so that events do not meet in a room. */
const nextDay = () => {
  day += 1
  const date = `2026-05-${String(day).padStart(2, '0')}`
  return { start_time: `${date}T10:00:00.000Z`, end_time: `${date}T11:00:00.000Z` }
}
const placed = async (more: object = {}): Promise<string> =>
  clubEvent(p.c, { ...roomOnly, ...nextDay(), ...more })
const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })
const placeOf = async (eventId: string) => {
  const { location, classroom_id } = (await p.c.member.device.getEvent({ event_id: eventId })).body.event
  return [location, classroom_id]
}
const edit = async (eventId: string, fields: object) => {
  const { status, body } = await p.c.owner.device.updateOrgEvent({ orgId: p.c.orgId, eventId, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return placeOf(eventId)
}

// rules/planning 50
describe('an event with a room and no other place', () => {
  it('takes place in the room by its name, in lists too', async () => {
    const eventId = await placed()
    expect(await placeOf(eventId)).toEqual(['North hall', 'northhall'])
    const { events } = (await p.w.device().listFutureEvents({ limit: '50' })).body
    expect(events.find(({ _id }: { _id: string }) => _id === eventId).location).toBe('North hall')
    const hosted = (await p.c.owner.device.listOrgEvents({ orgId: p.c.orgId })).body.data.events
    expect(hosted.find(({ _id }: { _id: string }) => _id === eventId).location).toBe('North hall')
  })

  it('follows a room that is not registered, from either endpoint', async () => {
    expect(await placeOf(await placed({ classroom_id: ' Old Gym ' }))).toEqual(['Old Gym', ' Old Gym '])
    const { body } = await p.c.owner.device.createEvent({
      ...usual,
      ...nextDay(),
      location: '',
      roomId: 'southhall',
      orgId: p.c.orgId,
    })
    expect(await placeOf(body.eventId)).toEqual(['South hall', 'southhall'])
  })

  it('follows its room in an edit, unless another place is sent', async () => {
    const eventId = await placed()
    expect(await edit(eventId, { classroom_id: 'southhall' })).toEqual(['South hall', 'southhall'])
    // Forms send the place that they showed.
    expect(await edit(eventId, { classroom_id: 'northhall', location: 'South hall' })).toEqual([
      'North hall',
      'northhall',
    ])
    expect(await edit(eventId, { location: '' })).toEqual(['North hall', 'northhall'])
    expect(await edit(eventId, { location: 'Stage door' })).toEqual(['Stage door', 'northhall'])
    expect(await edit(eventId, { classroom_id: 'southhall' })).toEqual(['Stage door', 'southhall'])
    expect(await edit(eventId, { location: null })).toEqual(['South hall', 'southhall'])
    expect(await edit(eventId, { classroom_id: null })).toEqual([undefined, null])
    expect(await edit(eventId, { classroom_id: 'northhall' })).toEqual(['North hall', 'northhall'])
    expect(await edit(eventId, { classroom_id: null, location: 'North hall' })).toEqual(['North hall', null])
  })

  it('loses the placeholder of an event without a place', async () => {
    const { body } = await p.c.owner.device.createEvent({
      ...usual,
      ...nextDay(),
      location: undefined,
      orgId: p.c.orgId,
    })
    expect(await placeOf(body.eventId)).toEqual(['TBD', null])
    const shown = { location: 'TBD', classroom_id: 'northhall' }
    expect(await edit(body.eventId, shown)).toEqual(['North hall', 'northhall'])
    const template = await p.c.owner.device.createEventTemplate({
      orgId: p.c.orgId,
      name: 'In the hall',
      templateData: { name: 'Rehearsal', type: 'Meeting', classroom_id: 'southhall' },
    })
    const { start_time: startTime, end_time: endTime } = nextDay()
    const from = await p.c.owner.device.createEventFromTemplate({
      orgId: p.c.orgId,
      templateId: template.body.data._id,
      startTime,
      endTime,
    })
    expect(await placeOf(from.body.data._id)).toEqual(['South hall', 'southhall'])
  })

  it('keeps its name when the room is spelled differently or deleted, like its booking', async () => {
    const { device } = p.dean
    await device.createRoom({ name: 'Attic' })
    const eventId = await placed({ classroom_id: 'attic' })
    await device.updateRoom({ roomId: 'attic', name: 'ATTIC' })
    expect(await edit(eventId, { name: 'Renamed' })).toEqual(['Attic', 'attic'])
    await device.deleteRoom({ roomId: 'attic' })
    expect(await edit(eventId, { name: 'Renamed again' })).toEqual(['Attic', 'attic'])
    expect(await placeOf(await placed({ classroom_id: 'attic' }))).toEqual(['attic', 'attic'])
  })

  it('is the same for all events of a series, each with its own room', async () => {
    const stream = await attendanceStream(p.w, { without: ['NotificationDue'] })
    const times = { start_time: '2026-06-01T10:00:00.000Z', end_time: '2026-06-01T11:00:00.000Z' }
    const seriesId = await placed({ ...times, recurrence: { frequency: 'daily', count: 3 } })
    await stream.drain()
    const ids = [seriesId, occurrenceId(seriesId, 2), occurrenceId(seriesId, 3)]
    const places = async () => (await Promise.all(ids.map(cardOf))).map((card) => card?.location)
    expect(await places()).toEqual(['North hall', 'North hall', 'North hall'])
    await edit(ids[1] ?? '', { classroom_id: 'southhall' })
    expect(await places()).toEqual(['North hall', 'South hall', 'North hall'])
    await edit(seriesId, { classroom_id: 'Courtyard', location: 'North hall', scope: 'all' })
    await stream.drain()
    expect(await places()).toEqual(['Courtyard', 'Courtyard', 'Courtyard'])
  })
})
