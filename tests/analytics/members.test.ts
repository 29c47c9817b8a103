import { beforeAll, describe, expect, it } from 'vitest'
import { streamConsumers as analytics } from '../../functions/analytics/stream-consumers.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { consume } from '../../functions/stream/handler.ts'
import { engagement, participation } from '../../lib/identity/org/participation.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted, replanned } from '../attendance/events.ts'
import { stateOf } from '../attendance/state.ts'
import { attendanceStream, countsStream } from '../attendance/stream.ts'
import { withRoles } from '../support/administrators.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { interrupted } from '../support/table/interrupted.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let dean: Person
let guest: Visitor
let stream: Awaited<ReturnType<typeof attendanceStream>>
let cards: readonly EventCard[]

const day = 24 * 3600 * 1000
const inDays = (days: number) => {
  const at = w.clock.now().getTime() + days * day
  return { start_time: new Date(at).toISOString(), end_time: new Date(at + day).toISOString() }
}

beforeAll(async () => {
  w = await world({ now: '2026-03-20T12:00:00.000Z', ownTable: true, settings: { RATE_LIMIT_SCALE: '100' } })
  const counts = await countsStream(w)
  chess = await club(w)
  await counts.drain()
  dean = await withRoles(w, await registered(w, 'deanhere', { username: 'deanhere' }), ['user', 'admin'])
  guest = (await crowd(w, 1, { guestEvery: 1 }))[0] as Visitor
  // Notices come twice and in the wrong order.
  stream = await attendanceStream(w, { arrange: (all) => [...[...all].reverse(), ...all] })
  cards = [
    await hosted(w, chess.orgId, inDays(2)),
    await hosted(w, chess.orgId, { ...inDays(3), maxAttendees: 1 }),
    await hosted(w, chess.orgId, inDays(-0.5)),
  ]
})

const shown = async () => {
  await stream.drain()
  const { body } = await chess.officer.device.getOrgAnalytics({ orgId: chess.orgId })
  return body.data.memberEngagement
}
const id = (at: number): string => (cards[at] as EventCard).eventId

/** Counted anew from the rows, by nothing that the service uses. */
const recount = async () => {
  const { body } = await chess.officer.device.listOrgMembers({ orgId: chess.orgId, limit: 100 })
  const members = new Set<string>(
    body.members.map(({ user_id: user }: { user_id: { _id: string } }) => user._id),
  )
  const rows = (await Promise.all(cards.map(({ eventId }) => stateOf(w, eventId)))).flatMap(
    ({ rows }) => rows,
  )
  const there = rows.filter(
    ({ kind, status, personId }) => kind === 'u' && status === 'attending' && members.has(personId),
  )
  return {
    totalMembers: members.size,
    avgEventsPerMember: Math.round((there.length / members.size) * 10) / 10,
    membersWithEvents: new Set(there.map(({ personId }) => personId)).size,
  }
}

