import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import type { Keeper, Settings, Tokens } from '../../infra/client/outcome.ts'
import { pages } from '../../infra/client/pages.ts'
import { clientPackage, forPrograms } from '../../infra/derive/client/package.ts'
import { schemaNames } from '../../infra/derive/openapi/openapi.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { buildClient } from './built.ts'
import { type Served, served } from './served.ts'

const password = 'correct horse battery'
const { quad, files, remove } = await buildClient()
afterAll(remove)

const place = {} as Served

beforeAll(async () => {
  const found = await served()
  Object.assign(place, { ...found, origin: `http://127.0.0.1:${found.port}` })
})

afterAll(() => place.close())

type Held = Keeper & { tokens: Tokens | undefined }
const keeper = (): Held => {
  const held: Held = {
    tokens: undefined,
    read: () => held.tokens,
    write: (tokens) => {
      held.tokens = tokens
    },
  }
  return held
}

/** A client that notes which requests it sends. */
const client = (more: Partial<Settings> = {}) => {
  const sent: string[] = []
  const noting: typeof fetch = (input, init) => {
    sent.push(`${init?.method} ${new URL(String(input)).pathname}`)
    return (more.fetch ?? fetch)(input, init)
  }
  return { sent, api: quad({ origin: place.origin, ...more, fetch: noting }) }
}

const native = async (name: string) => {
  const held = keeper()
  const ended: string[] = []
  const made = client({ native: held, signedOut: () => void ended.push(name) })
  const email = place.w.email(name)
  const registered = await made.api.auth.register({ email, password, username: name })
  return { ...made, held, ended, email, registered }
}

const expire = (): void => place.w.clock.advance(place.w.runtime.settings.ACCESS_TOKEN_TTL + 1)

describe('the client', () => {
  it('is made the same way twice, with every operation that is no page', async () => {
    const names = await schemaNames(routes)
    expect([...(await clientPackage(routes, names))]).toEqual([...files])
    const api: Record<string, object> = quad({ origin: 'http://localhost' })
    const operations = Object.values(api).flatMap((domain) => Object.keys(domain))
    const rows = routesOf(forPrograms(routes)).filter(({ row, path }) => row.path === path)
    expect(operations.sort()).toEqual(rows.map(({ operation }) => operation).sort())
  })

  it('tells refusals apart by their code', async () => {
    const { api } = client()
    expect(await api.users.getUser({ userId: 'nobody' })).toMatchObject({
      ok: false,
      status: 401,
      code: 'NO_TOKEN',
      message: 'No access token provided',
    })
  })
})

