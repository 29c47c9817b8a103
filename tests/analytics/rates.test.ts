import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { EventCard } from '../../functions/events/index.ts'
import { routes } from '../../functions/routes.ts'
import { hosted } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { opened } from '../checkins/door.ts'
import { withRoles } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

type Shown = Readonly<Record<string, number>>

/** The numbers beside a rate: the part and the whole. */
type Parts = (beside: Shown) => readonly [part: number | undefined, whole: number | undefined]

const rates: Readonly<Record<string, Parts>> = {
  avgEngagementRate: (beside) => [beside.totalRegistrations, beside.totalViews],
  engagementRate: (beside) => [
    beside.totalRegistrations ?? beside.registrations,
    beside.totalViews ?? Number(beside.views) + (beside.anonymousViews ?? 0),
  ],
  engagement: (beside) => [beside.participants, beside.views],
  checkInRate: (beside) => [beside.totalCheckedIn, beside.totalRegistrations],
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly type?: string
}

/** Whether a reply has a number with a name like that of a rate. */
const showsRate = ({ properties = {}, items, anyOf = [] }: Schema): boolean =>
  Object.entries(properties).some(
    ([name, field]) => (/(rate|engagement)$/i.test(name) && field.type === 'number') || showsRate(field),
  ) ||
  (items !== undefined && showsRate(items)) ||
  anyOf.some(showsRate)

let w: World
let chess: Club
let dean: Person
let begun: EventCard

const inDays = (days: number) => {
  const at = w.clock.now().getTime() + days * 24 * 3600 * 1000
  return {
    start_time: new Date(at).toISOString(),
    end_time: new Date(at + 5 * 24 * 3600 * 1000).toISOString(),
  }
}

const scope = () => ({ orgId: chess.orgId, eventId: begun.eventId })

/** The operations that show a rate. */
const operations: Readonly<Record<string, () => ReturnType<Agent['getOrgAnalytics']>>> = {
  'analytics.getSchoolOverview': () => dean.device.getSchoolOverview({}),
  'analytics.listSchoolEvents': () => dean.device.listSchoolEvents({ includePast: true }),
  'analytics.getSchoolEventDashboard': () => dean.device.getSchoolEventDashboard({ eventId: begun.eventId }),
  'analytics.getEventAnalytics': () => chess.officer.device.getEventAnalytics({ id: begun.eventId }),
  'analytics.getOrgAnalytics': () => chess.officer.device.getOrgAnalytics({ orgId: chess.orgId }),
  'analytics.getOrgEventAnalytics': () => chess.officer.device.getOrgEventAnalytics(scope()),
  'analytics.getEventDashboard': () => chess.officer.device.getEventDashboard(scope()),
  'checkins.listCheckedIn': () => chess.officer.device.listCheckedIn(scope()),
  'checkins.listExpected': () => chess.officer.device.listExpected(scope()),
}

beforeAll(async () => {
  w = await world({ now: '2026-03-20T12:00:00.000Z', ownTable: true, settings: { RATE_LIMIT_SCALE: '1000' } })
  chess = await club(w)
  dean = await withRoles(w, await registered(w, 'dean', { username: 'dean' }), ['user', 'admin'])
  const stream = await attendanceStream(w)
  begun = await opened(w, chess, {}, inDays(-2))
  const coming = await hosted(w, chess.orgId, inDays(5))
  for (const { device } of [chess.member, chess.follower])
    await device.registerForEvent({ event_id: begun.eventId })
  await chess.member.device.registerForEvent({ event_id: coming.eventId })
  await chess.officer.device.checkInPerson({ eventId: begun.eventId, userId: chess.member.user._id })
  for (let at = 0; at < 3; at += 1) await chess.member.device.trackEventView({ id: begun.eventId })
  await w.device().trackAnonymousView({ id: begun.eventId })
  for (let at = 0; at < 12; at += 1) await chess.member.device.trackEventView({ id: coming.eventId })
  await w.device().trackAnonymousView({ id: coming.eventId })
  await stream.drain()
})

/** Each rate of a reply, and what its numbers beside it make. */
const ratesIn = (value: unknown): { name: string; shown: number; computed: number }[] => {
  if (value === null || typeof value !== 'object') return []
  const own = Object.entries(value).flatMap(([name, shown]) => {
    const [part, whole] = rates[name]?.(value as Shown) ?? []
    if (typeof shown !== 'number' || rates[name] === undefined) return []
    return [
      { name, shown, computed: whole === 0 ? 0 : Math.round((Number(part) / Number(whole)) * 1000) / 10 },
    ]
  })
  return [...own, ...Object.values(value).flatMap(ratesIn)]
}

describe('a rate', () => {
  it('is known here, operation by operation', () => {
    const found = Object.values(routes).flatMap(({ domain, rows }) =>
      Object.entries(rows).flatMap(([name, { reply }]) =>
        reply.schema && showsRate(z.toJSONSchema(reply.schema, { unrepresentable: 'any' }) as Schema)
          ? [`${domain}.${name}`]
          : [],
      ),
    )
    expect(found.toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  // rules/analytics 11
  it.each(Object.keys(operations))('of %s is made of the numbers beside it', async (name) => {
    const { status, body } = (await operations[name]?.()) ?? { status: 0, body: undefined }
    expect(status).toBe(200)
    const found = ratesIn(body)
    expect(found.some(({ shown }) => shown > 0)).toBe(true)
    for (const { name: rate, shown, computed } of found) expect([rate, shown]).toEqual([rate, computed])
  })

  // rules/analytics 9
  it('leaves out the views and registrations of events to come', async () => {
    const { overview } = (await operations['analytics.getOrgAnalytics']?.())?.body.data ?? {}
    expect(overview).toMatchObject({
      totalEvents: 1,
      totalViews: 4,
      totalUniqueViews: 2,
      totalAnonymousViews: 1,
      totalRegistrations: 2,
      avgEngagementRate: 50,
    })
  })
})
