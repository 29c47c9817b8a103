import { beforeAll, describe, expect, it } from 'vitest'
import { unusedPaths } from '../../functions/organizations/unused-paths.ts'
import type { Agent } from '../support/agent.ts'
import type { World } from '../support/world.ts'
import { type Scene, scene } from './scene.ts'

let w: World
let people: Scene['people']

beforeAll(async () => {
  ;({ w, people } = await scene())
})

/** What the client reads there, by the paths that it calls. */
const answers: Readonly<Record<string, object>> = {
  '/api/event-system-config/analytics-config': { data: { enabled: false } },
  '/log-visit': {},
  '/log-repeated-visit': {},
  '/qr-scan': {},
  '/qr-scan-event': {},
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
  '/getrooms': { data: [], rooms: [] },
  '/top-rated-rooms': { data: [], rooms: [] },
  '/free': { data: [], rooms: [] },
  '/dashboard/general-snapshot': { data: null },
  '/admin/rooms': { data: [], rooms: [] },
  '/admin/buildings': { data: [], buildings: [] },
  '/admin/user/:userId/analytics': { data: null },
}
const all = Object.values(unusedPaths).flatMap((row) =>
  [row.path, ...('aliases' in row ? row.aliases : [])].map((path) => ({
    path,
    method: row.method,
    access: row.access,
  })),
)
const places = all.filter(({ access }) => access === 'anyone')
const staffed = all.filter(({ access }) => access === 'admin')

describe('paths for what the platform does not have', () => {
  it('are those that the existing client calls on every page', () => {
    expect(all.map(({ path }) => path).sort()).toEqual(Object.keys(answers).sort())
  })

  it.each(places)('say so at $path, without a look at the table', async ({ path, method }) => {
    const sent = method === 'POST' ? { raw: '{"hash":"x","page":1}' } : {}
    const { status, body } = await w
      .device()
      .request('organizations', method, path.replace(/:\w+/g, 'some'), sent)
    expect([status, body]).toEqual([200, expect.objectContaining({ success: true, ...answers[path] })])
    expect(w.logs.at(-1)).toMatchObject({ status: 200, table: { calls: 0 } })
  })

  it.each(staffed)('say so at $path to administrators alone', async ({ path, method }) => {
    const { dean, outsider } = people
    const ask = (device: Agent) => device.request('organizations', method, path.replace(/:\w+/g, 'some'))
    const { status, body } = await ask(dean.device)
    expect([status, body]).toEqual([200, expect.objectContaining({ success: true, ...answers[path] })])
    expect((await ask(outsider.device)).status).toBe(403)
    expect((await ask(w.device())).status).toBe(401)
  })
})
