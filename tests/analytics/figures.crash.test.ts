import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crowd } from '../attendance/crowd.ts'
import { hosted, planned, replanned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { withRoles } from '../support/administrators.ts'
import { club } from '../support/orgs.ts'
import { registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { type Look, recounting } from './figures-recount.ts'

const zone = 'America/Los_Angeles'
const hour = 3600 * 1000
const ranges = [
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
] as const

/** What somebody does with an event: who, which one, what. */
const Deed = fc.record({
  who: fc.nat(6),
  event: fc.nat(7),
  what: fc.constantFrom(
    'register',
    'withdraw',
    'look',
    'look',
    'pass by',
    'enter',
    'join',
    'leave',
    'move',
    'delete',
  ),
  later: fc.nat(30),
})
type Deed = typeof Deed extends fc.Arbitrary<infer D> ? D : never

const momentsIn = (w: World, hours: number) => {
  const at = w.clock.now().getTime() + hours * hour
  return { start_time: new Date(at).toISOString(), end_time: new Date(at + 2 * hour).toISOString() }
}

const campus = async () => {
  const settings = { RATE_LIMIT_SCALE: '100', DEFAULT_TIMEZONE: zone }
  // Half past nine in the evening there, the next day in UTC.
  const w = await world({ now: '2026-03-20T04:30:00.000Z', ownTable: true, settings })
  const stream = await attendanceStream(w, { arrange: (all) => [...[...all].reverse(), ...all] })
  const chess = await club(w)
  const dean = await withRoles(w, await registered(w, 'deanhere', { username: 'deanhere' }), [
    'user',
    'admin',
  ])
  const [guest] = await crowd(w, 1, { guestEvery: 1 })
  if (!guest) throw new Error('nobody came')
  const cast = [chess.owner, chess.admin, chess.officer, chess.member, chess.outsider, chess.follower]
  const people = [...cast.map(({ device, user }) => ({ device, id: user._id })), guest]
  const more = { expectedAttendance: 7, maxAttendees: 3 }
  const cards = [
    await hosted(w, chess.orgId, { ...momentsIn(w, 1), ...more }),
    await hosted(w, chess.orgId, { ...momentsIn(w, -20), ...more, type: 'Talk' }),
    await hosted(w, chess.orgId, { ...momentsIn(w, -24 * 6), ...more }),
    await hosted(w, chess.orgId, { ...momentsIn(w, -24 * 29 - 3), ...more, type: 'talk ' }),
    await hosted(w, chess.orgId, { ...momentsIn(w, 24 * 3), ...more }),
    await planned(w, { ...momentsIn(w, -2), ...more }),
    await planned(w, { ...momentsIn(w, 24 * 40), ...more }),
    await planned(w, { ...momentsIn(w, 2), ...more }),
  ]
  for (const { eventId } of cards) await dean.device.enableCheckIn({ eventId })
  await stream.drain()
  return { w, stream, chess, dean, people, cards }
}

const carriedOut = async (
  { w, stream, chess, people, cards }: Awaited<ReturnType<typeof campus>>,
  deeds: readonly Deed[],
) => {
  const looks: Look[] = []
  for (const { who, event, what, later } of deeds) {
    const [person, card] = [people[who], cards[event]]
    if (!person || !card) throw new Error('there is nobody, or nothing')
    const [{ device, id }, { eventId }] = [person, card]
    const at = w.clock.now().toISOString()
    const looked = (status: number, name: string | undefined) =>
      status === 200 ? looks.push({ eventId, at, who: name }) : 0
    if (what === 'register') await device.registerForEvent({ event_id: eventId })
    if (what === 'withdraw') await device.withdrawFromEvent({ event_id: eventId })
    if (what === 'look') looked((await device.trackEventView({ id: eventId })).status, id)
    if (what === 'pass by') looked((await w.device().trackAnonymousView({ id: eventId })).status, undefined)
    if (what === 'enter') await chess.owner.device.checkInPerson({ eventId, userId: id })
    if (what === 'join') await device.applyToOrganization({ orgId: chess.orgId })
    if (what === 'leave') await chess.owner.device.removeOrgMember({ orgId: chess.orgId, userId: id })
    if (what === 'move') await replanned(w, eventId, momentsIn(w, -24 * later))
    if (what === 'delete' && later > 20) await replanned(w, eventId, { deletedAt: at })
    await stream.drain()
    w.clock.advance(60 * later)
  }
  await stream.drain()
  return looks
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)

describe('every figure', () => {
  // rules/analytics 13
  it('is that of a recount of the rows, whatever people did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Deed, { minLength: 20, maxLength: 40 }), async (deeds) => {
        const place = await campus()
        const { w, chess, dean } = place
        const count = await recounting(w, zone, await carriedOut(place, deeds))
        for (const device of [dean.device, chess.owner.device]) await device.refreshToken()
        for (const [timeRange, days] of ranges) {
          const school = (await dean.device.getSchoolOverview({ timeRange })).body.data
          const own = (await chess.owner.device.getOrgAnalytics({ orgId: chess.orgId, timeRange })).body.data
          const all = count.totalsOf(days)
          const { totalEvents, totalRsvps, totalViews, avgEngagementRate } = all.totals
          expect(school).toMatchObject({
            totalEvents,
            totalRsvps,
            totalViews,
            engagementRate: avgEngagementRate,
          })
          const tops = all.own.map(count.viewsOf).filter((views) => views > 0)
          const shown = school.topEventsByViews.map(({ views }: { views: number }) => views)
          expect(shown).toEqual(tops.sort((a, b) => b - a))
          for (const [data, { totals, own: begun }] of [
            [school, all],
            [own, count.totalsOf(days, chess.orgId)],
          ] as const) {
            expect(data.overview).toEqual(totals)
            expect(Object.values(data.overview).every(isNumber)).toBe(true)
            for (const list of [data.eventsByType, data.eventsByStatus, data.monthlyTrend])
              expect(list.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(
                begun.length,
              )
          }
          expect(own.memberEngagement).toEqual(count.engagement(chess.orgId))
          expect((await dean.device.getSchoolDays({ timeRange })).body.data.days).toEqual(count.daily(days))
          const numbers = (await dean.device.getOrganizationAnalytics({ timeRange })).body.data
          expect(numbers.overview).toMatchObject(count.organizations(days))
        }
        for (const card of count.events) {
          const expected = count.ofEvent(card)
          const one = (await dean.device.getEventAnalytics({ id: card.eventId })).body.data
          expect(one).toMatchObject(expected.analytics)
          if (card.hostingType !== 'Org') continue
          const scope = { orgId: chess.orgId, eventId: card.eventId }
          const board = (await chess.owner.device.getEventDashboard(scope)).body.data
          expect(board).toMatchObject({ analytics: expected.analytics, stats: { checkIn: expected.checkIn } })
        }
      }),
      { numRuns: 3, seed: 7, endOnFailure: true },
    )
  }, 120_000)
})
