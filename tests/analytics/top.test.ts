import { beforeAll, describe, expect, it } from 'vitest'
import { topEvents } from '../../functions/analytics/top-events.ts'
import { hosted, replanned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let stream: Awaited<ReturnType<typeof attendanceStream>>

const day = 24 * 3600 * 1000
const daysAgo = (days: number) => {
  const at = w.clock.now().getTime() - days * day
  return { start_time: new Date(at).toISOString(), end_time: new Date(at + 60 * day).toISOString() }
}

beforeAll(async () => {
  w = await world({ now: '2026-03-20T12:00:00.000Z', ownTable: true, settings: { RATE_LIMIT_SCALE: '100' } })
  chess = await club(w)
  // Notices come twice and in the wrong order.
  stream = await attendanceStream(w, { arrange: (all) => [...[...all].reverse(), ...all] })
})

const looked = async (id: string, times: number): Promise<void> => {
  for (let at = 0; at < times; at += 1) await chess.member.device.trackEventView({ id })
}
const top = async (timeRange: string): Promise<[string, number][]> => {
  const { body } = await chess.officer.device.getOrgAnalytics({ orgId: chess.orgId, timeRange })
  return body.data.topEvents.map(({ eventName, views }: { eventName: string; views: number }) => [
    eventName,
    views,
  ])
}

describe('the events of an organization that were looked at most', () => {
  // rules/analytics 12, rules/analytics 13, rules/analytics 15
  it('are shown with their numbers, for those that began within the range', async () => {
    const [old, quiet, loud] = [
      await hosted(w, chess.orgId, { ...daysAgo(40), name: 'Old' }),
      await hosted(w, chess.orgId, { ...daysAgo(3), name: 'Quiet' }),
      await hosted(w, chess.orgId, { ...daysAgo(2), name: 'Loud', type: 'Social' }),
    ]
    await looked(old.eventId, 5)
    await looked(quiet.eventId, 1)
    await looked(loud.eventId, 3)
    await chess.member.device.registerForEvent({ event_id: loud.eventId })
    await stream.drain()
    expect(await top('7d')).toEqual([
      ['Loud', 3],
      ['Quiet', 1],
    ])
    expect(await top('90d')).toEqual([
      ['Old', 5],
      ['Loud', 3],
      ['Quiet', 1],
    ])
    const { body } = await chess.officer.device.getOrgAnalytics({ orgId: chess.orgId, timeRange: '7d' })
    expect(body.data.topEvents[0]).toEqual({
      eventId: loud.eventId,
      eventName: 'Loud',
      eventType: 'Social',
      startTime: loud.start_time,
      views: 3,
      registrations: 1,
      engagementRate: 33.3,
    })
    await looked(quiet.eventId, 5)
    await replanned(w, old.eventId, { ...daysAgo(1), name: 'New' })
    await replanned(w, loud.eventId, { deletedAt: w.clock.now().toISOString() })
    await stream.drain()
    expect(await top('7d')).toEqual([
      ['Quiet', 6],
      ['New', 5],
    ])
    expect(await top('90d')).toEqual(await top('7d'))
  })

  // rules/analytics 15
  it('are ten, of twenty that are kept for a month', async () => {
    const other = await club(w, 'other')
    for (let at = 0; at < 25; at += 1) await hosted(w, other.orgId, { ...daysAgo(at % 5), name: `e${at}` })
    await stream.drain()
    const { body } = await other.officer.device.getOrgAnalytics({ orgId: other.orgId })
    expect(body.data.topEvents).toHaveLength(10)
    const subject = `org:${other.orgId}`
    const kept = await w.table().get(topEvents, { subject, month: '2026-03' }, { strong: true })
    expect(kept?.events).toHaveLength(20)
  })
})
