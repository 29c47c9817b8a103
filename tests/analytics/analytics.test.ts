import { beforeAll, describe, expect, it } from 'vitest'
import { BadZone, EventNotFound } from '../../functions/analytics/contract/shapes.ts'
import { bucketOf } from '../../functions/analytics/counters.ts'
import { rollupMonth } from '../../functions/analytics/repository.ts'
import { wordOf } from '../../functions/analytics/rollups.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted, replanned } from '../attendance/events.ts'
import { seatedIn, stateOf } from '../attendance/state.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { costIn } from '../checkins/door.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let people: readonly Visitor[]
let stream: Awaited<ReturnType<typeof attendanceStream>>
let cards: readonly EventCard[]

const day = 24 * 3600 * 1000
const person = (at: number): Visitor => people[at] as Visitor
const daysAgo = (days: number) => {
  const at = w.clock.now().getTime() - days * day
  return { start_time: new Date(at).toISOString(), end_time: new Date(at + 40 * day).toISOString() }
}

beforeAll(async () => {
  w = await world({ now: '2026-03-02T23:35:00.000Z', ownTable: true })
  chess = await club(w)
  people = await crowd(w, 5, { guestEvery: 5 })
  // Notices come twice and in the wrong order.
  stream = await attendanceStream(w, { arrange: (all) => [...[...all].reverse(), ...all] })
  cards = [
    await hosted(w, chess.orgId, { ...daysAgo(1), expectedAttendance: 10, type: 'Social' }),
    await hosted(w, chess.orgId, { ...daysAgo(3), expectedAttendance: 20, type: 'social' }),
    await hosted(w, chess.orgId, { ...daysAgo(20), expectedAttendance: 5, type: 'Alumni Night!' }),
    await hosted(w, chess.orgId, { ...daysAgo(60), status: 'approved' }),
    await hosted(w, chess.orgId, { ...daysAgo(100) }),
  ]
  const [first, second] = cards as [EventCard, EventCard]
  for (const { device } of people) {
    await device.registerForEvent({ event_id: first.eventId, guestCount: 2 })
    await device.trackEventView({ id: first.eventId })
    await stream.drain()
    w.clock.advance(600)
  }
  await chess.officer.device.refreshToken()
  await person(0).device.registerForEvent({ event_id: second.eventId })
  await person(1).device.withdrawFromEvent({ event_id: first.eventId })
  await stream.drain()
})

const first = (): EventCard => cards[0] as EventCard
const overview = async (timeRange: string) =>
  (await chess.officer.device.getOrgAnalytics({ orgId: chess.orgId, timeRange })).body.data

describe('the numbers of an organization', () => {
  // rules/analytics 9
  it('are those of a recount, for events that began within the range', async () => {
    for (const [range, days] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const within = cards.filter(
        ({ start_time }) => Date.parse(start_time) > w.clock.now().getTime() - days * day,
      )
      const states = await Promise.all(within.map(({ eventId }) => stateOf(w, eventId)))
      const expected = within.reduce((sum, { expectedAttendance }) => sum + expectedAttendance, 0)
      expect((await overview(range)).overview).toMatchObject({
        totalEvents: within.length,
        totalExpectedAttendance: expected,
        totalRegistrations: states.reduce((sum, state) => sum + seatedIn(state).length, 0),
        totalViews: 5,
        totalUniqueViews: 5,
      })
    }
  })

  it('are told apart by type, status and month', async () => {
    const data = await overview('90d')
    expect(data.eventsByType).toEqual([
      { _id: 'social', count: 3, totalExpectedAttendance: 31, avgExpectedAttendance: 10.3 },
      { _id: 'alumni night!', count: 1, totalExpectedAttendance: 5, avgExpectedAttendance: 5 },
    ])
    expect(data.eventsByStatus).toEqual([
      { _id: 'not-applicable', count: 3 },
      { _id: 'approved', count: 1 },
    ])
    expect(
      data.monthlyTrend.map(({ count }: { count: number }) => count).reduce((a: number, b: number) => a + b),
    ).toBe(4)
    expect(data.timeRange).toBe('90d')
    expect((await chess.officer.device.getOrgAnalytics({ orgId: chess.orgId, timeRange: '1y' })).status).toBe(
      400,
    )
  })

  it.skipIf(isLate)(
    'cost one round trip and at most four units, one of them for what members take part in, however many events there were',
    async () => {
      using _rounds = logicalRounds()
      const busy = await club(w, 'busy')
      const subject = `org:${busy.orgId}`
      const types = ['Meeting', 'Workshop', 'Social'].map(wordOf)
      for (const month of ['2025-12', '2026-01', '2026-02', '2026-03']) {
        const fields = Array.from({ length: 31 }, (_, at) => {
          const date = String(at + 1).padStart(2, '0')
          const whole = ['e', 'x', 'r', 'v', 'u', 'w', 'q', 'z'].map((letter) => [`${letter}${date}`, 54_321])
          const statuses = ['approved', 'completed'].map((status) => [`s${date}${status}`, 54_321])
          const each = types.flatMap((word) =>
            [`t${date}${word}`, `y${date}${word}`].map((name) => [name, 321]),
          )
          return [...whole, ...statuses, ...each]
        }).flat()
        await w.table().put(rollupMonth, { subject, month, ...Object.fromEntries(fields) })
      }
      const asked = { orgId: busy.orgId, timeRange: '90d' }
      const { body } = await busy.officer.device.getOrgAnalytics(asked)
      expect(body.data.overview.totalEvents).toBe(90 * 54_321)
      const all = costIn(w)
      // The caller, and how they stand, are read strongly with every request about an organization: four units.
      expect(all.depth).toBe(2)
      // The rules of the school are read strongly too.
      expect(all.readUnits - 4).toBeLessThanOrEqual(4.5)
    },
  )

  // rules/analytics 9, rules/analytics 12
  it('follow an event that moves, changes or is deleted', async () => {
    const card = await hosted(w, chess.orgId, daysAgo(2))
    await stream.drain()
    const { totalEvents } = (await overview('7d')).overview
    await replanned(w, card.eventId, { ...daysAgo(15), expectedAttendance: 7 })
    await stream.drain()
    expect((await overview('7d')).overview.totalEvents).toBe(totalEvents - 1)
    const month = (await overview('30d')).overview
    await replanned(w, card.eventId, { deletedAt: w.clock.now().toISOString() })
    await stream.drain()
    expect((await overview('30d')).overview).toMatchObject({
      totalEvents: month.totalEvents - 1,
      totalExpectedAttendance: month.totalExpectedAttendance - 7,
    })
  })
})

