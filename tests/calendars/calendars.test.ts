import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound } from '../../functions/calendars/contract.ts'
import { calendarText } from '../../functions/calendars/icalendar.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { cardOf, hostedBy, register, stored } from '../events/cards.ts'
import { refused } from '../support/agent.ts'
import { people } from '../support/people.ts'
import { founded, joined, society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { isCut, readCalendar, uidsOf } from './reading.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>

/** The clock stands at noon of 2 March 2026. */
beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  club = await society(w, 'ics')
})

const ics = async ({ eventId }: EventCard, device = w.device()): Promise<string> => {
  const { status, body, headers } = await device.getEventCalendar({ id: eventId })
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return body
}

const only = async (card: EventCard) => {
  const [event] = readCalendar(await ics(card)).events
  if (!event) throw new Error('an empty calendar')
  return event
}

describe('the calendar of an event', () => {
  it.each([
    // rules/calendars 10
    ['Europe/Berlin', '2026-03-28T17:00:00.000Z', '2026-03-28T18:00:00'],
    ['Europe/Berlin', '2026-03-29T16:00:00.000Z', '2026-03-29T18:00:00'],
    ['America/New_York', '2026-11-02T17:00:00.000Z', '2026-11-02T12:00:00'],
    ['Australia/Lord_Howe', '2026-04-04T15:30:00.000Z', '2026-04-05T02:00:00'],
    ['Asia/Kolkata', '2026-06-30T20:00:00.000Z', '2026-07-01T01:30:00'],
  ])('tells the time of the clocks in %s at %s, and the zone with it', async (timezone, start_time, wall) => {
    const card = await stored(w, { timezone, start_time })
    const calendar = readCalendar(await ics(card))
    const [event] = calendar.events
    expect(event).toMatchObject({ zone: timezone, wall, start: start_time, end: card.end_time })
    expect(calendar.zones).toEqual([timezone])
  })

  // rules/calendars 10, rules/calendars 11
  it('names a zone as its rules are named, and tells what has none in UTC', async () => {
    const renamed = readCalendar(await ics(await stored(w, { timezone: 'Asia/Calcutta' })))
    expect(renamed.zones).toEqual([renamed.events[0]?.zone])
    for (const timezone of ['UTC', 'Etc/UTC', 'Mars/Olympus']) {
      const calendar = readCalendar(await ics(await stored(w, { timezone })))
      expect(calendar).toMatchObject({ zones: [], events: [{ zone: 'UTC', wall: '2026-04-01T10:00:00Z' }] })
    }
  })

  // rules/calendars 11
  it('tells in UTC what the clocks of its zone show twice, and where rules differ from those that go along', async () => {
    const twice = { timezone: 'America/New_York', start_time: '2026-11-01T05:30:00.000Z' }
    const [first] = readCalendar(await ics(await stored(w, twice))).events
    expect(first).toMatchObject({ zone: 'UTC', start: twice.start_time })
    const dates = ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z']
    const every = Intl.supportedValuesOf('timeZone').filter((_, at) => at % 8 === 0)
    const changed = ['Africa/Casablanca', 'America/Vancouver', 'America/Edmonton', 'Europe/Dublin']
    const cards = [...changed, ...every].flatMap((timezone) =>
      dates.map((start_time) => cardOf({ timezone, start_time })),
    )
    const entries = cards.map((card) => ({ card }))
    const tenant = { key: 'home', origin: 'http://home.localhost' }
    const { events, zones } = readCalendar(calendarText({ name: 'All', isCut: false, entries, tenant }))
    expect(events.map(({ start }) => start)).toEqual(cards.map(({ start_time }) => start_time))
    const told = events.flatMap(({ zone }) => (zone === 'UTC' ? [] : [zone]))
    expect([...zones].sort()).toEqual([...new Set(told)].sort())
    expect(zones.length).toBeGreaterThan(40)
  })

  // rules/calendars 5, rules/calendars 12
  it('keeps its id when the event moves, and counts the move', async () => {
    const card = await stored(w, { sequence: 0 })
    const first = await only(card)
    expect(first).toMatchObject({ uid: `${card.eventId}@${w.home}`, sequence: 0, status: 'CONFIRMED' })
    const start_time = '2026-04-02T10:00:00.000Z'
    await stored(w, { ...card, start_time, end_time: '2026-04-02T11:00:00.000Z', sequence: 1 })
    expect(await only(card)).toMatchObject({ uid: first.uid, sequence: 1, start: start_time })
    await stored(w, { ...card, sequence: 2, status: 'cancelled', shelf: 'past' })
    expect(await only(card)).toMatchObject({ uid: first.uid, sequence: 2, status: 'CANCELLED' })
  })

  // rules/calendars 13
  it('says in words what an editor has marked up', async () => {
    const description = '<h2>Go</h2><p>Tea &amp; cake,<br>then games</p>'
    const { events } = readCalendar(await ics(await stored(w, {}, { description })))
    expect(events[0]).toMatchObject({ description: 'Go\nTea & cake,\nthen games' })
  })

  // rules/calendars 13
  it('holds what people wrote as text, whatever they wrote', async () => {
    const name = `A; b, c\\d "e"\r\nEND:VEVENT\nBEGIN:VEVENT\n<script>alert(1)</script>\u0007 ${'🎈ü'.repeat(60)}`
    const description = `<p>Line one</p>\n${'long '.repeat(60)}`
    const card = await stored(w, { name, location: 'Room; 1, second\nfloor' }, { description })
    const text = await ics(card)
    const calendar = readCalendar(text)
    const clean = name.replace('\r', '').replace('\u0007', '')
    expect(calendar.events).toHaveLength(1)
    expect(calendar.name).toBe(clean)
    expect(calendar.events[0]).toMatchObject({
      summary: clean,
      description,
      location: 'Room; 1, second\nfloor',
      url: `http://${w.home}.localhost/event/${card.eventId}`,
    })
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  // rules/calendars 14
  it('tells nothing of those who come, and is the same whenever it is asked for', async () => {
    const [somebody] = await people(w, 1)
    if (!somebody) throw new Error('nobody')
    const card = await stored(w, { updatedAt: '2026-02-03T04:05:06.789Z' })
    await register(w, card, somebody)
    const text = await ics(card)
    expect(text).not.toContain(somebody.user.name)
    const [event] = readCalendar(text).events
    expect(event?.stamp).toBe('2026-02-03T04:05:06Z')
    for (const name of ['attendee', 'organizer', 'contact']) expect(event?.properties).not.toContain(name)
    const { headers } = await w.device().getEventCalendar({ id: card.eventId })
    w.clock.advance(60)
    const id = card.eventId
    const again = await w
      .device()
      .getEventCalendar({ id }, { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([again.status, again.body]).toEqual([304, undefined])
  })

  // rules/calendars 1, rules/calendars 5
  it('is there for who may see the event', async () => {
    const inner = await stored(w, { ...hostedBy(club), visibility: 'members_only' })
    const draft = await stored(w, { ...hostedBy(club), status: 'draft' })
    const unlisted = await stored(w, { visibility: 'unlisted' })
    expect(uidsOf(await ics(unlisted))).toEqual([unlisted.eventId])
    expect(uidsOf(await ics(inner, club.member.device))).toEqual([inner.eventId])
    const tentative = readCalendar(await ics(draft, club.owner.device))
    expect(tentative.events).toMatchObject([{ status: 'TENTATIVE' }])
    const hidden = [
      [inner, club.outsider],
      [draft, club.member],
    ] as const
    for (const [{ eventId: id }, { device }] of hidden)
      expect(await device.getEventCalendar({ id })).toMatchObject(refused(EventNotFound))
    expect(await w.device().getEventCalendar({ id: 'nowhere' })).toMatchObject(refused(EventNotFound))
  })
})

describe('the calendar of an organization', () => {
  // rules/calendars 2, rules/calendars 6, rules/calendars 7
  it('holds what lists show to the reader, over and called off too, within its bounds', async () => {
    const other = await founded(club.owner)
    const member = await joined(other, club.outsider)
    const at = (start_time: string, more: object = {}) =>
      stored(w, { ...hostedBy(other), start_time: `${start_time}T10:00:00.000Z`, ...more })
    await at('2026-01-30', { status: 'completed' })
    const over = await at('2026-02-10', { status: 'completed' })
    await at('2026-02-10', { status: 'archived' })
    const soon = await at('2026-03-10')
    const inner = await at('2026-03-11', { visibility: 'members_only' })
    await at('2026-03-12', { visibility: 'unlisted' })
    await at('2026-03-13', { status: 'draft' })
    await at('2026-03-13', { status: 'cancelled', liveAt: undefined })
    const off = await at('2026-03-14', { status: 'cancelled', cancelledAt: '2026-02-01T00:00:00.000Z' })
    await at('2026-03-14', { status: 'cancelled', cancelledAt: '2026-01-20T00:00:00.000Z' })
    const far = await at('2027-03-01')
    await at('2027-03-04')
    const { orgId } = other
    const held = async (device = w.device()) => uidsOf((await device.getOrgCalendar({ orgId })).body)
    const open = [over, soon, off, far].map(({ eventId }) => eventId)
    expect(await held()).toEqual([...open].sort())
    expect(await held(member.device)).toEqual([...open, inner.eventId].sort())
    expect(readCalendar((await w.device().getOrgCalendar({ orgId })).body).name).toBe(other.name)
  })

  it('is not there without an organization', async () => {
    const gone = await founded(club.owner)
    await club.owner.device.deleteOrganization({ orgId: gone.orgId })
    for (const orgId of ['nowhere', gone.orgId])
      expect(await w.device().getOrgCalendar({ orgId })).toMatchObject(refused(OrganizationNotFound))
  })
})

describe('an event that began before the days of a calendar', () => {
  // rules/calendars 22
  it('is in it if it ended within them', async () => {
    const other = await founded(club.owner)
    const { orgId } = other
    const add = (start_time: string, end_time: string, more: object) =>
      stored(w, { ...hostedBy(other), start_time, end_time, ...more })
    // The calendar begins on 31 January.
    const ended = await add('2026-01-25T10:00:00.000Z', '2026-02-05T10:00:00.000Z', { status: 'completed' })
    await add('2026-01-25T10:00:00.000Z', '2026-01-28T10:00:00.000Z', { status: 'completed' })
    expect(uidsOf((await w.device().getOrgCalendar({ orgId })).body)).toEqual([ended.eventId])
    expect(uidsOf((await w.device().getSchoolCalendar()).body)).toContain(ended.eventId)
  })
})

describe('the calendar of a school', () => {
  // rules/calendars 3, rules/calendars 8, rules/calendars 9
  it('holds public events alone, in zones of their own, and no more than five hundred', async () => {
    const own = await world()
    const start_time = '2026-05-01T10:00:00.000Z'
    for (const visibility of ['public', 'unlisted', 'members_only'] as const)
      await stored(own, { eventId: visibility, visibility, start_time, timezone: 'Europe/Berlin' })
    await stored(own, { eventId: 'other', start_time, timezone: 'America/New_York' })
    const { body, headers } = await own.device().getSchoolCalendar()
    expect(uidsOf(body)).toEqual(['other', 'public'])
    expect(readCalendar(body).zones.sort()).toEqual(['America/New_York', 'Europe/Berlin'])
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', etag: expect.any(String) })
    const cards = Array.from({ length: 505 }, () => cardOf({ location: 'x'.repeat(2000) }))
    for (const card of cards) await stored(own, card)
    const full = await own.device().getSchoolCalendar()
    expect(uidsOf(full.body)).toHaveLength(500)
    expect(isCut(full.body)).toBe(true)
    expect(isCut(body)).toBe(false)
  })
})
