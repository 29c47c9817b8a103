import { beforeAll, describe, expect, it } from 'vitest'
import {
  BadFilter,
  MonthRequired,
  NoSuchEvent,
  RangeRequired,
  RangeTooLong,
} from '../../functions/events/contract/failures.ts'
import { indexSchool } from '../../infra/local/schools/search-indexes.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { hostedBy, idsOf, stored } from './cards.ts'

let w: World
let ada: Person
let stranger: Agent

/** The clock stands at noon of 2 March 2026. */
beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
  stranger = w.device()
  const days = { past: '2026-02-10', running: '2026-02-28', today: '2026-03-02', next: '2026-03-20' }
  await stored(w, { eventId: 'over', start_time: `${days.past}T10:00:00.000Z`, status: 'completed' })
  await stored(w, {
    eventId: 'running',
    start_time: `${days.running}T10:00:00.000Z`,
    end_time: '2026-03-05T10:00:00.000Z',
  })
  await stored(w, { eventId: 'today', start_time: `${days.today}T08:00:00.000Z`, type: 'Meeting' })
  await stored(w, { eventId: 'forgotten', start_time: '2026-02-12T08:00:00.000Z' })
  await stored(w, { eventId: 'next', start_time: `${days.next}T10:00:00.000Z`, type: 'meeting' })
  const hidden = { start_time: '2026-03-10T10:00:00.000Z' }
  await stored(w, { ...hidden, eventId: 'unlisted', visibility: 'unlisted' })
  await stored(w, { ...hidden, eventId: 'inner', visibility: 'members_only' })
  await stored(w, { ...hidden, eventId: 'draft', status: 'draft', createdBy: ada.user._id })
  await stored(w, { ...hidden, eventId: 'pending', status: 'pending' })
  await stored(w, { ...hidden, eventId: 'off', status: 'cancelled' })
  await stored(w, { ...hidden, eventId: 'gone', deletedAt: '2026-03-01T00:00:00.000Z' })
  await indexSchool(w.table())
})

