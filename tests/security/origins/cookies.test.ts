import { describe, expect, it } from 'vitest'
import { knownDeviceSeconds } from '../../../lib/identity/session/known-device.ts'
import { admins } from '../../support/administrators.ts'
import type { Reply } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import { hostOf, originAt, productionWorld } from '../production.ts'
import { bearer, password, secret, signedIn, watched } from '../watched.ts'

const flagsOf = (cookies: readonly string[]) =>
  Object.fromEntries(
    cookies.map((line) => {
      const [pair = '', ...flags] = line.split('; ')
      return [pair.slice(0, pair.indexOf('=')), flags.sort()]
    }),
  )

const registration = (email: string) => ({ email: secret(email), password })

describe('cookies in production', () => {
  it.each([
    ['strict', 'SameSite=Strict'],
    ['lax', 'SameSite=Lax'],
  ])('with COOKIE_SAMESITE=%s carry every flag and the age of their tokens', async (sameSite, flag) => {
    const w = await productionWorld({ COOKIE_SAMESITE: sameSite, ACCESS_TOKEN_TTL: '600' })
    const ada = w.device()
    const reply = await ada.register(registration(w.email('ada')), { host: hostOf(w.home) })
    const always = ['Path=/', 'HttpOnly', 'Secure', flag, 'Domain=.quad.example']
    const wanted = {
      accessToken: [...always, 'Max-Age=600'].sort(),
      refreshToken: [...always, 'Max-Age=2592000'].sort(),
    }
    const knownDevice = [...always, `Max-Age=${knownDeviceSeconds}`].sort()
    expect(flagsOf(reply.cookies)).toEqual({ ...wanted, knownDevice })
    w.clock.advance(1000)
    const refreshed = await ada.refreshToken({}, { host: hostOf(w.home) })
    expect(flagsOf(refreshed.cookies)).toEqual({
      ...wanted,
      refreshToken: [...always, 'Max-Age=2591000'].sort(),
    })
    const left = await ada.logout({}, { host: hostOf(w.home) })
    expect(flagsOf(left.cookies)).toEqual({
      accessToken: [...always, 'Max-Age=0'].sort(),
      refreshToken: [...always, 'Max-Age=0'].sort(),
    })
  })

  it('never outlive the session, whatever the settings say', async () => {
    const w = await productionWorld({ REFRESH_TOKEN_TTL: '31536000', ACCESS_TOKEN_TTL: '31536000' })
    const reply = await w.device().register(registration(w.email('ada')), { host: hostOf(w.home) })
    const ages = reply.cookies.map((line) => /Max-Age=(\d+)/.exec(line)?.[1])
    // What knows the device again opens nothing.
    expect(ages).toEqual(['2592000', '2592000', String(knownDeviceSeconds)])
  })

  // rules/http 16
  it('have the domain of the settings, never that of the request', async () => {
    const w = await productionWorld({ COOKIE_DOMAIN: '' })
    const reply = await w
      .device()
      .register(registration(w.email('ada')), { host: hostOf(w.home), headers: { host: 'evil.example' } })
    expect(reply.status).toBe(201)
    expect(reply.cookies.join()).not.toMatch(/Domain|evil/)
  })

  it('come with headers that keep answers out of frames, caches and plain http', async () => {
    const w = await productionWorld()
    const reply = await w.device().register(registration(w.email('ada')), { host: hostOf(w.home) })
    expect(reply.headers).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })
})

describe('cookies in development', () => {
  it('have neither Secure nor a domain', async () => {
    const w = await watched()
    const reply = await w.device().register(registration(w.email('ada')))
    expect(reply.cookies.every((line) => /HttpOnly/.test(line) && /SameSite=Lax/.test(line))).toBe(true)
    expect(reply.cookies.join()).not.toMatch(/Secure|Domain|Strict/)
  })
})