describe('what members take part in', () => {
  it('is nothing before anybody registers', async () => {
    expect(await shown()).toEqual({ totalMembers: 4, avgEventsPerMember: 0, membersWithEvents: 0 })
  })

  // rules/analytics 16
  it('counts members with a place, each once, and not who waits, is a guest or no member', async () => {
    await chess.officer.device.registerForEvent({ event_id: id(1) })
    await chess.member.device.registerForEvent({ event_id: id(1) })
    await chess.outsider.device.registerForEvent({ event_id: id(0) })
    await guest.device.registerForEvent({ event_id: id(0) })
    expect(await shown()).toEqual({ totalMembers: 4, avgEventsPerMember: 0.3, membersWithEvents: 1 })
    await chess.officer.device.registerForEvent({ event_id: id(0) })
    await chess.member.device.registerForEvent({ event_id: id(0) })
    expect(await shown()).toEqual({ totalMembers: 4, avgEventsPerMember: 0.8, membersWithEvents: 2 })
    await chess.officer.device.withdrawFromEvent({ event_id: id(1) })
    await w.deliver()
    await stream.drain()
    expect(await shown()).toEqual(await recount())
  })

  // rules/analytics 16
  it('counts who came without a registration', async () => {
    await chess.officer.device.enableCheckIn({ eventId: id(2) })
    await chess.officer.device.checkInPerson({ eventId: id(2), userId: chess.admin.user._id })
    expect((await stateOf(w, id(2))).rows).toMatchObject([{ walkIn: true }])
    expect(await shown()).toEqual(await recount())
  })

  // rules/analytics 17
  it('follows who joins, is suspended, leaves and comes back, with all that they have been at', async () => {
    const { device, user } = chess.outsider
    const userId = user._id
    await device.applyToOrganization({ orgId: chess.orgId })
    const joined = await shown()
    expect(joined).toEqual(await recount())
    expect(joined.totalMembers).toBe(5)
    await chess.owner.device.removeOrgMember({ orgId: chess.orgId, userId })
    const left = await shown()
    expect(left).toEqual(await recount())
    expect(left.membersWithEvents).toBe(joined.membersWithEvents - 1)
    expect(
      await w.table().get(participation, { orgId: chess.orgId, userId }, { strong: true }),
    ).toMatchObject({
      events: 1,
      member: false,
    })
    await device.applyToOrganization({ orgId: chess.orgId })
    expect(await shown()).toEqual(joined)
    await device.withdrawFromEvent({ event_id: id(0) })
    await stream.drain()
    expect(
      await w.table().get(participation, { orgId: chess.orgId, userId }, { strong: true }),
    ).toBeUndefined()
    expect(await shown()).toEqual(await recount())
  })

  it('misses nobody who joins while their registration is being counted, and whom nothing tells of again', async () => {
    const late = await registered(w, 'late', { username: 'late' })
    await stream.drain()
    await late.device.registerForEvent({ event_id: id(0) })
    const [notice] = (await stream.fresh()).filter(
      ({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Attendee',
    )
    if (!notice) throw new Error('nothing was told')
    const join = async () => {
      await late.device.applyToOrganization({ orgId: chess.orgId })
      // The membership is told of before there is a row that it could change.
      await stream.drain()
    }
    const carry = consume(analytics, () => w.runtime)
    await interrupted(w, () => carry({ Records: [notice] }), join)
    expect(await shown()).toEqual(await recount())
    expect(
      await w.table().get(participation, { orgId: chess.orgId, userId: late.user._id }, { strong: true }),
    ).toMatchObject({ events: 1, member: true })
  })
})

describe('the numbers of the school', () => {
  const overview = async () => {
    await stream.drain()
    return (await dean.device.getSchoolOverview({ timeRange: '30d' })).body.data
  }

  it('stand at the top of the answer as well', async () => {
    const data = await overview()
    const { totalEvents, totalViews, totalUniqueViews, totalAnonymousViews } = data.overview
    const { totalRsvps, totalUniqueRsvps, avgEngagementRate } = data.overview
    expect(data).toMatchObject({ totalEvents, totalViews, totalUniqueViews, totalAnonymousViews })
    expect(data).toMatchObject({ totalRsvps, totalUniqueRsvps, engagementRate: avgEngagementRate })
    expect(totalEvents).toBe(1)
    expect(totalRsvps).toBe(data.overview.totalRegistrations)
  })

  // rules/analytics 9, rules/analytics 11
  it('divide registrations by views of the same events', async () => {
    const begun = await hosted(w, chess.orgId, inDays(-2))
    const coming = await hosted(w, chess.orgId, inDays(5))
    await chess.member.device.registerForEvent({ event_id: begun.eventId })
    await replanned(w, begun.eventId, { registrationCount: 1 })
    for (let at = 0; at < 4; at += 1) await chess.member.device.trackEventView({ id: begun.eventId })
    for (let at = 0; at < 6; at += 1) await chess.member.device.trackEventView({ id: coming.eventId })
    await w.device().trackAnonymousView({ id: coming.eventId })
    const data = await overview()
    expect(data).toMatchObject({
      totalViews: 4,
      totalUniqueViews: 1,
      totalAnonymousViews: 0,
      engagementRate: 25,
    })
    expect(data.topEventsByViews).toEqual([
      {
        eventId: begun.eventId,
        eventName: begun.name,
        eventType: begun.type,
        startTime: begun.start_time,
        views: 4,
        rsvps: 1,
        registrations: 1,
        engagementRate: 25,
      },
    ])
    await replanned(w, coming.eventId, inDays(-3))
    await replanned(w, begun.eventId, { deletedAt: w.clock.now().toISOString() })
    const later = await overview()
    expect(later.topEventsByViews).toMatchObject([{ eventId: coming.eventId, views: 7 }])
    expect(later.engagementRate).toBe(0)
  })

  // rules/analytics 15
  it('show ten events at most, those that were looked at', async () => {
    for (let at = 0; at < 14; at += 1) {
      const { eventId } = await hosted(w, chess.orgId, { ...inDays(-4), name: `n${at}` })
      for (let look = 0; look < at; look += 1) await chess.member.device.trackEventView({ id: eventId })
    }
    const { topEventsByViews: top } = await overview()
    expect(top.map(({ views }: { views: number }) => views)).toEqual([13, 12, 11, 10, 9, 8, 7, 7, 6, 5])
  })

  // rules/analytics 11
  it('are 0 at a school where nothing was', async () => {
    const other = await world({ ownTable: true })
    const chief = await withRoles(other, await registered(other, 'chief'), ['user', 'admin'])
    const { body } = await chief.device.getSchoolOverview()
    const numbers = Object.values({ ...body.data.overview, ...body.data }).filter(
      (value) => typeof value === 'number',
    )
    expect(numbers.length).toBeGreaterThan(7)
    expect(new Set(numbers)).toEqual(new Set([0]))
    expect(body.data.topEventsByViews).toEqual([])
    const counts = await countsStream(other)
    const fresh = await club(other, 'fresh')
    await counts.drain()
    const own = await fresh.officer.device.getOrgAnalytics({ orgId: fresh.orgId })
    expect(own.body.data.memberEngagement).toEqual({
      totalMembers: 4,
      avgEventsPerMember: 0,
      membersWithEvents: 0,
    })
    expect(await other.table().get(engagement, { orgId: fresh.orgId })).toBeUndefined()
  })
})
