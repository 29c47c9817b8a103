import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCard, eventCard } from '../../functions/events/index.ts'
import { occurrenceId } from '../../functions/events/recurrence.ts'
import { RegistrationClosed } from '../../functions/planning/contract/failures.ts'
import { DefaultRegistrationClosed } from '../../functions/stakeholders/contract/failures.ts'
import { eventSystemConfig } from '../../functions/stakeholders/repository.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const cardOf = async (eventId: string): Promise<EventCard> => {
  const card = await p.w.table().get(eventCard, { eventId }, { strong: true })
  if (!card) throw new Error('there is no such event')
  return card
}
const times = { startTime: '2026-04-08T18:00:00Z', endTime: '2026-04-08T20:00:00Z' }
const attempt = (more: object) =>
  p.c.owner.device.createEventByForm({ ...usual, hostingType: 'Org', hostingId: p.c.orgId, ...more })
const edited = (event_id: string, change: object) => p.c.owner.device.updateEvent({ event_id, ...change })

describe('who reads the names of those who come', () => {
  it('is said of a new event, and changed later', async () => {
    const eventId = await clubEvent(p.c, { attendeeVisibility: 'members' })
    const read = async () => (await p.c.owner.device.getEvent({ event_id: eventId })).body.event
    expect(await read()).toMatchObject({ attendeeVisibility: 'members' })
    const { status, body } = await edited(eventId, { attendeeVisibility: 'everyone' })
    expect([status, body.event.attendeeVisibility]).toEqual([200, 'everyone'])
    expect(await read()).toMatchObject({ attendeeVisibility: 'everyone' })
  })

  it('is who is signed in where nobody has said', async () => {
    const event_id = await clubEvent(p.c)
    const { body } = await p.c.owner.device.getEvent({ event_id })
    expect(body.event.attendeeVisibility).toBe('signed_in')
  })

  it.each(['friends', '', null, 7])('is not %j', async (attendeeVisibility) => {
    expect((await attempt({ attendeeVisibility })).status).toBe(400)
  })

  it('comes with a template', async () => {
    const { orgId } = p.c
    const templateData = { ...usual, attendeeVisibility: 'organizers' }
    const made = await p.c.officer.device.createEventTemplate({ orgId, name: 'Evening', templateData })
    const templateId = made.body.data._id
    const { body } = await p.c.officer.device.createEventFromTemplate({ orgId, templateId, ...times })
    expect((await cardOf(body.data._id ?? body.data.event._id)).attendeeVisibility).toBe('organizers')
  })

  it('is the same in a whole series', async () => {
    const stream = await attendanceStream(p.w, { without: ['NotificationDue'] })
    const recurrence = { frequency: 'weekly', count: 3 }
    const first = await clubEvent(p.c, { attendeeVisibility: 'members', recurrence })
    await stream.drain()
    for (const at of [2, 3])
      expect((await cardOf(occurrenceId(first, at))).attendeeVisibility).toBe('members')
    expect((await edited(first, { attendeeVisibility: 'organizers', scope: 'all' })).status).toBe(200)
    await stream.drain()
    for (const at of [2, 3])
      expect((await cardOf(occurrenceId(first, at))).attendeeVisibility).toBe('organizers')
  })
})

describe('an event that requires a registration', () => {
  const closed = { registrationRequired: true, registrationEnabled: false }

  it('takes some: for nobody it is neither made nor left', async () => {
    expect(await attempt(closed)).toMatchObject(refused(RegistrationClosed))
    const eventId = await clubEvent(p.c, { registrationRequired: true })
    expect(await cardOf(eventId)).toMatchObject({ registrationRequired: true, registrationEnabled: true })
    expect(await edited(eventId, { registrationEnabled: false })).toMatchObject(refused(RegistrationClosed))
    const open = await clubEvent(p.c, { registrationEnabled: false })
    expect(await edited(open, { registrationRequired: true })).toMatchObject(refused(RegistrationClosed))
    expect((await edited(open, { registrationRequired: true, registrationEnabled: true })).status).toBe(200)
  })

  it('may be closed to others once people are registered', async () => {
    const eventId = await clubEvent(p.c, { registrationRequired: true })
    const stream = await attendanceStream(p.w)
    await p.c.member.device.registerForEvent({ event_id: eventId })
    await stream.drain()
    expect((await edited(eventId, { registrationEnabled: false })).status).toBe(200)
  })

  it('does no harm where it was left so before: it can be edited, and who comes is let in', async () => {
    const end_time = new Date(p.w.clock.now().getTime() + 7_200_000).toISOString()
    const eventId = await clubEvent(p.c, { checkInEnabled: true })
    const old = { ...(await cardOf(eventId)), ...closed, start_time: p.w.clock.now().toISOString(), end_time }
    await p.w.table().put(eventCard, old)
    expect((await p.c.member.device.checkInOnPage({ eventId })).status).toBe(200)
    expect((await edited(eventId, { description: 'New' })).status).toBe(200)
  })

  it('follows what the school says where the planner says one of both', async () => {
    const save = (more: object) =>
      p.dean.device.saveEventSystemConfig({ systemSettings: { defaultEventSettings: more } })
    expect((await save({ rsvpEnabled: true, rsvpRequired: true })).status).toBe(200)
    const neither = await cardOf(await clubEvent(p.c))
    expect(neither).toMatchObject({ registrationRequired: true, registrationEnabled: true })
    const none = await cardOf(await clubEvent(p.c, { registrationEnabled: false }))
    expect(none).toMatchObject({ registrationRequired: false, registrationEnabled: false })
    expect((await save({ rsvpEnabled: false, rsvpRequired: false })).status).toBe(200)
    const asked = await cardOf(await clubEvent(p.c, { registrationRequired: true }))
    expect(asked).toMatchObject({ registrationRequired: true, registrationEnabled: true })
    const plain = await cardOf(await clubEvent(p.c))
    expect(plain).toMatchObject({ registrationRequired: false, registrationEnabled: false })
  })

  // rules/stakeholders 28
  it('is taken and required by no event where the school says that it is required and not taken', async () => {
    const { dean, w } = p
    const nobody = { systemSettings: { defaultEventSettings: { rsvpEnabled: false, rsvpRequired: true } } }
    expect(await dean.device.saveEventSystemConfig(nobody)).toMatchObject(refused(DefaultRegistrationClosed))
    const open = { systemSettings: { defaultEventSettings: { rsvpEnabled: true, rsvpRequired: true } } }
    expect((await dean.device.saveEventSystemConfig(open)).status).toBe(200)
    const closed = { systemSettings: { defaultEventSettings: { rsvpEnabled: false } } }
    expect(await dean.device.saveEventSystemConfig(closed)).toMatchObject(refused(DefaultRegistrationClosed))
    const stored = await w.table().get(eventSystemConfig, {}, { strong: true })
    const { defaultEventSettings } = stored?.systemSettings ?? {}
    const old = { defaultEventSettings: { ...defaultEventSettings, rsvpEnabled: false } }
    await w.table().put(eventSystemConfig, { ...stored, systemSettings: old } as never)
    const plain = await cardOf(await clubEvent(p.c))
    expect(plain).toMatchObject({ registrationRequired: false, registrationEnabled: false })
    const asked = await cardOf(await clubEvent(p.c, { registrationEnabled: true }))
    expect(asked).toMatchObject({ registrationRequired: false, registrationEnabled: true })
    const title = { pageSettings: { title: 'Events' } }
    expect((await dean.device.saveEventSystemConfig(title)).status).toBe(200)
  })
})
