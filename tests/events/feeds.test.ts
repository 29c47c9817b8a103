import { beforeAll, describe, expect, it } from 'vitest'
import {
  BadFilter,
  MonthRequired,
  NoSuchEvent,
  RangeRequired,
  RangeTooLong,
} from '../../functions/events/contract/failures.ts'
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
    expect(await month('3')).toEqual(['today', 'next'])
    const range = async (start: string, end: string) =>
      idsOf((await ada.device.listEventsBetween({ start, end })).body)
    expect(await range('2026-02-10', '2026-02-10')).toEqual(['over'])
    expect(await range('2026-02-10T10:00:00.001Z', '2026-03-02T08:00:00Z')).toEqual([
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
