import { beforeAll, describe, expect, it } from 'vitest'
import { jobAssignment, volunteerSignup } from '../../functions/jobs/repository.ts'
import { audiences } from '../../functions/stream/handler.ts'
import type { Audience } from '../../lib/audience.ts'
import { hosted, replanned } from '../attendance/events.ts'
import { expectSound, stateOf } from '../attendance/state.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { asAdmin } from '../support/inboxes.ts'
import { type Person, password, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { world } from '../support/world.ts'
import { type Stage, ways } from './leaving-ways.ts'

let s: Stage
let stream: WholeStream
let people = 0

beforeAll(async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const club = await founded(await registered(w, 'owner'))
  s = { w, club, dean: await asAdmin(w) }
  stream = await wholeStream(w)
})

const member = async (): Promise<Person> => {
  people += 1
  return joined(s.club, await registered(s.w, `member${people}`, { username: `member${people}` }))
}

const hour = 3600_000
const seconds = 5

/** An event for members with one seat, which goes on now. */
const small = async () => {
  const now = s.w.clock.now().getTime()
  const times = {
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 3 * hour).toISOString(),
  }
  const more = { ...times, maxAttendees: 1, visibility: 'members_only' as const }
  const { eventId } = await hosted(s.w, s.club.orgId, more)
  const at = { orgId: s.club.orgId, eventId }
  const settings = { allowOnPageCheckIn: true, requireRegistration: false }
  expect((await s.club.owner.device.enableCheckIn({ ...at, settings })).status).toBe(200)
  return at
}

const register = async ({ device }: Person, { eventId }: { eventId: string }): Promise<void> => {
  const { status, body } = await device.registerForEvent({ event_id: eventId })
  expect(status, JSON.stringify(body)).toBe(201)
}

const jobAt = async (at: { orgId: string; eventId: string }, more: object = {}): Promise<string> =>
  (await s.club.owner.device.createEventJob({ ...at, name: 'Usher', ...more })).body.data.role._id

const later = () => {
  const at = (hours: number) => new Date(s.w.clock.now().getTime() + hours * hour).toISOString()
  return { shiftStart: at(5), shiftEnd: at(6) }
}

/** Somebody with everything that an event for members can give, and somebody who comes after them. */
const staged = async () => {
  const [person, next] = [await member(), await member()]
  const [seated, lined] = [await small(), await small()]
  await register(person, seated)
  await register(next, seated)
  await register(next, lined)
  await register(person, lined)
  const [roleId, offered] = [await jobAt(seated), await jobAt(lined, later())]
  const owner = s.club.owner.device
  const memberId = person.user._id
  expect((await owner.createAssignment({ ...seated, roleId, memberId })).status).toBe(201)
  expect((await person.device.createVolunteerSignup({ ...lined, roleId: offered })).status).toBe(201)
  await stream.drain()
  return { person, next, seated, lined }
}
type Place = Awaited<ReturnType<typeof staged>>

const told = async (audience: Audience): Promise<readonly string[]> => {
  const found = audiences.find(({ kind }) => kind === audience.kind)
  return (await found?.page(audience, s.w.table(), undefined))?.people ?? []
}

const idsIn = (body: unknown): string => JSON.stringify(body)

/** Each says whether somebody has one of the things of an event for members, by the platform's word at this moment. */
const things: Readonly<Record<string, (place: Place) => Promise<boolean>>> = {
  'its notices': async ({ person, seated: { eventId } }) =>
    (await told({ kind: 'event', eventId, who: 'attendees' })).includes(person.user._id),
  'notices of its line': async ({ person, lined: { eventId } }) =>
    (await told({ kind: 'event', eventId, who: 'waiting' })).includes(person.user._id),
  'notices of its workers': async ({ person, seated: { eventId } }) =>
    (await told({ kind: 'event', eventId, who: 'workers' })).includes(person.user._id),
  'its announcements': async ({ person, seated }) =>
    idsIn((await s.club.owner.device.listAnnouncementRecipients(seated)).body).includes(person.user._id),
  'its page': async ({ person, seated: { eventId } }) =>
    (await person.device.getEvent({ event_id: eventId })).status === 200,
  'a place on the own list': async ({ person, seated }) =>
    idsIn((await person.device.listGoingEvents({})).body).includes(seated.eventId),
  'a place on the list of work': async ({ person, seated }) =>
    idsIn((await person.device.listMyAssignments({})).body).includes(seated.eventId),
  'a place on the list of who comes': async ({ person, seated: { eventId } }) =>
    idsIn((await s.club.owner.device.listAttendees({ event_id: eventId })).body).includes(person.user._id),
  'a place on the list at the door': async ({ person, seated }) =>
    idsIn((await s.club.owner.device.listExpected(seated)).body).includes(person.user._id),
  'the door, by themselves': async ({ person, seated: { eventId } }) =>
    (await person.device.checkInOnPage({ eventId })).status === 200,
  'the door, by its staff': async ({ person, seated: { eventId } }) =>
    (await s.club.owner.device.checkInPerson({ eventId, userId: person.user._id })).status === 200,
  'the door, by a scan': async ({ person, seated: { eventId } }) => {
    const at = s.w.clock.now().toISOString()
    const scans = [{ clientId: '1', person: person.user._id, action: 'in' as const, at }]
    return (await s.club.owner.device.takeScans({ eventId, scans })).body.data.results[0].result === 'applied'
  },
  'a way to register': async ({ person, lined: { eventId } }) =>
    (await person.device.registerForEvent({ event_id: eventId, guestCount: 1 })).status < 300,
}

