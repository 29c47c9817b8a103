import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { contracts, routes } from '../../functions/routes.ts'
import { sampleOf } from '../../infra/aws/visits/samples.ts'
import { type SendVisit, visit } from '../../infra/aws/visits/visit.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { visitHeader } from '../../lib/contract/edge.ts'
import { matcher } from '../../lib/contract/route-match.ts'
import { syntheticKey } from '../../lib/identity/school/synthetic.ts'
import { setRights } from '../security/rights.ts'
import { secret, signedIn, watched } from '../security/watched.ts'
import { handlerFor } from '../support/handlers.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

const key = secret('a-visit-key-of-forty-eight-letters-and-digits-00')
const credentials = {
  email: secret('success+quad-visits@simulator.amazonses.com'),
  password: secret('the password of the synthetic student'),
}
const samples = routes.map(sampleOf)
const match = matcher(routes)

let w: World
let failing: (domain: string, path: string) => boolean = () => false

/** Sends as the deployed visit does: an app without cookies, with the visit key. */
const sendWith =
  (visitKey: string): SendVisit =>
  async ({ method, path: sent, body, token, renewal }) => {
    const [path = '', query = ''] = sent.split('?')
    const found = match(method, path)
    const domain = found.found === 'operation' ? found.route.domain : 'pages'
    if (failing(domain, path)) return { status: 500 }
    const handler = await handlerFor(contracts[domain as keyof typeof contracts], w.runtime)
    const headers = {
      'x-client': 'mobile',
      [visitHeader]: visitKey,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(renewal ? { 'x-refresh-token': renewal } : {}),
    }
    const response = await handler(
      invocationOf({
        method,
        path,
        host: `${w.home}.localhost`,
        query: Object.fromEntries(new URLSearchParams(query)),
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
        requestId: 'visit',
        at: w.clock.now(),
      }),
    )
    const isJson = /json/.test(response.headers['content-type'] ?? '')
    return { status: response.statusCode, ...(isJson ? { body: JSON.parse(response.body || 'null') } : {}) }
  }

const go = (visitKey = key) =>
  visit(sendWith(visitKey), { credentials, samples, now: w.clock.now().getTime() })

const rowsOf = async () => {
  const { documents, name: TableName } = w.runtime.client
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }))
  return Items
}

beforeAll(async () => {
  w = await watched({ settings: { VISIT_KEY: key }, ownTable: true })
  await enrolSchool(w, w.home)
})

describe('a synthetic visit', () => {
  it('signs in, registers and withdraws, and calls every function, the first time and later', async () => {
    expect(samples.map(({ domain }) => domain).sort()).toEqual(Object.keys(contracts).sort())
    expect(await go()).toEqual([])
    w.clock.advance(300)
    expect(await go()).toEqual([])
    const lasting = async () => (await rowsOf()).filter(({ ttl }) => ttl === undefined).length
    const before = await lasting()
    w.clock.advance(300)
    expect(await go()).toEqual([])
    // It leaves nothing behind and sends no mail, however often it comes.
    expect(await lasting()).toBe(before)
    expect((await rowsOf()).filter(({ entity }) => entity === 'OutboxMail')).toEqual([])
  })

  it.each([
    ['auth', '/login', ['sign in: 500']],
    ['auth', '/refresh-token', ['refresh: 500']],
    ['attendance', '/api/events', ['register: 500']],
    ['attendance', '/rsvp', ['withdraw: 500']],
    ['budgets', '/', ['budgets: 500']],
  ])('names the step that fails: %s %s', async (broken, start, expected) => {
    failing = (domain, path) => domain === broken && path.startsWith(start)
    expect(await go()).toEqual(expected)
    failing = () => false
  })
})

describe('the synthetic school', () => {
  const at = (visitKey: string) => sendWith(visitKey)

  // rules/http 60
  it('does not exist without the key, under no host and for no header', async () => {
    const device = w.device()
    const named = await device.listFutureEvents({}, { host: `${syntheticKey}.localhost` })
    const header = await device.listFutureEvents({}, { headers: { 'x-tenant': syntheticKey } })
    expect([named.status, header.status]).toEqual([404, 404])
    const list = async (visitKey: string) => {
      const { body } = await at(visitKey)({ method: 'GET', path: '/get-future-events' })
      return (body as { events: readonly unknown[] }).events.length
    }
    expect([await list(key), await list(`${key}0`), await list('')]).toEqual([1, 0, 0])
    const dean = await signedIn(w, 'root')
    await setRights(w, dean, { platformRoles: ['platform_admin'] })
    const created = await dean.device.createTenant(
      { tenantKey: syntheticKey, name: 'Synthetic', location: 'Nowhere' },
      { host: 'www.localhost' },
    )
    expect(created.body.code).toBe('TENANT_KEY_RESERVED')
  })

  it('is in no list of schools, and its student and event are in no list of another school', async () => {
    const root = await signedIn(w, 'second-root')
    await setRights(w, root, { platformRoles: ['platform_admin'], roles: ['user', 'admin'] })
    const there = { host: 'www.localhost' }
    const lists = [
      await root.device.getTenantConfig(),
      await root.device.getManagedTenants({}, there),
      await root.device.listTenants({}, there),
      await root.device.listFutureEvents(),
      await root.device.searchUsers({ query: 'visits' }),
      await root.device.getUserStats(),
      await root.device.findSchoolUsers(),
    ]
    expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200))
    for (const { body } of lists) expect(JSON.stringify(body)).not.toMatch(/synthetic|simulator/i)
  })
})