describe('native clients', () => {
  // rules/http 17
  it('get no cookie at any operation that hands out tokens', async () => {
    const w = await watched()
    const phone = w.device({ headers: { 'x-client': 'mobile' } })
    const signed = await phone.register(registration(w.email('ada')))
    const { accessToken, refreshToken } = signed.body.data
    const replies = [
      signed,
      await phone.login(registration(w.email('ada'))),
      await phone.refreshToken({}, { headers: { 'x-refresh-token': refreshToken } }),
      await phone.refreshToken({}, bearer(refreshToken)),
      await phone.on(w.sister).joinTenant(
        {},
        {
          headers: { ...bearer(accessToken).headers, 'x-refresh-token': refreshToken },
        },
      ),
    ]
    expect(replies.map(({ status, cookies }) => [status < 300, cookies.length])).toEqual(
      replies.map(() => [true, 0]),
    )
    expect(replies.every(({ body }) => JSON.stringify(body).includes('"accessToken":"eyJ'))).toBe(true)
  })

  it('and programs read their new tokens where they showed the refresh token', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const byHeader = await w.device().refreshToken({}, { headers: { 'x-refresh-token': ada.refreshToken } })
    expect([byHeader.body.accessToken, byHeader.body.refreshToken].every((token) => /^eyJ/.test(token))).toBe(
      true,
    )
    expect(byHeader.cookies).toEqual([])
    const byCookie = await ada.device.refreshToken({}, bearer('expired'))
    expect([byCookie.status, byCookie.cookies.length]).toEqual([200, 2])
    expect(JSON.stringify(byCookie.body)).not.toContain('eyJ')
  })

  it('that do not show it are given none, join all the same, and act for nobody', async () => {
    const { w, dean } = await admins()
    const phone = w.device({ headers: { 'x-client': 'mobile' } })
    const { accessToken, refreshToken } = (await phone.login({ email: dean.email, password })).body.data
    const joined = await phone.on(w.sister).joinTenant({}, bearer(accessToken))
    expect([joined.status, joined.cookies, JSON.stringify(joined.body).includes('eyJ')]).toEqual([
      200,
      [],
      false,
    ])
    const { _id: identifier } = (await registered(w, 'ada')).user
    const blind = await phone.impersonateUser({ identifier }, bearer(accessToken))
    expect([blind.status, blind.body.code]).toEqual([401, 'NO_REFRESH_TOKEN'])
    const shown = { headers: { ...bearer(accessToken).headers, 'x-refresh-token': refreshToken } }
    const lent = (await phone.impersonateUser({ identifier }, shown)).body.data
    const stopped = await phone.stopImpersonation({}, bearer(lent.accessToken))
    expect(stopped.body).toEqual({ success: true, message: 'Impersonation ended' })
    w.clock.advance(3600)
    const own = await phone.refreshToken({}, { headers: { 'x-refresh-token': refreshToken } })
    expect(own.status).toBe(200)
  })
})

describe('a page', () => {
  it.each([
    ['X-Client: mobile', { 'x-client': 'mobile' }],
    ['a bearer', { authorization: 'Bearer nonsense' }],
  ])('cannot have the tokens of its cookies read out by sending %s', async (_, headers) => {
    const w = await productionWorld()
    const ada = w.device()
    await ada.register(registration(w.email('ada')), { host: hostOf(w.home) })
    const pages: Record<string, string>[] = [
      { origin: originAt(w.home) },
      { 'sec-fetch-site': 'same-origin' },
    ]
    for (const page of pages) {
      const reply = await ada.refreshToken({}, { host: hostOf(w.home), headers: { ...headers, ...page } })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ success: true, message: 'Token refreshed successfully' })
      expect(reply.cookies).toHaveLength(2)
    }
  })
})

describe('two cookies of one name', () => {
  const both = (name: string, first: string, second: string) => [
    [`${name}=${first}`, `${name}=${second}`],
    [`${name}=${first}; ${name}=${second}`],
    [`${name}=${first}; other=x`, ` ${name} =${second}`],
  ]

  // rules/http 10
  it('are refused in either order, however they arrive', async () => {
    const w = await watched()
    const ada = await signedIn(w, 'ada')
    const bob = await signedIn(w, 'bob')
    const answers: unknown[] = []
    const note = ({ status, body }: Reply) => answers.push([status, body.code])
    for (const [one, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      for (const cookies of both('accessToken', one.accessToken, other.accessToken)) {
        note(await w.device().validateToken({}, { cookies }))
        const headers = { cookie: cookies.join('; ') }
        note(await w.device().validateToken({}, { cookies: [], headers }))
      }
      for (const cookies of both('refreshToken', one.refreshToken, other.refreshToken)) {
        note(await w.device().refreshToken({}, { cookies }))
        const headers = { cookie: cookies.join('; ') }
        note(await w.device().refreshToken({}, { cookies: [], headers }))
      }
    }
    expect(answers).toEqual(Array.from({ length: 24 }, () => [401, 'INVALID_TOKEN']))
    expect((await ada.device.refreshToken()).status).toBe(200)
  })

  it('do not disturb a bearer', async () => {
    const w = await watched()
    const ada = await signedIn(w, 'ada')
    const cookies = ['accessToken=a', 'accessToken=b']
    expect((await w.device().validateToken({}, { ...bearer(ada.accessToken), cookies })).status).toBe(200)
  })

  it('with one empty value are refused too', async () => {
    const w = await watched()
    const ada = await signedIn(w, 'ada')
    const cookies = ['accessToken=', `accessToken=${ada.accessToken}`]
    expect((await w.device().validateToken({}, { cookies })).status).toBe(401)
  })
})
