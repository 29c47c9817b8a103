import { beforeAll, describe, expect, it } from 'vitest'
import { type contracts, routes } from '../../functions/routes.ts'
import { matcher, routesOf } from '../../lib/contract/route-match.ts'
import { missesOf, undeclared } from './reading.ts'
import type { SheetRow } from './row.ts'
import { analytics } from './rows/analytics.ts'
import { approvals } from './rows/approvals.ts'
import { attendance } from './rows/attendance.ts'
import { checkins } from './rows/checkins.ts'
import { events } from './rows/events.ts'
import { invites } from './rows/invites.ts'
import { jobs } from './rows/jobs.ts'
import { management } from './rows/management.ts'
import { organizations } from './rows/organizations.ts'
import { planning } from './rows/planning.ts'
import { stakeholders } from './rows/stakeholders.ts'
import { type Scene, scene } from './scene.ts'

const sheet: Readonly<Record<string, readonly SheetRow[]>> = {
  events,
  planning,
  attendance,
  checkins,
  analytics,
  approvals,
  jobs,
  organizations,
  management,
  invites,
  stakeholders,
}

const match = matcher(routes)
const declared = new Map(routesOf(routes).map((route) => [`${route.row.method} ${route.path}`, route]))

let place: Scene

beforeAll(async () => {
  place = await scene()
})

const send = async ({ call, as, sends }: SheetRow) => {
  const { path: values = {}, query, body } = (await sends?.(place)) ?? {}
  const [method = '', template = ''] = call.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'absent')
  const found = match(method, path)
  if (found.found !== 'operation') throw new Error(`nobody answers ${method} ${path}`)
  const device = as ? place.people[as].device : place.w.device()
  const asked = { ...(query ? { query } : {}), ...(body === undefined ? {} : { raw: JSON.stringify(body) }) }
  return device.request(found.route.domain as keyof typeof contracts, method, path, asked)
}

describe.each(Object.entries(sheet))('the existing web client, in %s', (_, rows) => {
  it.each(rows.map((row) => [`${row.call}${row.when ? `, ${row.when}` : ''}`, row] as const))(
    '%s',
    async (_, row) => {
      const route = declared.get(row.call)
      expect(route, 'the path of an operation').toBeDefined()
      if (route) expect(undeclared(route.row.reply, Object.keys(row.reads))).toEqual([])
      const { status, body } = await send(row)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      expect(body.success).toBe(true)
      expect(missesOf(body, row.reads)).toEqual([])
    },
  )
})

describe('the sheet', () => {
  it('sees what is missing, of another kind, or promised by nobody', () => {
    const body = {
      events: [
        { name: 'a', host: { roles: [] } },
        { name: 1, host: null },
      ],
    }
    expect(missesOf(body, { 'events[].name': 'text', 'events[].host.roles': 'list?' })).toHaveLength(1)
    expect(missesOf(body, { 'events[].host.roles': 'list', 'events[].image': 'text?' })).toHaveLength(1)
    expect(missesOf({ events: [] }, { 'events[].name': 'text' })).toHaveLength(1)
    const reply = declared.get('GET /get-all-events')?.row.reply
    expect(reply && undeclared(reply, ['events[].hostingId.roles', 'events[].hostingId.email'])).toEqual([
      'events[].hostingId.email',
    ])
  })
})
