import { describe, expect, it } from 'vitest'
import { apex, hostileOrigins, stage } from './hostile-origins.ts'
import { baseDomain, hostOf, originAt } from './production.ts'
import { password, signedIn, watched } from './watched.ts'

describe('the own origin', () => {
  it('writes by cookie and reads the answer', async () => {
    const { w, ada, at } = await stage()
    const headers = { origin: originAt(w.home) }
    const reply = await ada.device.createPlant({ id: 1, name: 'Fern' }, { ...at, headers })
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': originAt(w.home),
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  })

  it('reads failures too, so that its pages know what to do', async () => {
    const { w, at } = await stage()
    for (const origin of [originAt(w.home), originAt(w.sister), apex]) {
      const reply = await w.device().validateToken({}, { ...at, headers: { origin } })
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([401, origin])
    }
  })

  it.each([baseDomain, `www.${baseDomain}`])('on the platform host %s signs in', async (host) => {
    const { w, ada } = await stage()
    const headers = { origin: `https://${host}` }
    const reply = await w.device().login({ email: ada.email, password, school: w.home }, { host, headers })
    expect(reply.status).toBe(200)
  })
})

describe('the apex', () => {
  it('joins and refreshes, and does nothing else by cookie', async () => {
    const { w, ada } = await stage()
    const call = { host: hostOf(w.sister), headers: { origin: apex } }
    expect((await ada.device.refreshToken({}, call)).status).toBe(200)
    const joined = await ada.device.joinTenant({}, call)
    expect([joined.status, joined.headers['access-control-allow-origin']]).toEqual([200, apex])
    expect((await ada.device.createPlant({ id: 1, name: 'Fern' }, call)).body.message).toMatch(/another site/)
    expect((await ada.device.logout({}, call)).body.code).toBe('CROSS_SITE')
  })
})

describe('a sister school', () => {
  it('may read with credentials as long as the registry knows it', async () => {
    const { w, ada, at } = await stage()
    const sister = { ...at, headers: { origin: originAt(w.sister) } }
    const unknown = { ...at, headers: { origin: originAt(`${w.sister}z`) } }
    const read = await ada.device.validateToken({}, sister)
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, originAt(w.sister)])
    const strange = await ada.device.validateToken({}, unknown)
    expect(strange.headers['access-control-allow-origin']).toBeUndefined()
    expect(strange.headers['access-control-allow-credentials']).toBeUndefined()
  })
})

describe('a preflight', () => {
  it('is 204 for the own origin, the apex and a sister school', async () => {
    const { w, at } = await stage()
    for (const origin of [originAt(w.home), apex, `https://www.${baseDomain}`, originAt(w.sister)]) {
      const reply = await w.device().request('auth', 'OPTIONS', '/login', { ...at, headers: { origin } })
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([204, origin])
      expect(reply.headers['access-control-allow-headers']).not.toContain('*')
    }
  })

  it('is 403 without CORS headers for everybody else', async () => {
    const { w, at } = await stage()
    for (const origin of hostileOrigins(w.home, w.sister)) {
      const reply = await w.device().request('auth', 'OPTIONS', '/login', { ...at, headers: { origin } })
      expect([origin, reply.status]).toEqual([origin, 403])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect((await w.device().request('auth', 'OPTIONS', '/login', at)).status).toBe(403)
  })
})

describe('in development', () => {
  it('any loopback origin passes, and only those', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const at = async (origin: string) =>
      (await ada.device.createPlant({ id: 1, name: 'Fern' }, { headers: { origin } })).status
    for (const origin of [
      'http://localhost:3000',
      'http://x.localhost',
      'http://127.0.0.1:5173',
      'http://[::1]:1',
    ])
      expect(await at(origin)).toBe(200)
    for (const origin of [
      'http://localhost.evil.example',
      'http://localhost:3000.evil.example',
      'http://evillocalhost',
      'http://127.0.0.1.evil.example',
      'http://localhost@evil.example',
      'https://evil.example#http://localhost',
      'null',
    ])
      expect([origin, await at(origin)]).toEqual([origin, 403])
  })
})
