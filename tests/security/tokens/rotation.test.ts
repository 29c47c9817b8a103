import { describe, expect, it } from 'vitest'
import { signingKey } from '../../../lib/identity/person/records.ts'
import { issuer } from '../../../lib/identity/session/issuer.ts'
import { keyPair } from '../../../lib/identity/token/keys.ts'
import { verifier } from '../../../lib/identity/token/verifier.ts'
import type { AgentOptions } from '../../support/agent.ts'
import { testSecret } from '../../support/world.ts'
import { deviceOn } from '../platforms.ts'
import { bearer, type Person, password, signedIn, watched } from '../watched.ts'
import { mint, partsOf } from './forge.ts'

const oldSecret = testSecret

/** The platform before, during and after a rotation, as processes that have just started. */
const stage = async (next: string) => {
  const w = await watched()
  const people = await Promise.all(['ada', 'bob', 'eve'].map((name) => signedIn(w, name)))
  const started = (ring: readonly string[]) => ({
    issuer: issuer({ ring: async () => ring }, w.runtime.settings.REFRESH_TOKEN_TTL),
    verifier: verifier(),
  })
  const during = started([next, oldSecret])
  const after = started([next])
  const on = (runtime: ReturnType<typeof started>, options?: AgentOptions) => deviceOn(w, runtime, options)
  const holding = (runtime: ReturnType<typeof started>, { device }: Person) =>
    on(runtime, { jar: new Map(device.jar) })
  return { w, people, during, after, on, holding }
}

const kidOf = (token: string | undefined) => partsOf(token ?? '').header.kid

describe('a rotation of the signing secret', () => {
  // rules/identity 55
  it('signs nobody out: old tokens count, and are exchanged for new ones', async () => {
    const next = 'the next secret, first test'
    const { w, people, during, after, holding } = await stage(next)
    const devices = people.map((person) => ({ person, device: holding(during, person) }))
    for (const { person, device } of devices) {
      expect(kidOf(person.accessToken)).toBe(keyPair(oldSecret, 'access').kid)
      expect((await device.validateToken()).status).toBe(200)
      w.clock.advance(301)
      const refreshed = await device.refreshToken()
      expect(refreshed.status).toBe(200)
      expect(kidOf(device.jar.get('accessToken'))).toBe(keyPair(next, 'access').kid)
      expect(kidOf(device.jar.get('refreshToken'))).toBe(keyPair(next, 'refresh').kid)
      expect((await device.validateToken()).status).toBe(200)
    }
    for (const { device } of devices) {
      const later = deviceOn(w, after, { jar: device.jar })
      expect((await later.validateToken()).status).toBe(200)
      expect((await later.refreshToken()).status).toBe(200)
      expect((await later.listSessions()).body.data.sessions).toHaveLength(1)
    }
  })

  it('is known at once to processes that started before it', async () => {
    const next = 'the next secret, second test'
    const { w, people, during, holding } = await stage(next)
    const [ada] = people as [Person]
    const device = holding(during, ada)
    await device.refreshToken()
    const old = deviceOn(w, {}, { jar: new Map(device.jar) })
    expect((await old.validateToken()).status).toBe(200)
  })

  it('publishes the public halves of access keys, and only those', async () => {
    const next = 'the next secret, third test'
    const { w, during, on } = await stage(next)
    await on(during).login({ email: w.email('ada'), password })
    const { keys } = (await w.device().getSigningKeys()).body
    const kids = keys.map(({ kid }: { kid: string }) => kid)
    expect(kids).toEqual(
      expect.arrayContaining([keyPair(oldSecret, 'access').kid, keyPair(next, 'access').kid]),
    )
    expect(kids.filter((kid: string) => !kid.startsWith('access-'))).toEqual([])
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    expect(JSON.stringify(keys)).not.toMatch(/"d"|secret/)
  })

  // rules/identity 55
  it('ends when the old secret leaves the ring: its keys go, and tokens under them are 401', async () => {
    const next = 'the next secret, fourth test'
    const { w, people, during, after, on, holding } = await stage(next)
    const [ada] = people as [Person]
    const kept = async () => {
      const { items } = await w.table().list(signingKey, { keyParams: {}, limit: 100, strong: true })
      return items.map(({ kid }) => kid)
    }
    const old = [keyPair(oldSecret, 'access').kid, keyPair(oldSecret, 'refresh').kid]
    w.clock.advance(60)
    const signIn = (runtime: typeof during) => on(runtime).login({ email: w.email('ada'), password })
    await signIn(during)
    expect(await kept()).toEqual(expect.arrayContaining(old))
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await holding(after, ada).refreshToken()).body.code).toBe('INVALID_REFRESH_TOKEN')
    await signIn(after)
    const left = await kept()
    expect(left).toEqual(expect.arrayContaining([keyPair(next, 'access').kid, keyPair(next, 'refresh').kid]))
    expect(left.filter((kid) => old.includes(kid))).toEqual([])
    const fresh = deviceOn(w, { verifier: verifier() })
    expect((await fresh.validateToken({}, bearer(ada.accessToken))).body.code).toBe('INVALID_TOKEN')
    w.clock.advance(301)
    expect((await w.device().validateToken({}, bearer(ada.accessToken))).body.code).toBe('INVALID_TOKEN')
  })

  it('is not undone by a process that has not heard of it', async () => {
    const next = 'the next secret, sixth test'
    const { w, during, on } = await stage(next)
    w.clock.advance(3600)
    await on(during).login({ email: w.email('ada'), password })
    await w.device().login({ email: w.email('bob'), password })
    const { kid } = keyPair(next, 'access')
    expect(await w.table().get(signingKey, { kid }, { strong: true })).toBeDefined()
  })

  it('takes no key that the table does not hold', async () => {
    const { w, people } = await stage('the next secret, fifth test')
    const [ada] = people as [Person]
    const { header, payload } = partsOf(ada.accessToken)
    const unknown = keyPair('a secret that was never in the ring', 'access')
    const token = mint({ header: { ...header, kid: unknown.kid }, payload }, unknown.privateKey)
    expect((await w.device().validateToken({}, bearer(token))).body.code).toBe('INVALID_TOKEN')
  })
})
