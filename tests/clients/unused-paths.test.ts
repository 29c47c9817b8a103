import { beforeAll, describe, expect, it } from 'vitest'
import { unusedPaths } from '../../functions/platform/unused-paths.ts'
import { type World, world } from '../support/world.ts'

let w: World

beforeAll(async () => {
  w = await world()
})

/** What the client reads there, by the paths that it calls. */
const answers: Readonly<Record<string, object>> = {
  '/api/event-system-config/analytics-config': { data: { enabled: false } },
  '/log-visit': {},
  '/log-repeated-visit': {},
  '/checked-in': { classrooms: [] },
  '/api/notice/web': { data: null },
  '/featured-all': { data: [] },
  '/suggested-action': { data: null },
  '/spaces-summary': { data: { hasRoomsOrBuildings: false } },
  '/getFriends': { data: [] },
  '/friend-requests': { data: [] },
  '/friends-events': { data: [] },
  '/get-developer': { developer: null },
  '/org-event-management/:orgId/events/:eventId/qr': { data: [] },
  '/org-event-management/:orgId/events/:eventId/qr/analytics': { data: null },
  '/events/:eventId/check-anonymous-registration': { registered: false },
  '/claim-anonymous-registrations': { claimed: [] },
  '/api/resources/admin': { data: [] },
  '/api/notice/admin': { data: [] },
  '/get-rss-feeds': { data: [] },
  '/org-event-management/:orgId/reservations/conflicts': { data: [] },
  '/org-event-management/:orgId/reservations/metrics': { data: null },
}
const places = Object.values(unusedPaths).flatMap((row) =>
  [row.path, ...('aliases' in row ? row.aliases : [])].map((path) => ({ path, method: row.method })),
)

describe('paths for what the platform does not have', () => {
  it('are those that the existing client calls on every page', () => {
    expect(places.map(({ path }) => path).sort()).toEqual(Object.keys(answers).sort())
  })

  it.each(places)('say so at $path, without a look at the table', async ({ path, method }) => {
    const sent = method === 'POST' ? { raw: '{"hash":"x","page":1}' } : {}
    const { status, body } = await w.device().request('platform', method, path.replace(/:\w+/g, 'some'), sent)
    expect([status, body]).toEqual([200, expect.objectContaining({ success: true, ...answers[path] })])
    expect(w.logs.at(-1)).toMatchObject({ status: 200, table: { calls: 0 } })
  })
})
