import { describe, expect, it } from 'vitest'
import { originAt } from '../production.ts'
import { rowsOf } from '../rows.ts'
import { bearer, password, secret } from '../watched.ts'
import { hostileOrigins, stage } from './hostile-origins.ts'

const writes = ['refreshToken', 'logout', 'revokeAllOtherSessions', 'joinTenant', 'createPlant'] as const
const inputs = { createPlant: { id: 1, name: 'Monstera' } } as Record<string, object>

describe('a hostile origin', () => {
  // rules/http 13
  it('changes nothing by cookie and reads nothing, at any write', async () => {
    const { w, ada, at } = await stage()
    const before = await rowsOf(w, ada.globalUserId)
    const changed: string[] = []
    const echoed: string[] = []
    for (const origin of [...hostileOrigins(w.home, w.sister), originAt(w.sister)]) {
      for (const operation of writes) {
        const reply = await ada.device[operation](inputs[operation] ?? {}, { ...at, headers: { origin } })
        if (reply.status !== 403 || !/another site/.test(reply.body.message) || reply.cookies.length > 0)
          changed.push(`${operation} ${origin} ${reply.status}`)
        const echo = reply.headers['access-control-allow-origin']
        if (echo !== undefined && origin !== originAt(w.sister)) echoed.push(`${origin} ${echo}`)
        expect(reply.headers.vary).toBe('Origin')
      }
    }
    expect([changed, echoed]).toEqual([[], []])
    expect(await rowsOf(w, ada.globalUserId)).toEqual(before)
  })

  // rules/http 14
  it('may send a bearer, which no site can make a browser send', async () => {
    const { w, ada, at } = await stage()
    for (const origin of ['https://evil.example', originAt(w.sister)]) {
      const headers = { origin, authorization: `Bearer ${ada.accessToken}` }
      const reply = await w.device().createPlant({ id: 2, name: 'Fern' }, { ...at, headers })
      expect(reply.status).toBe(200)
    }
  })

  it('is turned away by Sec-Fetch-Site when it leaves Origin out', async () => {
    const { w, ada, at } = await stage()
    for (const site of ['same-site', 'cross-site', 'SAME-ORIGIN', '']) {
      const reply = await ada.device.logout({}, { ...at, headers: { 'sec-fetch-site': site } })
      expect([reply.status, reply.body.code]).toEqual([403, 'CROSS_SITE'])
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}] as Record<
      string,
      string
    >[])
      expect((await ada.device.createPlant({ id: 3, name: 'Fern' }, { ...at, headers })).status).toBe(200)
    expect(w.logs.length).toBeGreaterThan(0)
  })

  it('cannot sign a visitor in as somebody else (login CSRF), whatever header it adds', async () => {
    const { w, ada, at } = await stage()
    const credentials = { email: ada.email, password }
    const extras: Record<string, string>[] = [
      {},
      bearer(ada.accessToken).headers,
      { 'x-refresh-token': ada.refreshToken },
    ]
    for (const origin of [originAt(w.sister), 'https://evil.example', 'null']) {
      for (const more of extras) {
        const headers: Record<string, string> = { origin, ...more }
        const visitor = w.device()
        const replies = [
          await visitor.login(credentials, { ...at, headers }),
          await visitor.register({ email: secret(w.email('eve')), password }, { ...at, headers }),
          await visitor.refreshToken({}, { ...at, headers }),
          await visitor.joinTenant({}, { ...at, headers }),
        ]
        expect(replies.flatMap(({ cookies }) => cookies)).toEqual([])
        expect(visitor.jar.size).toBe(0)
      }
    }
  })

  it('cannot use the cookies of a visitor by pretending to be a native client or to hold a bearer', async () => {
    const { w, ada, at } = await stage()
    const pretences: Record<string, string>[] = [
      { 'x-client': 'mobile' },
      { authorization: 'Bearer x' },
      { 'x-client': 'mobile', authorization: 'Bearer x' },
    ]
    for (const more of pretences) {
      const headers = { origin: originAt(w.sister), ...more }
      const reply = await ada.device.refreshToken({}, { ...at, headers })
      expect([reply.status, reply.body.code, reply.cookies]).toEqual([403, 'CROSS_SITE', []])
    }
  })

  it('cannot post a form in place of JSON', async () => {
    const { w, ada, at } = await stage()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type }
      const reply = await w
        .device()
        .login({}, { ...at, headers, raw: JSON.stringify({ email: ada.email, password }) })
      expect([reply.status, reply.cookies]).toEqual([415, []])
    }
  })
})