describe('the numbers of one event', () => {
  // rules/analytics 10
  it('are those that lists of it say, and count what was undone apart', async () => {
    const scope = { orgId: chess.orgId, eventId: first().eventId }
    const { device } = chess.officer
    const { body } = await device.getOrgEventAnalytics(scope)
    const listed = await device.listAttendees({ event_id: scope.eventId })
    const people = listed.body.attendees.length + listed.body.globalAttendees.length
    expect(body.data.analytics).toMatchObject({
      registrations: people,
      uniqueRegistrations: people,
      engagementRate: 80,
      platform: { registrations: 5, withdrawals: 1, checkins: 0, checkouts: 0 },
    })
    const board = await device.getEventDashboard(scope)
    expect(board.body.data).toMatchObject({
      event: { _id: scope.eventId, registrationCount: 4 },
      agenda: { isPublished: false, items: [] },
      roles: { total: 0, assignments: 0 },
      stats: { registrationCount: 4, operationalStatus: 'active', checkIn: { totalCheckedIn: 0 } },
    })
  })

  it('count entries and exits', async () => {
    const { eventId } = first()
    await chess.officer.device.enableCheckIn({ eventId })
    await person(0).device.checkInOnPage({ eventId })
    await stream.drain()
    await person(0).device.checkOut({ eventId })
    await stream.drain()
    const { body } = await chess.officer.device.getEventAnalytics({ id: eventId })
    expect(body.data.platform).toMatchObject({ checkins: 1, checkouts: 1, registrations: 5 })
  })

  // rules/analytics 14
  it('grow by the day of any time zone', async () => {
    const scope = { orgId: chess.orgId, eventId: first().eventId }
    const { device } = chess.officer
    const { rows } = await stateOf(w, scope.eventId)
    for (const timezone of [
      'UTC',
      'Europe/Berlin',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Pacific/Chatham',
    ]) {
      const { body } = await device.getRsvpGrowth({ ...scope, timezone })
      const recount: Record<string, number> = {}
      for (const { registeredAt } of rows) {
        const date = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date(registeredAt))
        recount[date] = (recount[date] ?? 0) + 1
      }
      expect([timezone, body.data.registrations]).toEqual([timezone, recount])
    }
    expect(Object.keys((await device.getRsvpGrowth(scope)).body.data.registrations)).toHaveLength(2)
    for (const timezone of ['Mars/Olympus', '', 'x'])
      expect(await device.getRsvpGrowth({ ...scope, timezone })).toMatchObject(refused(BadZone))
    expect(bucketOf('2026-03-02T22:59:59.000Z')).toEqual({ month: '2026-03', field: 'q0291' })
  })

  // rules/analytics 7
  it('are not there for other organizations', async () => {
    const other = await club(w, 'other')
    const scope = { orgId: other.orgId, eventId: first().eventId }
    const { device } = other.officer
    for (const reply of [
      await device.getOrgEventAnalytics(scope),
      await device.getEventDashboard(scope),
      await device.getRsvpGrowth(scope),
      await device.exportEventReport(scope),
      await device.exportAttendees(scope),
    ])
      expect(reply).toMatchObject(refused(EventNotFound))
  })
})
