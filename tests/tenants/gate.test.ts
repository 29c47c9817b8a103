import { beforeEach, describe, expect, it } from 'vitest'
import { TenantUnavailable } from '../../lib/contract/failures.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { probe } from '../security/probe.ts'
import { setRights } from '../security/rights.ts'
import { bearer, password, signedIn, watched } from '../security/watched.ts'
import type { Agent } from '../support/agent.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

let w: World
let ada: Agent
let dean: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  w = await watched({ settings: { RATE_LIMIT_SCALE: '100' } })
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  ada = (await signedIn(w)).device
  dean = await signedIn(w, 'dean')
  await setRights(w, dean, { roles: ['user', 'admin'] })
})

const set = async (status: TenantRecord['status'], statusMessage = ''): Promise<void> => {
  const change = { tenantKey: w.home, at: w.clock.now(), change: () => ({ status, statusMessage }) }
  await changeSchool(w.table(), { ...change, also: () => [] })
  w.clock.advance(2.1)
}

const page = { headers: { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' } }

describe('a school that is closed', () => {
  // rules/http 6
  it.each(['maintenance', 'coming_soon'] as const)(
    'for %s says so, to people and to programs',
    async (status) => {
      await set(status)
      const reply = await ada.listSessions()
      expect([reply.status, reply.body]).toEqual([200, expect.anything()])
      expect(await ada.getUserByUsername({ username: 'ada' })).toMatchObject({
        status: 503,
        body: {
          success: false,
          message: `Tenant ${w.home} is currently unavailable.`,
          code: TenantUnavailable.code,
          data: { status, tenant: w.home },
        },
      })
      const gone = await ada.request('users', 'GET', '/get-user', page)
      expect([gone.status, gone.headers.location, gone.headers['cache-control']]).toEqual([
        302,
        '/tenant-status',
        'no-store',
      ])
    },
  )

  it('gives its own words', async () => {
    await set('maintenance', 'Back at <b>noon</b>')
    expect((await ada.getUserByUsername({ username: 'ada' })).body.message).toBe('Back at <b>noon</b>')
    const shown = await w.device().showTenantStatus({}, page)
    expect(shown.body).toContain('Back at &lt;b&gt;noon&lt;/b&gt;')
    expect(shown.body).not.toContain('<b>')
    expect(shown.body).toContain('Ask them when it opens.')
    expect(shown.body).toContain('is closed for now</bdi></h1>')
    await set('coming_soon')
    expect((await w.device().showTenantStatus({}, page)).body).toContain('opens soon</bdi></h1>')
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/)
  })

  // rules/tenants 9
  it('is closed from one request to the next, at the latest after two seconds', async () => {
    expect((await ada.getUserByUsername({ username: 'ada' })).status).not.toBe(503)
    await set('maintenance')
    expect((await ada.getUserByUsername({ username: 'ada' })).status).toBe(503)
    await set('active')
    expect((await ada.getUserByUsername({ username: 'ada' })).status).not.toBe(503)
  })

  // Whoever closes a school would otherwise wake whoever watches the stage.
  it('is no fault of the platform', async () => {
    await set('maintenance')
    expect((await ada.getUserByUsername({ username: 'ada' })).status).toBe(503)
    expect(w.logs.at(-1)).toMatchObject({ status: 503, measured: { Faults: 0, Refusals: 1 } })
  })

  // rules/http 6, rules/tenants 7
  it('lets its administrators in, everywhere, and nobody else', async () => {
    await set('maintenance')
    const host = `${w.home}.localhost`
    for (const access of ['anyone', 'optional', 'caller', 'member'] as const) {
      const { send } = probe(w.runtime, { access, method: 'GET' }, host)
      expect([access, (await send(bearer(dean.accessToken))).status]).toEqual([access, 200])
      const others = [await send(bearer(ada.jar.get('accessToken') ?? '')), await send()]
      expect(others.map(({ status, body }) => [status, body.code])).toEqual([
        [503, TenantUnavailable.code],
        [503, TenantUnavailable.code],
      ])
    }
  })

  it('tells clients that can renew their token to do so, so that administrators stay in', async () => {
    await set('maintenance')
    const { send } = probe(w.runtime, { access: 'member', method: 'GET' }, `${w.home}.localhost`)
    const cookies = [`refreshToken=${dean.refreshToken}`]
    expect((await send({ cookies })).body.code).toBe('NO_TOKEN')
    w.clock.advance(1000)
    expect((await send(bearer(dean.accessToken))).body.code).toBe('TOKEN_EXPIRED')
  })

  // rules/tenants 8
  it('lets everybody sign in and out, and see why it is closed', async () => {
    const device = w.device()
    const { email } = await signedIn(w, 'newcomer')
    await set('maintenance')
    const replies = [
      await device.login({ email, password }),
      await device.validateToken(),
      await device.refreshToken(),
      await device.getTenantConfig(),
      await device.getSigningKeys(),
      await device.showTenantStatus(),
      await device.request('saml', 'GET', '/auth/saml/metadata'),
      await device.forgotPassword({ email }),
      await device.logout(),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })

  it('leaves its sister alone', async () => {
    await set('maintenance')
    expect((await ada.on(w.sister).validateToken()).status).toBe(200)
    const { send } = probe(w.runtime, { access: 'anyone', method: 'GET' }, `${w.sister}.localhost`)
    expect((await send()).status).toBe(200)
  })

  // rules/tenants 10
  it('takes no new members who come to join', async () => {
    await set('coming_soon')
    const guest = w.device({ tenant: w.sister })
    await guest.register({ email: w.email('gil'), password })
    expect((await guest.on(w.home).joinTenant()).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a hidden school', () => {
  // rules/tenants 11
  it('is open to those who know its address', async () => {
    await set('hidden')
    expect((await ada.getUserByUsername({ username: 'ada' })).status).not.toBe(503)
    expect((await w.device().showTenantStatus()).body).toContain('is open')
  })
})