describe('the feed of what is to come', () => {
  // rules/events 15
  it('begins with what goes on today, for whoever asks, and shows what is public alone', async () => {
    for (const device of [stranger, ada.device]) {
      const { body } = await device.listFutureEvents()
      expect(idsOf(body)).toEqual(['running', 'today', 'next'])
      const pagination = { total: 3, totalIsLowerBound: false, totalPages: 1, currentPage: 1, limit: 10 }
      expect(body).toMatchObject({ success: true, pagination })
    }
  })

  // rules/events 18
  it('goes on by number and by cursor', async () => {
    const first = (await stranger.listFutureEvents({ limit: '2' })).body
    expect(idsOf(first)).toEqual(['running', 'today'])
    expect(first.pagination).toMatchObject({ total: 2, totalIsLowerBound: true, totalPages: 2 })
    const second = (await stranger.listFutureEvents({ limit: '2', page: '2' })).body
    expect(idsOf(second)).toEqual(['next'])
    const follow = (cursor: string) => stranger.listFutureEvents({ limit: '2', cursor })
    expect(idsOf((await follow(first.nextCursor)).body)).toEqual(['next'])
    expect(await follow('made-up')).toMatchObject(refused(BadCursor))
    expect(await stranger.listAllEvents({ cursor: first.nextCursor })).toMatchObject(refused(BadCursor))
    const beyond = (await stranger.listFutureEvents({ page: '40' })).body
    expect(beyond).toMatchObject({ events: [], pagination: { total: 3, totalIsLowerBound: false } })
    const unreached = (await stranger.listFutureEvents({ page: '400' })).body
    expect(unreached).toMatchObject({ events: [], pagination: { total: 3, totalIsLowerBound: false } })
  })

  // rules/events 19
  it('is narrowed down by kind and host, and by nothing else', async () => {
    const narrowed = async (filter: unknown) =>
      stranger.listFutureEvents({ filter: typeof filter === 'string' ? filter : JSON.stringify(filter) })
    for (const type of ['Meeting', { $eq: 'MEETING' }, { $in: ['meeting', 'Workshop'] }, { $ne: 'social' }])
      expect(idsOf((await narrowed({ type })).body)).toEqual(['today', 'next'])
    expect(idsOf((await narrowed({ type: { $gte: 'n', $lte: 'z' } })).body)).toEqual(['running'])
    expect(idsOf((await narrowed({ hostingType: 'Org' })).body)).toEqual([])
    expect(idsOf((await narrowed('')).body)).toHaveLength(3)
    const bad = [
      '{',
      '[]',
      '"x"',
      { visibility: 'members_only' },
      { type: { $where: '1' } },
      { type: { $in: 'x' } },
      { type: 1 },
    ]
    for (const filter of bad) expect(await narrowed(filter)).toMatchObject(refused(BadFilter))
  })

  it('has every live event in its long form, however long ago it began', async () => {
    const { body } = await stranger.listAllEvents()
    expect(idsOf(body)).toEqual(['forgotten', 'running', 'today', 'next'])
    const rest = await stranger.listAllEvents({ limit: '3', page: '2' })
    expect(idsOf(rest.body)).toEqual(['next'])
  })

  it('carries the first people of an event and the numbers', async () => {
    const person = {
      id: 'u1',
      name: 'Una',
      username: 'una',
      registeredAt: '2026-03-01T00:00:00.000Z',
      guestCount: 2,
    }
    const counts = { registrationCount: 12, seatsTaken: 13, waitlistCount: 1 }
    const { eventId } = await stored(w, {
      start_time: '2026-09-01T10:00:00.000Z',
      attendeeVisibility: 'everyone',
      firstAttendees: [{ ...person, kind: 'u' }],
      firstGuests: [{ ...person, kind: 'g', id: 'g1', sourceTenant: 'elsewhere' }],
      ...counts,
    })
    const { body } = await stranger.listFutureEvents()
    const shown = body.events.find(({ _id }: { _id: string }) => _id === eventId)
    expect(shown).toMatchObject({ ...counts, attendeesTruncated: true })
    expect(shown.attendees).toEqual([
      { userId: 'u1', user: { _id: 'u1', name: 'Una', username: 'una' }, registeredAt: person.registeredAt },
    ])
    expect(shown.globalAttendees).toMatchObject([{ globalUserId: 'g1', isGuest: true }])
    expect(shown).not.toHaveProperty('checkedInCount')
  })

  // rules/events 24
  it('is told once to who has it still', async () => {
    const { headers } = await stranger.listFutureEvents()
    const again = () => stranger.listFutureEvents({}, { headers: { 'if-none-match': headers.etag ?? '' } })
    expect(await again()).toMatchObject({ status: 304, body: undefined })
    await stored(w, { start_time: '2026-10-01T10:00:00.000Z' })
    expect((await again()).status).toBe(200)
  })
})

describe('a month and a range', () => {
  // rules/events 17
  it('show what begins then, what has taken place too, and nothing that was called off', async () => {
    const month = async (m: string) =>
      idsOf((await ada.device.listEventsOfMonth({ month: m, year: '2026' })).body)
    expect(await month('2')).toEqual(['over', 'forgotten', 'running'])
    expect(await month('3')).toEqual(['running', 'today', 'next'])
    const range = async (start: string, end: string) =>
      idsOf((await ada.device.listEventsBetween({ start, end })).body)
    expect(await range('2026-02-10', '2026-02-10')).toEqual(['over'])
    expect(await range('2026-02-10T11:00:00Z', '2026-03-02T08:00:00Z')).toEqual([
      'forgotten',
      'running',
      'today',
    ])
    const filter = '{"type":"meeting"}'
    const { body } = await ada.device.listEventsBetween({ start: '2026-02-01', end: '2026-04-30', filter })
    expect(idsOf(body)).toEqual(['today', 'next'])
  })

  it('go on behind a page, over what has been and what comes', async () => {
    const asked = { start: '2026-02-01', end: '2026-03-31', limit: '2' }
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await ada.device.listEventsBetween({ ...asked, ...(cursor ? { cursor } : {}) })
      found.push(...idsOf(body))
      cursor = body.nextCursor
    } while (cursor)
    expect(found).toEqual(['over', 'forgotten', 'running', 'today', 'next'])
  })

  // rules/events 17
  it('ask for a time that there is', async () => {
    const month = (asked: object) => ada.device.listEventsOfMonth(asked)
    for (const asked of [
      {},
      { month: '5' },
      { year: '2026' },
      { month: '13', year: '2026' },
      { month: 'x', year: '1' },
    ])
      expect(await month(asked)).toMatchObject(refused(MonthRequired))
    const range = (asked: object) => ada.device.listEventsBetween(asked)
    const backwards = { start: '2026-05-02', end: '2026-05-01' }
    for (const asked of [{}, { start: '2026-05-01' }, { start: 'soon', end: 'later' }, backwards])
      expect(await range(asked)).toMatchObject(refused(RangeRequired))
    expect(await range({ start: '2026-01-01', end: '2026-04-03' })).toMatchObject({ status: 200 })
    expect(await range({ start: '2026-01-01', end: '2026-04-04' })).toMatchObject(refused(RangeTooLong))
    const filter = 'x'
    expect(await month({ month: '5', year: '2026', filter })).toMatchObject(refused(BadFilter))
    expect(await range({ start: '2026-05-01', end: '2026-05-02', filter })).toMatchObject(refused(BadFilter))
  })
})

