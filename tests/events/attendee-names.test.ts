import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AttendeeVisibility } from '../../functions/events/contract/event-shapes.ts'
import { type EventCard, eventCard } from '../../functions/events/index.ts'
import { routes } from '../../functions/routes.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

const values = ['everyone', 'signed_in', 'members', 'organizers'] as const
type Reader = 'nobody' | 'guest' | 'user' | 'attendee' | 'member' | 'officer' | 'admin'

/** Who reads names, by what an event says. */
const reads: Readonly<Record<AttendeeVisibility, readonly Reader[]>> = {
  everyone: ['nobody', 'guest', 'user', 'attendee', 'member', 'officer', 'admin'],
  signed_in: ['guest', 'user', 'attendee', 'member', 'officer', 'admin'],
  members: ['member', 'officer', 'admin'],
  organizers: ['officer', 'admin'],
}
const readers = reads.everyone

type Asked = {
  readonly eventId: string
  readonly orgId: string
  readonly orgName: string
  readonly from: string
}
type Shown = { readonly people: readonly { readonly name: string }[]; readonly count: number }
type Listed = {
  _id: string
  attendees: { user: { name: string } }[]
  globalAttendees: { name: string }[]
  registrationCount: number
}

const shownIn = (event: Listed | undefined): Shown | undefined =>
  event && {
    people: [...event.attendees.map(({ user }) => user), ...event.globalAttendees],
    count: event.registrationCount,
  }
const listed = (events: readonly Listed[] | undefined, { eventId }: Asked): Shown | undefined =>
  shownIn(events?.find(({ _id }) => _id === eventId))

type Ask = (device: Agent, asked: Asked) => Promise<Shown | undefined>

/** Every operation that shows who comes to people who do not manage the event. Undefined: not for this reader. */
const operations: Readonly<Record<string, Ask>> = {
  'events.getEvent': async (device, { eventId }) =>
    shownIn((await device.getEvent({ event_id: eventId })).body.event),
  'events.listFutureEvents': async (device, asked) =>
    listed((await device.listFutureEvents({ limit: '100' })).body.events, asked),
  'events.listAllEvents': async (device, asked) =>
    listed((await device.listAllEvents({ limit: '100' })).body.events, asked),
  'events.listEventsOfMonth': async (device, asked) => {
    const [year = '', month = ''] = asked.from.split('-')
    return listed((await device.listEventsOfMonth({ year, month })).body.events, asked)
  },
  'events.listEventsBetween': async (device, asked) => {
    const end = new Date(Date.parse(asked.from) + 86_400_000).toISOString()
    return listed((await device.listEventsBetween({ start: asked.from, end })).body.events, asked)
  },
  'events.listMyEvents': async (device, asked) =>
    listed((await device.listMyEvents({ orgId: asked.orgId })).body.events, asked),
  'events.listGoingEvents': async (device, asked) =>
    listed((await device.listGoingEvents({})).body.events, asked),
  'events.listEventsOfSameHost': async (device, asked) => {
    const other = others.get(asked.eventId) ?? ''
    return listed((await device.listEventsOfSameHost({ eventId: other, limit: '50' })).body.events, asked)
  },
  'events.recommendEvents': async (device, asked) =>
    listed((await device.recommendEvents({ limit: '20' })).body.events, asked),
  'organizations.listOrganizationEvents': async (device, asked) =>
    listed((await device.listOrganizationEvents({ orgId: asked.orgId, limit: '50' })).body.events, asked),
  'organizations.listMeetings': async (device, asked) =>
    listed((await device.listMeetings({ name: asked.orgName })).body.events, asked),
  'attendance.listAttendees': async (device, { eventId }) => {
    const { status, body } = await device.listAttendees({ event_id: eventId })
    return status === 200 ? shownIn({ _id: eventId, ...body }) : undefined
  },
}