describe('signed in', () => {
  it('natively keeps tokens and shows them', async () => {
    const { api, held, registered, email } = await native('nadia')
    expect(registered).toMatchObject({ ok: true, status: 201, data: { user: { email } } })
    expect(held.tokens).toEqual({ accessToken: expect.any(String), refreshToken: expect.any(String) })
    expect(await api.auth.validateToken()).toMatchObject({ ok: true, data: { communities: [place.w.home] } })
    expect(await api.auth.logout()).toMatchObject({ ok: true })
    expect(held.tokens).toBeUndefined()
    expect(await api.auth.validateToken()).toMatchObject({ ok: false, code: 'NO_TOKEN' })
  })

  it('refreshes once for all calls of a moment, and sends each again', async () => {
    const { api, held, sent } = await native('rosa')
    const before = held.tokens
    expire()
    sent.length = 0
    const all = await Promise.all(Array.from({ length: 10 }, () => api.sessions.listSessions()))
    expect(all.map(({ ok }) => ok)).toEqual(all.map(() => true))
    expect(sent.filter((line) => line === 'POST /refresh-token')).toHaveLength(1)
    expect(sent.filter((line) => line === 'GET /sessions')).toHaveLength(20)
    expect(held.tokens?.accessToken).not.toBe(before?.accessToken)
    expire()
    expect((await api.sessions.listSessions()).ok).toBe(true)
  })

  it('says that the session has ended, and does not try for ever', async () => {
    const { api, held, sent, ended, email } = await native('enid')
    const other = client({ native: keeper() })
    await other.api.auth.login({ email, password })
    expect(await other.api.sessions.revokeAllOtherSessions()).toMatchObject({ ok: true })
    sent.length = 0
    const outcome = await api.auth.validateToken()
    expect(outcome).toMatchObject({ ok: false, status: 401, code: 'SESSION_REVOKED' })
    expect(sent).toEqual(['GET /validate-token', 'POST /refresh-token'])
    expect([held.tokens, ended]).toEqual([undefined, ['enid']])
  })

  it('in a browser leaves tokens to the cookies', async () => {
    const jar = new Map<string, string>()
    const browser: typeof fetch = async (input, init) => {
      expect(init?.credentials).toBe('include')
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { ...(init?.headers as Record<string, string>), ...(cookie ? { cookie } : {}) }
      const response = await fetch(input, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      return response
    }
    const { api, sent } = client({ fetch: browser })
    const email = place.w.email('bruno')
    expect((await api.auth.register({ email, password })).ok).toBe(true)
    expect([...jar.keys()].sort()).toEqual(['accessToken', 'knownDevice', 'refreshToken'])
    expire()
    expect(await api.auth.validateToken()).toMatchObject({ ok: true, data: { user: { email } } })
    expect(sent.filter((line) => line === 'POST /refresh-token')).toHaveLength(1)
    expire()
    // rules/auth 24
    expect(await api.events.listFutureEvents()).toMatchObject({ ok: true })
    expect(sent.slice(-2)).toEqual(['GET /validate-token', 'GET /get-future-events'])
    expect(place.w.logs.at(-1)).toMatchObject({
      operation: 'events.listFutureEvents',
      caller: expect.any(String),
    })
  })

  it('sends queries, paths and files where they belong', async () => {
    const { api, registered } = await native('petra')
    if (!registered.ok) throw new Error(registered.message)
    const userId = registered.data.user?._id ?? ''
    expect(await api.users.getUser({ userId })).toMatchObject({
      ok: true,
      data: { user: { username: 'petra' } },
    })
    const gone = await api.sessions.revokeSession({ sessionId: 'none such?#%' })
    expect(gone).toMatchObject({ ok: false, status: 404, message: expect.stringContaining('Session') })
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const uploaded = await api.users.uploadUserImage({ image: new Blob([pixel], { type: 'image/png' }) })
    expect(uploaded).toMatchObject({ ok: true, data: { imageUrl: expect.stringContaining('http') } })
    expect(await api.users.checkUsername({ username: 'petra' })).toMatchObject({ ok: true })
  })

  it('writes numbers, flags, times, objects and lists into the query', async () => {
    const { api } = await native('quentin')
    const day = 24 * 3600 * 1000
    const start = place.w.clock.now()
    const filter = { type: { $in: ['Social'] } }
    expect(await api.events.listFutureEvents({ limit: 2, filter })).toMatchObject({
      data: { events: place.events.slice(0, 2).map((name) => ({ name })) },
    })
    const end = new Date(start.getTime() + 10 * day)
    expect(await api.events.listEventsBetween({ start, end, filter })).toMatchObject({ ok: true })
    expect(await api.organizations.listOrganizations({ exhaustive: true })).toMatchObject({ ok: true })
    const found = await api.users.searchUsers({ query: 'quentin', excludeIds: ['nobody'], limit: 1, skip: 0 })
    expect(found).toMatchObject({ ok: true, data: { data: [{ username: 'quentin' }] } })
  })

  it('reads a list page after page', async () => {
    const { api } = await native('pagea')
    for (const name of ['pageb', 'pagec']) await native(name)
    const found: string[] = []
    for await (const page of pages(api.users.searchUsers, { query: 'page', limit: '1' })) {
      expect(page.ok).toBe(true)
      if (page.ok) found.push(...page.data.data.map(({ username }) => username))
    }
    expect(found).toEqual(['pagea', 'pageb', 'pagec'])
    const nobody = client()
    for await (const page of pages(nobody.api.users.searchUsers, { query: 'page' }))
      expect(page).toMatchObject({ ok: false, code: 'NO_TOKEN' })
  })
})