// rules/events 29
describe('an event that began earlier and still runs', () => {
  /** A school in New York, whose clocks go forward on 8 March and back on 1 November 2026. */
  const newYork = async () => {
    const own = await world({ settings: { DEFAULT_TIMEZONE: 'America/New_York' } })
    const person = await registered(own, 'eve')
    const add = async (eventId: string, start_time: string, end_time: string, more: object = {}) => {
      await stored(own, { eventId, start_time, end_time, ...more })
      await indexSchool(own.table())
    }
    const month = async (m: string, more: object = {}) =>
      idsOf((await person.device.listEventsOfMonth({ month: m, year: '2026', ...more })).body)
    const range = async (start: string, end: string, more: object = {}) =>
      idsOf((await person.device.listEventsBetween({ start, end, ...more })).body)
    return { own, add, month, range }
  }

  it('is in each month that it touches, also when it is over, and in each range', async () => {
    const { add, month, range } = await newYork()
    await add('turn', '2026-01-30T17:00:00.000Z', '2026-02-02T17:00:00.000Z', { status: 'completed' })
    await add('next', '2026-04-29T17:00:00.000Z', '2026-05-02T17:00:00.000Z')
    await add('off', '2026-04-29T18:00:00.000Z', '2026-05-02T17:00:00.000Z', { status: 'cancelled' })
    await add('inner', '2026-04-29T18:00:00.000Z', '2026-05-02T17:00:00.000Z', { visibility: 'unlisted' })
    await add('later', '2026-05-20T17:00:00.000Z', '2026-05-20T18:00:00.000Z')
    expect([await month('1'), await month('2')]).toEqual([['turn'], ['turn']])
    expect([await month('4'), await month('5')]).toEqual([['next'], ['next', 'later']])
    expect(await range('2026-05-01', '2026-05-01')).toEqual(['next'])
    expect(await range('2026-05-03', '2026-05-03')).toEqual([])
    expect(await range('2026-05-02T16:59:59Z', '2026-05-02T18:00:00Z')).toEqual(['next'])
    expect(await range('2026-05-02T17:00:00Z', '2026-05-02T18:00:00Z')).toEqual([])
    const filter = JSON.stringify({ hostingId: 'nobody' })
    expect(await month('5', { filter })).toEqual(['next', 'later'])
  })

  it("belongs to the days of the school's clock, also where the clocks change", async () => {
    const { add, month, range } = await newYork()
    // Midnight of 8 March is 05:00Z and that of 9 March 04:00Z; midnight of 1 November is 04:00Z, of 2 November 05:00Z.
    await add('spring', '2026-03-08T01:00:00.000Z', '2026-03-09T04:00:00.000Z')
    await add('party', '2026-03-09T02:30:00.000Z', '2026-03-09T04:30:00.000Z')
    await add('autumn', '2026-10-31T20:00:00.000Z', '2026-11-01T04:00:00.000Z')
    await add('late', '2026-10-31T20:00:00.000Z', '2026-11-01T04:00:00.001Z')
    expect(await range('2026-03-08', '2026-03-08')).toEqual(['spring', 'party'])
    expect(await range('2026-03-09', '2026-03-09')).toEqual(['party'])
    expect([await month('10'), await month('11')]).toEqual([['autumn', 'late'], ['late']])
  })

  it('comes first, and once across pages', async () => {
    const { add, range } = await newYork()
    const day = '2026-05-10'
    for (let at = 0; at < 8; at += 1)
      await add(`long${at}`, `2026-05-0${at + 1}T10:00:00.000Z`, `${day}T05:0${at}:00.000Z`)
    for (let at = 0; at < 4; at += 1)
      await add(`day${at}`, `${day}T1${at}:00:00.000Z`, `${day}T1${at + 1}:00:00.000Z`)
    const all = await range(day, day)
    expect(all).toEqual([
      ...Array.from({ length: 8 }, (_, at) => `long${at}`),
      'day0',
      'day1',
      'day2',
      'day3',
    ])
    const paged: string[] = []
    for (let page = 1; page <= 4; page += 1)
      paged.push(...(await range(day, day, { limit: '3', page: String(page) })))
    expect(paged).toEqual(all)
  })

  it('is in the week and month of its organization, and among its upcoming events', async () => {
    const own = await world()
    const owner = await registered(own, 'owner')
    const club = await founded(owner)
    const add = (eventId: string, start_time: string, end_time: string) =>
      stored(own, { ...hostedBy(club), eventId, start_time, end_time })
    // The clock is at noon of Monday 2 March 2026.
    await add('over', '2026-02-25T10:00:00.000Z', '2026-03-01T10:00:00.000Z')
    await add('running', '2026-02-27T10:00:00.000Z', '2026-03-03T10:00:00.000Z')
    await add('soon', '2026-03-04T10:00:00.000Z', '2026-03-04T11:00:00.000Z')
    await indexSchool(own.table())
    const { device } = owner
    const managed = async (query: object) => {
      const { body } = await device.listOrgEvents({ orgId: club.orgId, ...query })
      return idsOf(body.data)
    }
    for (const more of [{}, { sortBy: 'createdAt' }, { search: 'room' }])
      expect([more, await managed({ timeRange: 'this_week', ...more })]).toEqual([more, ['running', 'soon']])
    expect(await managed({ timeRange: 'this_month' })).toEqual(['over', 'running', 'soon'])
    for (const more of [{}, { sortBy: 'createdAt' }, { search: 'room' }]) {
      expect([more, await managed({ timeRange: 'current', ...more })]).toEqual([more, ['running', 'soon']])
      expect([more, await managed({ timeRange: 'ended', ...more })]).toEqual([more, ['over']])
    }
    expect(await managed({ timeRange: 'past' })).toEqual(['over', 'running'])
    const upcoming = await device.listOrganizationEvents({ orgId: club.orgId })
    expect(idsOf(upcoming.body)).toEqual(['running', 'soon'])
  })
})

