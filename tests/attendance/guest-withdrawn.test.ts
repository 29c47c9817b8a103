import { beforeAll, describe, expect, it } from 'vitest'
import { clubEvent } from '../planning/people.ts'
import { admins } from '../support/administrators.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'
import { attendanceStream } from './stream.ts'

let w: World
let c: Club
let people = 0

beforeAll(async () => {
  ;({ w } = await admins())
  c = await club(w)
  await enrolSchool(w, w.home)
})

const visiting = async (): Promise<Person> => {
  people += 1
  const there = await registered(w, `later${people}`, {}, w.sister)
  return { ...there, device: there.device.on(w.home) }
}

const mailsTo = ({ email }: Person): readonly string[] =>
  w.mails.flatMap(({ to, subject }) => (to === email ? [subject.split(':')[0] ?? ''] : []))

/** Two guests of an event, and the mails of a deed to them that are made and do not go out before something else. */
const between = async (
  deed: (eventId: string) => Promise<{ status: number }>,
  meanwhile: (eventId: string, first: Person) => Promise<unknown>,
) => {
  const event_id = await clubEvent(c, { maxAttendees: 9, registrationEnabled: true })
  const guests = [await visiting(), await visiting()] as const
  for (const { device } of guests) expect((await device.registerForEvent({ event_id })).status).toBe(201)
  const all = await attendanceStream(w)
  await w.deliver()
  const made = await attendanceStream(w, { without: ['OutboxMail'] })
  const before = guests.map((guest) => mailsTo(guest).length)
  expect((await deed(event_id)).status).toBeLessThan(300)
  await made.drain()
  expect(guests.map((guest) => mailsTo(guest).length)).toEqual(before)
  await meanwhile(event_id, guests[0])
  await w.deliver()
  const told = guests.map((guest, at) => mailsTo(guest).slice(before[at]))
  await all.drain()
  return told
}

const change = (event_id: string) =>
  c.owner.device.updateEvent({ event_id, start_time: '2026-04-01T18:30:00.000Z' })
const announce = (eventId: string) =>
  c.owner.device.announce({ orgId: c.orgId, eventId, content: 'Please bring a board and a clock with you.' })

// rules/attendance 32
describe.each([
  ['a change', change],
  ['an announcement', announce],
] as const)('a mail about %s that waits to be sent', (_, deed) => {
  it('passes by a guest who has withdrawn', async () => {
    const told = await between(deed, async (event_id, { device }) =>
      expect((await device.withdrawFromEvent({ event_id })).status).toBeLessThan(300),
    )
    expect(told.map(({ length }) => length)).toEqual([0, 1])
  })

  // What is said of an event that was called off, the organizers say to everybody.
  it('goes out for one that is called off only if it is announced', async () => {
    const told = await between(deed, async (event_id) =>
      expect((await c.owner.device.cancelEvent({ event_id })).status).toBe(200),
    )
    const each = deed === announce ? 1 : 0
    expect(told.map(({ length }) => length)).toEqual([each, each])
  })

  it('reaches a guest who has joined the school', async () => {
    const told = await between(deed, async (_, { device }) =>
      expect((await device.joinTenant()).status).toBeLessThan(300),
    )
    expect(told.map(({ length }) => length)).toEqual([1, 1])
  })
})

// rules/attendance 32
it('a mail about the end of an event is sent though it is called off', async () => {
  const told = await between(
    (event_id) => c.owner.device.cancelEvent({ event_id }),
    async () => {},
  )
  expect(told).toEqual([['Cancelled'], ['Cancelled']])
})
