import { describe, expect, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import { invocationOf } from '../../../infra/invocation.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { NoSuchRoute } from '../../../lib/contract/failures.ts'
import type { Contract, Row } from '../../../lib/contract/row.ts'
import { serve } from '../../../lib/http/serve.ts'
import type { World } from '../../support/world.ts'
import { baseDomain, hostOf, originAt } from '../production.ts'
import { password, signedIn, watched } from '../watched.ts'
import { apex, hostileOrigins, stage } from './hostile-origins.ts'

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
  // rules/http 13
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

/** The operations of a domain in the real pipeline, where whatever gets through fails. */
const doorOf = (w: World, contract: Contract) => {
  const operations = new Proxy({}, { get: () => async () => fail(NoSuchRoute) })
  const handler = serve(contract, operations as never, () => w.runtime)
  return async (method: string, path: string, host: string, headers: Record<string, string>) => {
    const call = { method, path, host, headers, requestId: 'cors', at: w.clock.now() }
    return (await handler(invocationOf(call))).headers
  }
}

const hostsOf = (w: World, { host = 'tenant' }: Row): string[] => [
  ...(host === 'platform' ? [] : [hostOf(w.home)]),
  ...(host === 'tenant' ? [] : [baseDomain]),
]

const placesOf = (w: World, { rows }: Contract) =>
  Object.values(rows).flatMap((row) =>
    [row.path, ...(row.aliases ?? [])].flatMap((path) =>
      hostsOf(w, row).map((host) => ({ row, path: path.replaceAll(/:\w+/g, 'x'), host })),
    ),
  )

const everyContract = Object.values<Contract>(contracts).map(
  (contract) => [contract.domain, contract] as const,
)

describe('pages of a sister school', () => {
  it.each(everyContract)(
    'read with credentials what leads from one school to another, and nothing else: %s',
    async (_, contract) => {
      const { w } = await stage()
      const ask = doorOf(w, contract)
      const wrong: string[] = []
      for (const { row, path, host } of placesOf(w, contract)) {
        for (const origin of [originAt(w.sister), originAt(`${w.sister}z`), originAt(w.home), apex]) {
          const asked = { 'access-control-request-method': row.method, origin }
          const read = [
            await ask(row.method, path, host, { origin }),
            await ask('OPTIONS', path, host, asked),
          ].map((headers) => headers['access-control-allow-origin'] === origin)
          const own = origin === apex || origin === `https://${host}`
          const sibling = row.siblings === true && origin !== originAt(`${w.sister}z`)
          const may = own || sibling
          if (read.some((one) => one !== may)) wrong.push(`${row.method} ${path} ${host} ${origin}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  // rules/http 15
  it('are named by the contract: these and no more', () => {
    const named = everyContract.flatMap(([, { rows }]) =>
      Object.entries(rows).flatMap(([operation, row]) => (row.siblings ? [operation] : [])),
    )
    expect(named.sort()).toEqual(
      ['getTenantConfig', 'joinTenant', 'refreshToken', 'selectSchool', 'validateToken'].sort(),
    )
  })

  // rules/http 15
  it('may read those as long as the registry knows the school', async () => {
    const { w, ada, at } = await stage()
    const sister = { ...at, headers: { origin: originAt(w.sister) } }
    const unknown = { ...at, headers: { origin: originAt(`${w.sister}z`) } }
    const read = await ada.device.validateToken({}, sister)
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, originAt(w.sister)])
    const strange = await ada.device.validateToken({}, unknown)
    expect(strange.headers['access-control-allow-origin']).toBeUndefined()
    expect(strange.headers['access-control-allow-credentials']).toBeUndefined()
    for (const reply of [await ada.device.refreshToken({}, sister), await ada.device.joinTenant({}, sister)])
      expect([reply.body.code, reply.headers['access-control-allow-origin'], reply.cookies]).toEqual([
        'CROSS_SITE',
        originAt(w.sister),
        [],
      ])
    const other = await ada.device.listSessions({}, sister)
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([200, undefined])
  })
})

describe('a preflight', () => {
  it('is 204 for the own origin and the apex', async () => {
    const { w, at } = await stage()
    for (const origin of [originAt(w.home), apex, `https://www.${baseDomain}`]) {
      const reply = await w.device().request('auth', 'OPTIONS', '/login', { ...at, headers: { origin } })
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([204, origin])
      expect(reply.headers['access-control-allow-headers']).not.toContain('*')
    }
  })

  it('is 403 without CORS headers for everybody else', async () => {
    const { w, at } = await stage()
    for (const origin of [...hostileOrigins(w.home, w.sister), originAt(w.sister)]) {
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
