import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAllowedUrl, openIdProviders } from '../../lib/gateways/openid.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

type Pages = Record<string, (issuer: string) => object | RequestListener>

/** A provider of our own making: what it answers by path, and what it was asked. */
const serving = async (pages: Pages) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    const page = pages[url]?.(issuer)
    if (page === undefined) response.writeHead(404).end()
    else if (typeof page === 'function') page(request, response)
    else response.end(JSON.stringify(page))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { issuer, asked }
}

const discovery = '/.well-known/openid-configuration'
const document = (issuer: string, more: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  code_challenge_methods_supported: ['plain', 'S256'],
  ...more,
})
const key = (kid: string) => ({ kty: 'EC', kid, crv: 'P-256' })

const clock = () => {
  const at = { now: 0 }
  return { at, now: () => at.now }
}

describe('a provider that is asked', () => {
  it('names its own places, once an hour', async () => {
    const { issuer, asked } = await serving({ [discovery]: document })
    const { at, now } = clock()
    const providers = openIdProviders(false, now)
    const places = { authorization: `${issuer}/authorize`, pkce: true }
    expect(await Promise.all([1, 2, 3].map(() => providers.endpoints(issuer)))).toMatchObject([
      places,
      places,
      places,
    ])
    at.now = 3_599_000
    await providers.endpoints(issuer)
    expect(asked).toEqual([discovery])
    at.now = 3_600_000
    await providers.endpoints(issuer)
    expect(asked).toEqual([discovery, discovery])
  })

  it.each<[string, object]>([
    ['calls itself something else', { issuer: 'https://accounts.google.com' }],
    ['leads out of this machine without https', { token_endpoint: 'http://provider.test/token' }],
    ['leads nowhere', { jwks_uri: 'no address' }],
    ['names no keys', { jwks_uri: undefined }],
  ])('is not believed when it %s', async (_, more) => {
    const { issuer } = await serving({ [discovery]: (own) => document(own, more) })
    expect(await openIdProviders(false, () => 0).endpoints(issuer)).toBeUndefined()
  })

  it.each<[string, (issuer: string) => object | RequestListener]>([
    ['answers nonsense', () => (_, response) => void response.end('<html>')],
    [
      'sends elsewhere',
      (own) => (_, response) => void response.writeHead(302, { location: `${own}/elsewhere` }).end(),
    ],
    ['answers more than 128 KB', (own) => document(own, { padding: 'x'.repeat(128 * 1024) })],
    ['hangs up', () => (request) => void request.destroy()],
    ['is broken', () => (_, response) => void response.writeHead(500).end('{}')],
  ])('counts as out of reach when it %s', async (_, page) => {
    const { issuer } = await serving({ [discovery]: page, '/elsewhere': document })
    const providers = openIdProviders(false, () => 0)
    expect(await providers.endpoints(issuer)).toBeUndefined()
    expect(await providers.keys(issuer, 'any')).toBeUndefined()
    expect(await providers.redeem(issuer, {})).toBeUndefined()
  })

  it('has five seconds', async () => {
    const { issuer } = await serving({ [discovery]: () => () => undefined })
    const { timeout } = AbortSignal
    const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(1))
    onTestFinished(() => patience.mockRestore())
    expect(await openIdProviders(false, () => 0).endpoints(issuer)).toBeUndefined()
    expect(patience.mock.calls).toEqual([[5000]])
  })

  it('has its keys read anew for an unknown one, once a minute', async () => {
    let published = ['one']
    const pages = {
      [discovery]: document,
      '/keys': () => ({ keys: [...published.map(key), { kty: 'RSA' }] }),
    }
    const { issuer, asked } = await serving(pages)
    const { at, now } = clock()
    const providers = openIdProviders(false, now)
    const kids = async (wanted: string) => (await providers.keys(issuer, wanted))?.map(({ kid }) => kid)
    expect(await kids('one')).toEqual(['one'])
    published = ['two']
    expect(await Promise.all(['two', 'three', 'four'].map(kids))).toEqual([['one'], ['one'], ['one']])
    at.now = 60_000
    expect(await Promise.all(['two', 'three', 'four'].map(kids))).toEqual([['two'], ['two'], ['two']])
    expect(asked.filter((path) => path === '/keys')).toHaveLength(2)
  })

  it('may be out of reach for a day', async () => {
    let reachable = true
    const { issuer, asked } = await serving({
      [discovery]: document,
      '/keys': () =>
        reachable ? { keys: [key('one')] } : (_, response) => void response.writeHead(503).end(),
    })
    const { at, now } = clock()
    const providers = openIdProviders(false, now)
    expect(await providers.keys(issuer, 'one')).toHaveLength(1)
    reachable = false
    at.now = 23 * 3_600_000
    expect(await providers.keys(issuer, 'one')).toHaveLength(1)
    at.now = 24 * 3_600_000
    expect(await providers.keys(issuer, 'one')).toBeUndefined()
    const before = asked.length
    expect(await providers.keys(issuer, 'one')).toBeUndefined()
    expect(asked.length).toBe(before)
    reachable = true
    at.now += 5000
    expect(await providers.keys(issuer, 'one')).toHaveLength(1)
  })

  it('says what it thinks of a code', async () => {
    const { issuer } = await serving({
      [discovery]: document,
      '/token': () => (request, response) => {
        request.setEncoding('utf8').once('data', (form: string) => {
          if (form === 'code=good') response.end('{"id_token":"a.b.c"}')
          else response.writeHead(form === 'code=silent' ? 200 : 400).end('{"error":"invalid_grant"}')
        })
      },
    })
    const providers = openIdProviders(false, () => 0)
    expect(await providers.redeem(issuer, { code: 'good' })).toEqual({
      outcome: 'redeemed',
      idToken: 'a.b.c',
    })
    for (const code of ['bad', 'silent'])
      expect(await providers.redeem(issuer, { code })).toEqual({ outcome: 'refused', error: 'invalid_grant' })
  })
})

describe('providers may be asked', () => {
  it.each([
    ['https://accounts.google.com/', true, true],
    ['http://accounts.google.com/', false, false],
    ['http://127.0.0.1:8095/', true, false],
    ['http://provider.localhost:8095/', true, false],
    ['http://127.0.0.1.evil.test/', false, false],
    ['http://localhost.evil.test/', false, false],
    ['ftp://localhost/', false, false],
  ])('at %s: %s here, %s in production', (address, here, inProduction) => {
    expect([isAllowedUrl(new URL(address), false), isAllowedUrl(new URL(address), true)]).toEqual([
      here,
      inProduction,
    ])
  })
})
