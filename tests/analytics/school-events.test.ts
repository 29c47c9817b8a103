import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolEvent, settleSchoolEvent } from '../../functions/analytics/index.ts'
import { eventCard, eventStatuses } from '../../functions/events/index.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import { hosted, planned, replanned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { founded } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'

let made: Awaited<ReturnType<typeof admins>>
let orgId: string
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  made = await admins()
  // Notices come twice, and in the wrong order.
  stream = await attendanceStream(made.w, { arrange: (all) => [...[...all].reverse(), ...all] })
  ;({ orgId } = await founded(made.dean))
  for (let day = 1; day <= 5; day += 1)
    await event({
      name: `Evening ${day}`,
      start_time: `2026-04-0${day}T18:00:00.000Z`,
      end_time: `2026-04-0${day}T20:00:00.000Z`,
    })
  const over = { start_time: '2026-02-01T18:00:00.000Z', end_time: '2026-02-01T20:00:00.000Z' }
  await event({ name: 'Winter ball', status: 'completed', shelf: 'past', liveAt: over.start_time, ...over })
  await event({ name: 'Deleted', deletedAt: '2026-03-01T00:00:00.000Z' })
  await stream.drain()
})

const event = (more: object) => hosted(made.w, orgId, more as never)
const listed = async (query: object = {}) => (await made.dean.device.listSchoolEvents(query)).body.data
const names = ({ events }: { events: { name: string }[] }) => events.map(({ name }) => name)
const evenings = [1, 2, 3, 4, 5].map((day) => `Evening ${day}`)

describe('the list of all events of the school', () => {
  const visibilities = ['public', 'unlisted', 'members_only'] as const
  const all = async (query: object) => {
    const found: { name: string; status: string }[] = []
    let cursor: string | undefined
    do {
      const data = await listed({ limit: '2', ...(cursor === undefined ? {} : { cursor }), ...query })
      found.push(...data.events)
      if (data.nextCursor === undefined) expect(data.pagination.total).toBe(found.length)
      cursor = data.nextCursor
    } while (cursor !== undefined)
    return found.map(({ name }) => name)
  }
  const change = async (eventId: string, set: object) => {
    await replanned(made.w, eventId, set)
    await stream.drain()
  }
  const cards: { eventId: string }[] = []

  beforeAll(async () => {
    for (const status of eventStatuses)
      for (const visibility of visibilities)
        cards.push(await event({ name: `Sample ${status} ${visibility}`, status, visibility }))
    cards.push(await planned(made.w, { name: 'Sample of a person', status: 'draft' }))
    await stream.drain()
  })
  afterAll(async () => {
    for (const { eventId } of cards) await made.w.table().remove(eventCard, { eventId })
    await stream.drain()
  })

  it.each(eventStatuses)('has those that are %s, whoever may see them', async (status) => {
    const names = await all({ status, q: 'sample' })
    const expected: string[] = visibilities.map((visibility) => `Sample ${status} ${visibility}`)
    expect(names.sort()).toEqual([...expected, ...(status === 'draft' ? ['Sample of a person'] : [])].sort())
  })

  it('has all that are to come, and all of them with those that are over, as often as its pages say', async () => {
    using _rounds = logicalRounds()
    expect(await all({ q: 'sample' })).toHaveLength(5 * 3 + 1)
    expect(await all({ q: 'sample', includePast: 'true' })).toHaveLength(8 * 3 + 1)
    const data = await listed({ q: 'sample', includePast: 'true', limit: '40' })
    expect(data.pagination).toMatchObject({ total: 25, totalIsLowerBound: false, totalPages: 1 })
    expect(made.w.logs.at(-1)?.table).toMatchObject({ depth: 4 })
  })

  it('follows an event from state to state, to another time and name, and leaves it out once it is deleted', async () => {
    const { eventId } = await event({ name: 'Traveller', status: 'draft' })
    await stream.drain()
    for (const status of eventStatuses) {
      await change(eventId, { status })
      for (const other of eventStatuses)
        expect(await all({ status: other, q: 'traveller' })).toEqual(other === status ? ['Traveller'] : [])
    }
    await change(eventId, { status: 'pending', start_time: '2026-03-31T10:00:00.000Z', name: 'Wanderer' })
    expect((await listed({ q: 'wanderer' })).events[0].start_time).toBe('2026-03-31T10:00:00.000Z')
    await change(eventId, { deletedAt: '2026-03-02T00:00:00.000Z' })
    expect(await all({ q: 'wanderer', includePast: 'true' })).toEqual([])
    await made.w.table().remove(eventCard, { eventId })
    await stream.drain()
    expect(await made.w.table().get(schoolEvent, { eventId })).toBeUndefined()
  })

  it('shows what an event is now, although its row is late', async () => {
    const { eventId } = await event({ name: 'Hasty', status: 'draft' })
    await stream.drain()
    const late = { set: { deletedAt: '2026-03-02T00:00:00.000Z' }, add: { version: 1 } }
    await made.w.table().update(eventCard, { eventId }, late)
    expect((await listed({ q: 'hasty' })).events).toEqual([])
    await stream.drain()
  })

  it('keeps the row of a newer card from that of an older one', async () => {
    const { eventId } = await event({ name: 'Kept', status: 'draft' })
    await stream.drain()
    const newer = { set: { name: 'Newer', cardVersion: 9 } }
    await made.w.table().update(schoolEvent, { eventId }, newer)
    await settleSchoolEvent(made.w.table(), eventId)
    expect(await made.w.table().get(schoolEvent, { eventId })).toMatchObject({ name: 'Newer' })
    await made.w.table().remove(eventCard, { eventId })
    await stream.drain()
  })
})

