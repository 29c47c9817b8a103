import { beforeAll, describe, expect, it } from 'vitest'
import { EventStats, eventStats } from '../../functions/analytics/repository.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { hosted } from '../attendance/events.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { founded } from '../support/societies.ts'

const dayMs = 24 * 3600 * 1000

let made: Awaited<ReturnType<typeof admins>>
let orgId: string

const days = (count: number): string => new Date(made.w.clock.now().getTime() + count * dayMs).toISOString()
const during = (from: number) => ({ start_time: days(from), end_time: days(from + 0.1) })

beforeAll(async () => {
  made = await admins()
  ;({ orgId } = await founded(made.dean))
  const over = { status: 'completed', liveAt: days(-40) } as const
  await hosted(made.w, orgId, { name: 'Last week', ...over, ...during(-6), registrationCount: 1 })
  await hosted(made.w, orgId, { name: 'Busy', ...over, ...during(-3), registrationCount: 4 })
  const { eventId } = await hosted(made.w, orgId, { name: 'Looked at', ...over, ...during(-2) })
  const none = Object.fromEntries(Object.keys(EventStats.shape).map((name) => [name, 0]))
  const seen = { ...none, eventId, views: 50, uniqueViews: 20, lastViewAt: undefined }
  await made.w.table().put(eventStats, seen as never)
  await hosted(made.w, orgId, { name: 'Long ago', ...over, ...during(-80) })
  await hosted(made.w, orgId, { name: 'Planned', status: 'draft', ...during(5) })
  await hosted(made.w, orgId, { name: 'Deleted', ...over, ...during(-1), deletedAt: days(0) })
  const { orgId: other } = await founded(made.dean)
  await hosted(made.w, other, { name: 'Helped', ...over, ...during(-4), collaborators: [orgId] })
})

const named = (events: readonly { name: string }[]) => events.map(({ name }) => name)
const listed = async (asked: object = {}) =>
  (await made.dean.device.rankOrganizationEvents({ orgId, ...asked })).body.data

// rules/analytics 22
describe('the events of an organization, for administrators', () => {
  it('stand by what people made of them, or by their beginning', async () => {
    const data = await listed()
    expect(named(data.events)).toEqual(['Busy', 'Last week', 'Looked at'])
    expect(data).toMatchObject({ range: '30d', window: 'past', startDate: days(-30), endDate: days(0) })
    expect(data.events[2]).toMatchObject({ registrationCount: 0, analytics: { views: 50, uniqueViews: 20 } })
    expect(named((await listed({ sort: 'start_time' })).events)).toEqual(['Last week', 'Busy', 'Looked at'])
    expect(named((await listed({ range: '90d' })).events)).toContain('Long ago')
    expect(named((await listed({ window: 'upcoming' })).events)).toEqual(['Planned'])
    expect(named((await listed({ window: 'upcoming', range: '1y' })).events)).toEqual(['Planned'])
  })

  it('come page by page', async () => {
    const { events, pagination } = await listed({ limit: '2', page: '2' })
    expect(named(events)).toEqual(['Looked at'])
    expect(pagination).toEqual({ total: 3, totalIsLowerBound: false, page: 2, limit: 2, totalPages: 2 })
  })

  it('have a snapshot of the first', async () => {
    const { body } = await made.dean.device.getOrganizationEventSnapshot({ orgId, range: '7d', top: '1' })
    expect(named(body.data.topEvents)).toEqual(['Busy'])
    expect(body.data.totalInRange).toBe(3)
    const wrong = await made.dean.device.getOrganizationEventSnapshot({ orgId, top: '26' })
    expect(wrong.status).toBe(400)
  })

  it('are none of an organization that is not there, or is at another school', async () => {
    for (const ask of ['rankOrganizationEvents', 'getOrganizationEventSnapshot'] as const) {
      expect(await made.dean.device[ask]({ orgId: 'nowhere' })).toMatchObject(refused(OrganizationNotFound))
      expect((await made.dean.device.on(made.w.sister)[ask]({ orgId })).status).toBe(403)
    }
  })
})
