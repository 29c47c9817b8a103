import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard, eventWordIndex } from '../../functions/events/index.ts'
import { indexSchool } from '../../infra/local/schools/search-indexes.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { rowsOf } from '../../lib/search/rows.ts'
import { cardOf, hostedBy, idsOf } from '../events/cards.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let stream: WholeStream
let owner: Person
let club: Society

beforeAll(async () => {
  w = await world({ ownTable: true, settings: { RATE_LIMIT_SCALE: '100' } })
  owner = await registered(w, 'owner')
  club = await founded(owner, { org_name: 'Astronomy Society' })
  stream = await wholeStream(w)
})

const found = async (search: string, more: object = {}): Promise<string[]> =>
  idsOf((await w.device().listFutureEvents({ search, limit: '50', ...more })).body)

/** An event as a person creates it. */
const created = async (more: object): Promise<string> => {
  const { status, body } = await owner.device.createEventByForm({
    name: 'Plain title',
    type: 'Social',
    start_time: '2026-04-01T18:00:00.000Z',
    end_time: '2026-04-01T20:00:00.000Z',
    location: 'Main hall',
    visibility: 'public',
    expectedAttendance: 10,
    hostingType: 'Org',
    hostingId: club.orgId,
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  await stream.drain()
  return body.eventId
}

// rules/events 28
describe('a search of events', () => {
  it('finds them by name, tags, place, host and description, and by words of several of these', async () => {
    const eventId = await created({
      tags: ['stargazing', 'Open air'],
      location: 'Observatory roof',
      description: 'Bring warm clothes: there is hot soup by O’Neill.',
    })
    const texts = [
      'plain tit',
      'starg',
      'open-air',
      'OBSERV',
      'astronomy',
      'soup',
      'neill',
      'plain soup roof',
    ]
    for (const text of texts) expect([text, await found(text)]).toEqual([text, [eventId]])
    expect(await found('plain telescope')).toEqual([])
    const own = await owner.device.listOrgEvents({ orgId: club.orgId, search: 'soup astro' })
    expect(own.body.data.events.map(({ _id }: { _id: string }) => _id)).toEqual([eventId])
    await owner.device.updateEvent({ event_id: eventId, tags: ['planets'] })
    await stream.drain()
    expect([await found('starg'), await found('planets')]).toEqual([[], [eventId]])
  })

  it('follows the name of the host within seconds', async () => {
    const eventId = await created({ name: 'Evening' })
    await owner.device.editOrganization({ orgId: club.orgId, org_name: 'Telescope Friends' })
    await stream.drain()
    expect(await found('evening astronomy')).toEqual([])
    expect(await found('evening telesc')).toEqual([eventId])
    expect((await found('telesc')).length).toBeGreaterThan(1)
  })

  it('has a bounded number of rows for an event with many words', () => {
    const words = (prefix: string) => Array.from({ length: 80 }, (_, at) => `${prefix}${at}x`).join(' ')
    const card = cardOf({ ...hostedBy(club), name: words('n'), summary: words('d'), tags: [words('t')] })
    const rows = rowsOf(eventWordIndex, card)
    expect(new Set(rows.map(({ word }) => word)).size).toBe(60)
    expect(rows).toHaveLength(2 * 60)
  })

  // rules/table 24
  it('of words that are all frequent finds every name that has them, and says that it may lack others', async () => {
    const own = await world({ ownTable: true })
    const put = (eventId: string, name: string, hours: number, more: object = {}) => {
      const start_time = new Date(Date.parse('2026-05-01T10:00:00.000Z') + hours * 3_600_000).toISOString()
      return own.table().put(eventCard, cardOf({ eventId, name, start_time, ...more }))
    }
    const named = Array.from({ length: 30 }, (_, at) => `both${String(at).padStart(2, '0')}`)
    for (let at = 0; at < 80; at += 1) {
      await put(`lone${at}`, `Aurora ${at}`, at)
      await put(`other${at}`, `Borealis ${at}`, at)
    }
    for (const [at, id] of named.entries())
      await put(id, at % 2 ? 'Aurora Borealis' : 'Borealis auroral', 100 + at)
    await put('00said', 'Borealis 7', -1, { summary: 'An aurora' })
    await put('zzsaid', 'Borealis 8', 200, { summary: 'An aurora' })
    await indexSchool(own.table())
    const page = async (more: object = {}) =>
      (await own.device().listFutureEvents({ search: 'aurora borealis', limit: '20', ...more })).body
    const first = await page()
    const rest = await page({ cursor: first.nextCursor })
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(['00said', ...named])
    expect(first.pagination).toMatchObject({ total: 31, totalIsLowerBound: true })
    // A rare word leads to everything.
    const rare = (await own.device().listFutureEvents({ search: '7 aurora', limit: '20' })).body
    expect(idsOf(rare).sort()).toEqual([
      '00said',
      'lone7',
      ...Array.from({ length: 10 }, (_, at) => `lone7${at}`),
    ])
    expect(rare.pagination).toMatchObject({ totalIsLowerBound: false })
  })
})

// rules/events 29
describe('a long event', () => {
  it('is in the month in which it ends as soon as the stream has brought it, and leaves it when it moves', async () => {
    const times = { start_time: '2026-06-29T10:00:00.000Z', end_time: '2026-07-02T10:00:00.000Z' }
    const eventId = await created({ name: 'Camp', ...times })
    const july = async () => idsOf((await owner.device.listEventsOfMonth({ month: '7', year: '2026' })).body)
    expect(await july()).toEqual([eventId])
    await owner.device.updateEvent({
      event_id: eventId,
      ...times,
      start_time: '2026-06-20T10:00:00.000Z',
    })
    await stream.drain()
    expect(await july()).toEqual([eventId])
    // The stream has not brought this yet: the old row does not list the event a second time.
    await owner.device.updateEvent({ event_id: eventId, ...times, start_time: '2026-07-01T10:00:00.000Z' })
    expect(await july()).toEqual([eventId])
    await owner.device.updateEvent({ event_id: eventId, ...times, end_time: '2026-06-30T10:00:00.000Z' })
    expect(await july()).toEqual([])
  })
})

// rules/events 30
describe('an event of an inactive organization', () => {
  it('is in no list of the school while nobody can join it, and its page says why', async () => {
    const [host, visitor] = [
      await founded(owner, { org_name: 'Closing Club' }),
      await registered(w, 'visitor'),
    ]
    const eventId = await created({ name: 'Closing night', hostingId: host.orgId })
    const listed = async () => {
      const { device } = visitor
      const month = await device.listEventsOfMonth({ month: '4', year: '2026' })
      const range = await device.listEventsBetween({ start: '2026-04-01', end: '2026-04-01' })
      const suggested = await device.recommendEvents({ limit: '20' })
      const [feed, all] = [await device.listFutureEvents({ limit: '100' }), await device.listAllEvents()]
      const calendar = (await device.getSchoolCalendar()).body as unknown as string
      return [
        ...[month, range, suggested, feed, all].map(({ body }) => idsOf(body).includes(eventId)),
        calendar.includes(eventId),
        (await found('closing night')).includes(eventId),
      ]
    }
    const setLife = async (lifecycleStatus: string) => {
      await w
        .table()
        .update(
          organization,
          { orgId: host.orgId },
          { set: { lifecycleStatus }, add: { version: 1 } },
          { exists: true },
        )
      await stream.drain()
    }
    expect(await listed()).toEqual(Array(7).fill(true))
    await setLife('inactive')
    expect(await listed()).toEqual(Array(7).fill(false))
    const { status, body } = await visitor.device.getEvent({ event_id: eventId })
    expect([status, body.event.registrationClosedReason]).toEqual([200, 'host_inactive'])
    // rules/organizations 42
    await setLife('active')
    expect(await listed()).toEqual(Array(7).fill(false))
    expect((await visitor.device.getEvent({ event_id: eventId })).body.event.status).toBe('cancelled')
  })
})