describe('other events of a host', () => {
  // rules/events 22
  it('are those to come that the reader may see', async () => {
    const club = await founded(ada)
    const ben = await registered(w, 'ben', { username: 'ben' })
    const day = (of: number) => ({ ...hostedBy(club), start_time: `2026-06-0${of}T10:00:00.000Z` })
    const [first, second] = [await stored(w, day(1)), await stored(w, day(2))]
    const inner = await stored(w, { ...day(3), visibility: 'members_only' })
    await stored(w, { ...day(4), visibility: 'unlisted' })
    await stored(w, { ...day(5), status: 'draft' })
    const others = async (device: Agent) => device.listEventsOfSameHost({ eventId: first.eventId })
    expect(idsOf((await others(stranger)).body)).toEqual([second.eventId])
    await joined(club, ben)
    expect(idsOf((await others(ben.device)).body)).toEqual([second.eventId, inner.eventId])
    const one = await ben.device.listEventsOfSameHost({ eventId: first.eventId, limit: '1' })
    expect(idsOf(one.body)).toEqual([second.eventId])
    const closed = await stranger.listEventsOfSameHost({ eventId: inner.eventId })
    expect(closed).toMatchObject(refused(NoSuchEvent))
  })
})

describe('the events of one host within a time', () => {
  it('are the public ones, as without the filter', async () => {
    const asked = { start: '2026-02-09', end: '2026-03-31' }
    const of = async (hostingId: object | string) => {
      const filter = JSON.stringify({ hostingId })
      return idsOf((await ada.device.listEventsBetween({ ...asked, filter })).body)
    }
    const all = idsOf((await ada.device.listEventsBetween(asked)).body)
    expect(all).toContain('over')
    expect(await of({ $eq: 'nobody' })).toEqual(all)
    expect(await of('nobody')).toEqual(all)
    expect(await of({ $in: ['nobody'] })).toEqual(all)
    expect(await of('somebody')).toEqual([])
  })
})
