import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../functions/analytics/contract.ts'
import { eventStats } from '../../functions/analytics/repository.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import { hosted } from '../attendance/events.ts'
import { admins } from '../support/administrators.ts'
import { type Reply, refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let orgId: string
let eventId: string

beforeAll(async () => {
  ;({ w, dean } = await admins())
  ;({ orgId } = await founded(dean))
  ;({ eventId } = await hosted(w, orgId))
})

const shows: Readonly<Record<string, () => Promise<Reply>>> = {
  getEventAnalytics: () => dean.device.getEventAnalytics({ id: eventId }),
  getSchoolOverview: () => dean.device.getSchoolOverview(),
  getSchoolDays: () => dean.device.getSchoolDays(),
  getOrgAnalytics: () => dean.device.getOrgAnalytics({ orgId }),
  getOrgEventAnalytics: () => dean.device.getOrgEventAnalytics({ orgId, eventId }),
  getSchoolRsvpGrowth: () => dean.device.getSchoolRsvpGrowth({ eventId }),
  rankOrganizationEvents: () => dean.device.rankOrganizationEvents({ orgId }),
  getOrganizationEventSnapshot: () => dean.device.getOrganizationEventSnapshot({ orgId }),
  getRsvpGrowth: () => dean.device.getRsvpGrowth({ orgId, eventId }),
}
/** These run an event: its desk, its files, what existing clients send. */
const stays = [
  ...['trackEventView', 'trackAnonymousView', 'trackRsvp', 'getEventDashboard'],
  ...['exportEventReport', 'exportAttendees', 'listSchoolEvents', 'getSchoolEventDashboard'],
]

const turn = async (enableAnalytics: boolean): Promise<void> => {
  const { status } = await dean.device.updateManagementConfig({ reporting: { enableAnalytics } })
  expect(status).toBe(200)
  // A view may still be counted by the rules of a moment ago.
  await w.caughtUp()
}
const viewsOf = async (): Promise<number> =>
  (await w.table().get(eventStats, { eventId }, { strong: true }))?.anonymousViews ?? 0

describe('a school without analytics', () => {
  it('has no operation that is forgotten', () => {
    expect(Object.keys(contract.rows).sort()).toEqual([...Object.keys(shows), ...stays].sort())
  })

  // rules/analytics 8
  it.each(Object.entries(shows))('does not answer %s', async (_, ask) => {
    await turn(false)
    expect(await ask()).toMatchObject(refused(AnalyticsOff))
    await turn(true)
    expect((await ask()).status).toBe(200)
  })

  // rules/analytics 8
  it('counts no views, and goes on from where it stopped', async () => {
    const track = () => w.device().trackAnonymousView({ id: eventId })
    await turn(false)
    expect((await track()).status).toBe(200)
    expect(await viewsOf()).toBe(0)
    await turn(true)
    await track()
    expect(await viewsOf()).toBe(1)
  })
})