/** Operations that show them to those alone who manage the event or the school, or stand at the door. */
const managing = ['checkins.listCheckedIn', 'analytics.exportAttendees', 'analytics.listSchoolEvents']

const others = new Map<string, string>()
const devices = {} as Record<Reader, Agent>
const events = {} as Record<AttendeeVisibility, EventCard>
let w: World
let chess: Club
let local: Visitor

beforeAll(async () => {
  const staff = await admins()
  w = staff.w
  chess = await club(w)
  const [one, plain] = (await crowd(w, 2)) as [Visitor, Visitor]
  const [guest] = (await crowd(w, 1, { guestEvery: 1, name: 'guest' })) as [Visitor]
  local = one
  await enrolSchool(w, w.home)
  Object.assign(devices, {
    nobody: w.device(),
    guest: guest.device,
    user: plain.device,
    attendee: local.device,
    member: chess.member.device,
    officer: chess.officer.device,
    admin: staff.dean.device,
  })
  const stream = await attendanceStream(w)
  for (const attendeeVisibility of values) {
    const card = await hosted(w, chess.orgId, { attendeeVisibility, type: 'meeting', tags: ['chess'] })
    await local.device.registerForEvent({ event_id: card.eventId })
    await guest.device.registerForEvent({ event_id: card.eventId })
    events[attendeeVisibility] = card
  }
  await stream.drain()
  const ids = values.map((value) => events[value].eventId)
  ids.forEach((id, at) => void others.set(id, ids[(at + 1) % ids.length] ?? ''))
})

const askedOf = ({ eventId, start_time }: EventCard): Asked => ({
  eventId,
  orgId: chess.orgId,
  orgName: chess.name,
  from: start_time,
})

describe.each(Object.entries(operations))('%s', (_, ask) => {
  // rules/events 13, rules/events 14
  it.each(values)('names who comes to who may read it, where an event says %s', async (value) => {
    const answers = await Promise.all(
      readers.map(async (reader) => [reader, await ask(devices[reader], askedOf(events[value]))] as const),
    )
    const shown = answers.flatMap(([reader, people]) => (people ? [[reader, people] as const] : []))
    expect(shown.length).toBeGreaterThan(0)
    for (const [reader, { people, count }] of shown)
      expect([reader, people.length, count]).toEqual([reader, reads[value].includes(reader) ? 2 : 0, 2])
  })
})

describe('what shows who comes', () => {
  const holds = (schema: unknown): boolean => {
    const { properties = {}, items, anyOf = [] } = schema as Record<string, never>
    const fields = Object.entries(properties as object)
    return (
      fields.some(([name, field]) => name === 'attendees' && (field as { type?: string }).type === 'array') ||
      fields.some(([, field]) => holds(field)) ||
      (items !== undefined && holds(items)) ||
      (anyOf as unknown[]).some(holds)
    )
  }

  it('is known here, operation by operation', () => {
    const found = Object.values(routes).flatMap(({ domain, rows }) =>
      Object.entries(rows).flatMap(([name, { reply }]) =>
        reply.schema && holds(z.toJSONSchema(reply.schema, { unrepresentable: 'any' }))
          ? [`${domain}.${name}`]
          : [],
      ),
    )
    const expected = [...Object.keys(operations), ...managing].filter(
      (name) => name !== 'analytics.exportAttendees',
    )
    expect(found.sort()).toEqual(expected.sort())
  })

  // rules/events 13
  it('is no name for who was not asked for it: the default is people who are signed in', async () => {
    const { eventId } = events.signed_in
    const card = await w.table().get(eventCard, { eventId })
    if (!card) throw new Error('there is no event')
    const { attendeeVisibility: _, ...old } = card
    await w.table().put(eventCard, old)
    const ask = operations['events.getEvent'] as Ask
    expect((await ask(devices.nobody, askedOf(card)))?.people).toEqual([])
    expect((await ask(devices.user, askedOf(card)))?.people).toHaveLength(2)
  })
})
