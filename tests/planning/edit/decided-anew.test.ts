import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../support/people.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

/** What each way of looking at one event answers: whether the event is there. */
const ways: Readonly<Record<string, (person: Person, eventId: string) => Promise<boolean>>> = {
  page: async ({ device }, eventId) => (await device.getEvent({ event_id: eventId })).status === 200,
  'own list': async ({ device }, eventId) =>
    JSON.stringify((await device.listGoingEvents({})).body).includes(eventId),
  attendees: async ({ device }, eventId) =>
    (await device.listAttendees({ event_id: eventId })).status === 200,
  calendar: async ({ device }, eventId) => (await device.getEventCalendar({ id: eventId })).status === 200,
  agenda: async ({ device }, eventId) =>
    (await device.getPublicAgenda({ eventId })).body.message === 'Agenda not found',
  neighbours: async ({ device }, eventId) => (await device.listEventsOfSameHost({ eventId })).status === 200,
}

const seenBy = async (person: Person, eventId: string): Promise<readonly string[]> => {
  const seen: string[] = []
  for (const [name, sees] of Object.entries(ways)) if (await sees(person, eventId)) seen.push(name)
  return seen
}

/** An event that somebody is registered for, and that waits for a decision anew. */
const decidedAnew = async (attendee: Person, more: Record<string, unknown> = {}): Promise<string> => {
  const { c } = p
  const eventId = await clubEvent(c, more)
  expect((await attendee.device.registerForEvent({ event_id: eventId })).status).toBe(201)
  const { body } = await c.owner.device.updateEvent({ event_id: eventId, requiresApproval: true })
  expect(body.event).toMatchObject({ status: 'pending', submission: 2 })
  return eventId
}

// rules/events 25
describe('an event that is decided on anew', () => {
  it('is seen everywhere by who is registered for it, and nowhere by others', async () => {
    const { member, outsider } = p.c
    const eventId = await decidedAnew(outsider)
    expect(await seenBy(outsider, eventId)).toEqual(Object.keys(ways))
    expect(await seenBy(member, eventId)).toEqual([])
  })

  it('is seen no more by who withdrew', async () => {
    const { outsider } = p.c
    const eventId = await decidedAnew(outsider)
    expect((await outsider.device.withdrawFromEvent({ event_id: eventId })).status).toBe(200)
    expect(await seenBy(outsider, eventId)).toEqual([])
  })

  it('is seen no more by who left the organization whose members it is for', async () => {
    const { member, orgId } = p.c
    const eventId = await decidedAnew(member, { visibility: 'members_only' })
    expect(await seenBy(member, eventId)).toEqual(Object.keys(ways))
    expect((await member.device.leaveOrganization({ orgId })).status).toBe(200)
    expect(await seenBy(member, eventId)).toEqual([])
  })

  it('is seen by nobody of them once it is deleted', async () => {
    const { outsider, owner } = p.c
    const eventId = await decidedAnew(outsider)
    expect((await owner.device.deleteEvent({ event_id: eventId })).status).toBe(200)
    expect(await seenBy(outsider, eventId)).toEqual([])
  })
})