/** What is stored of somebody, which the stream takes away. */
const kept: Readonly<Record<string, (place: Place) => Promise<boolean>>> = {
  'the seat': async ({ person, seated }) =>
    (await stateOf(s.w, seated.eventId)).rows.some(({ personId }) => personId === person.user._id),
  'the place in line': async ({ person, lined }) => {
    const { rows, waitlist } = await stateOf(s.w, lined.eventId)
    return [...rows, ...waitlist].some(({ personId }) => personId === person.user._id)
  },
  'the job': async ({ person, seated: { eventId } }) =>
    (await s.w.table().list(jobAssignment, { keyParams: { eventId }, strong: true, limit: 50 })).items.some(
      ({ memberId }) => memberId === person.user._id,
    ),
  'the offer to work': async ({ person, lined: { eventId } }) =>
    (await s.w.table().list(volunteerSignup, { keyParams: { eventId }, strong: true, limit: 50 })).items.some(
      ({ memberId }) => memberId === person.user._id,
    ),
}

const all = async (of: typeof things, place: Place): Promise<Record<string, boolean>> => {
  const answers: Record<string, boolean> = {}
  for (const [name, has] of Object.entries(of)) answers[name] = await has(place)
  return answers
}

const each = (of: typeof things, value: boolean) =>
  Object.fromEntries(Object.keys(of).map((name) => [name, value]))

describe('access to an event for members', () => {
  it('is granted to a member', async () => {
    const place = await staged()
    expect(await all(kept, place)).toEqual(each(kept, true))
    const { 'the door, by its staff': _, 'the door, by a scan': __, ...rest } = await all(things, place)
    expect(Object.values(rest)).not.toContain(false)
  })

  // rules/members 41
  it.each(Object.keys(ways))(
    'ends at once, and seats are freed within seconds, for a person who %s',
    async (way) => {
      const place = await staged()
      s.w.clock.advance(seconds)
      await ways[way]?.(s, place.person)
      expect(await all(things, place)).toEqual(each(things, false))
      await stream.drain(2)
      expect(await all(kept, place)).toEqual(each(kept, false))
      const { next, seated, lined } = place
      const state = await stateOf(s.w, seated.eventId)
      expect(state.rows).toMatchObject([{ personId: next.user._id, status: 'attending' }])
      expectSound(state)
      expectSound(await stateOf(s.w, lined.eventId))
    },
  )

  it.each([
    ['is told where others did it', 'is removed from it', 1],
    ['is not told what they did themselves', 'leaves the organization', 0],
  ])('%s', async (_, way, times) => {
    const { person } = await staged()
    await ways[way]?.(s, person)
    await stream.drain(2)
    const { body } = await person.device.listNotifications({ limit: '100' })
    const titles = body.data.map(({ title }: { title: string }) => title)
    expect(titles.filter((title: string) => title.startsWith('No longer registered'))).toHaveLength(2 * times)
    expect(titles.filter((title: string) => title.startsWith('Shift cancelled'))).toHaveLength(times)
  })

  it('ends for a person who returned before the stream noticed, and is granted again', async () => {
    const place = await staged()
    s.w.clock.advance(seconds)
    await ways['leaves the organization']?.(s, place.person)
    s.w.clock.advance(seconds)
    await joined(s.club, place.person)
    await stream.drain(2)
    expect(await all(kept, place)).toEqual(each(kept, false))
    await register(place.person, place.seated)
    await stream.drain(2)
    expect(await kept['the seat']?.(place)).toBe(true)
  })

  it('returns when a suspension at the school is lifted', async () => {
    const place = await staged()
    s.w.clock.advance(seconds)
    await ways['is suspended at the school']?.(s, place.person)
    const { dean } = s
    await dean.device.setUserAccess({ userId: place.person.user._id, accessSuspended: false })
    await stream.drain()
    // A suspension ends sessions for good (rules/auth 47).
    const device = s.w.device()
    expect((await device.login({ email: place.person.email, password })).status).toBe(200)
    expect(await things['its page']?.({ ...place, person: { ...place.person, device } })).toBe(true)
  })

  it('ends for everybody else when an event becomes members-only, and when its collaborator leaves', async () => {
    const helper = await founded(await registered(s.w, `helper${people}`))
    const [outsider, colleague, own] = [
      await registered(s.w, `outsider${people}`),
      await joined(helper, await registered(s.w, `colleague${people}`)),
      await member(),
    ]
    const { eventId } = await hosted(s.w, s.club.orgId, { maxAttendees: 9, collaborators: [helper.orgId] })
    for (const person of [outsider, colleague, own]) await register(person, { eventId })
    await stream.drain()
    const there = async () => (await stateOf(s.w, eventId)).rows.map(({ personId }) => personId).sort()
    await replanned(s.w, eventId, { visibility: 'members_only' })
    await stream.drain(2)
    expect(await there()).toEqual([colleague, own].map(({ user }) => user._id).sort())
    await replanned(s.w, eventId, { collaborators: [] })
    await stream.drain(2)
    expect(await there()).toEqual([own.user._id])
    expectSound(await stateOf(s.w, eventId))
  })
})