describe('events of the school', () => {
  it('come with their numbers, the next first', async () => {
    const data = await listed()
    expect(names(data)).toEqual(evenings)
    expect(data.pagination).toEqual({ total: 5, totalIsLowerBound: false, page: 1, limit: 20, totalPages: 1 })
    expect(data.events[0].analyticsSummary).toMatchObject({ views: 0, registrations: 0 })
    expect((await listed({ limit: '100' })).pagination.limit).toBe(40)
  })

  it('are said to be as many as its pages show', async () => {
    const first = await listed({ limit: '2' })
    expect(first.pagination).toMatchObject({ totalIsLowerBound: true, totalPages: 2 })
    const last = await listed({ limit: '2', page: '3' })
    expect(names(last)).toEqual(['Evening 5'])
    expect(last.pagination).toMatchObject({ total: 5, totalIsLowerBound: false, totalPages: 3 })
    expect(names(await listed({ limit: '2', cursor: first.nextCursor }))).toEqual(['Evening 3', 'Evening 4'])
  })

  it('are found by words of their names, from three letters on, by state, and among those that are over', async () => {
    expect(names(await listed({ q: 'even 3' }))).toEqual(['Evening 3'])
    expect(names(await listed({ q: 'xy' }))).toEqual(evenings)
    expect(names(await listed({ q: 'xyz' }))).toEqual([])
    expect(names(await listed({ includePast: 'true' }))).toEqual(
      [...evenings].reverse().concat('Winter ball'),
    )
    expect(names(await listed({ includePast: 'true', status: 'completed' }))).toEqual(['Winter ball'])
    expect((await made.dean.device.listSchoolEvents({ status: 'maybe' })).status).toBe(400)
  })

  it('can be looked into, whoever hosts them, unless they are deleted', async () => {
    const { device } = made.dean
    const draft = await event({ name: 'Another draft', status: 'draft', shelf: 'work' })
    const deleted = await event({ deletedAt: '2026-03-01T00:00:00.000Z' })
    for (const ask of [
      device.getSchoolEventDashboard,
      device.getSchoolRsvpGrowth,
      device.listSchoolRegistrations,
    ]) {
      expect((await ask({ eventId: draft.eventId })).status).toBe(200)
      for (const eventId of [deleted.eventId, 'nothing']) {
        const { status, body } = await ask({ eventId })
        expect([status, body.message]).toEqual([404, 'Event not found'])
      }
    }
    const { eventId } = draft
    expect((await device.getSchoolEventDashboard({ eventId })).body.data.event.name).toBe('Another draft')
    expect((await device.getSchoolRsvpGrowth({ eventId, timezone: 'Mars/Base' })).status).toBe(400)
  })

  it('come without numbers where the school has turned them off', async () => {
    const { device } = made.dean
    await device.updateManagementConfig({ reporting: { enableAnalytics: false } })
    expect((await listed()).events[0].analyticsSummary).toBeUndefined()
    const { eventId } = await event({ name: 'Quiet' })
    expect(await device.getSchoolRsvpGrowth({ eventId })).toMatchObject(refused(AnalyticsOff))
  })
})
