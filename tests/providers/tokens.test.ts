import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { checkIdToken } from '../../functions/providers/provider.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { emailPointer, providerPointer } from '../../lib/identity/person/records.ts'
import { registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { clients, issuers, keyPairs } from './openid.ts'

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const secondsOf = (w: World): number => Math.floor(w.clock.now().getTime() / 1000)

const good = (w: World): JWTPayload => ({
  iss: issuers.google,
  aud: clients.google,
  sub: `ada ${w.home}`,
  email: w.email('ada'),
  email_verified: true,
  iat: secondsOf(w),
  exp: secondsOf(w) + 600,
})

const signed = async (w: World, claims: object, header: object, stranger = false): Promise<string> => {
  const pair = (await keyPairs())[stranger ? 1 : 0]
  const all = { alg: 'ES256', kid: 'first', ...header }
  return new SignJWT({ ...good(w), ...claims }).setProtectedHeader(all).sign(pair.privateKey)
}

type Forgery = readonly [name: string, make: (w: World) => Promise<string> | string]

const claiming = (name: string, claims: (w: World) => object): Forgery => [
  name,
  (w) => signed(w, claims(w), {}),
]
const headed = (name: string, header: object): Forgery => [name, (w) => signed(w, {}, header)]

const hmac = async (w: World): Promise<string> => {
  const secret = JSON.stringify(await exportJWK((await keyPairs())[0].publicKey))
  const text = `${encoded({ alg: 'HS256', kid: 'first' })}.${encoded(good(w))}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const embedded = async (w: World): Promise<string> => {
  const { publicKey } = (await keyPairs())[1]
  return signed(w, {}, { jwk: await exportJWK(publicKey) }, true)
}

const forgeries: readonly Forgery[] = [
  ['is no token', () => 'demo-id-token'],
  ['is signed by nobody', (w) => `${encoded({ alg: 'none', kid: 'first' })}.${encoded(good(w))}.`],
  [
    'is signed by nobody and says something',
    (w) => `${encoded({ alg: 'none', kid: 'first' })}.${encoded(good(w))}.AA`,
  ],
  ['is a MAC by the public key', hmac],
  ['is signed by a stranger under a known name', (w) => signed(w, {}, {}, true)],
  ['brings its own key along', embedded],
  [
    'was changed after signing',
    async (w) => {
      const [head, , tail] = (await signed(w, {}, {})).split('.')
      return `${head}.${encoded({ ...good(w), sub: 'somebody else' })}.${tail}`
    },
  ],
  ['has another spelling', async (w) => `${await signed(w, {}, {})}=`],
  headed('is signed by an unknown key', { kid: 'second' }),
  headed('names no key', { kid: undefined }),
  headed('is of another kind', { typ: 'at+jwt' }),
  [
    'wants something understood that nobody knows',
    async (w) => {
      const [, body, tail] = (await signed(w, {}, {})).split('.')
      return `${encoded({ alg: 'ES256', kid: 'first', crit: ['https://quad.test/x'], 'https://quad.test/x': 1 })}.${body}.${tail}`
    },
  ],
  claiming('is of another issuer', () => ({ iss: 'https://accounts.google.test.evil.test' })),
  claiming('is of Apple', () => ({ iss: issuers.apple, aud: clients.apple })),
  claiming('names no issuer', () => ({ iss: undefined })),
  claiming('is for somebody else', () => ({ aud: 'another.client.test' })),
  claiming('is for us and somebody else', () => ({
    aud: [clients.google, 'another.client.test'],
    azp: clients.google,
  })),
  claiming('is for two of us, presented by nobody', () => ({ aud: [clients.google, clients.app] })),
  claiming('was asked for by somebody else', () => ({ azp: 'another.client.test' })),
  claiming('is for nobody', () => ({ aud: [] })),
  claiming('names no audience', () => ({ aud: undefined })),
  claiming('has expired', (w) => ({ iat: secondsOf(w) - 700, exp: secondsOf(w) - 61 })),
  claiming('never expires', () => ({ exp: undefined })),
  claiming('was made at no time', () => ({ iat: undefined })),
  claiming('will be made', (w) => ({ iat: secondsOf(w) + 120 })),
  claiming('is good later', (w) => ({ nbf: secondsOf(w) + 120 })),
  claiming('is older than an hour', (w) => ({ iat: secondsOf(w) - 3700 })),
  claiming('is about nobody', () => ({ sub: undefined })),
  claiming('is about an empty name', () => ({ sub: '' })),
  claiming('is about a number', () => ({ sub: 7 })),
  claiming('answers a request of ours that is not shown', () => ({ nonce: 'quad.anything' })),
]

describe('an ID token', () => {
  // rules/providers 13
  it.each(['RS512', 'PS256'])('by another algorithm (%s) than providers use is none', async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    const at = new Date('2026-03-02T12:00:00.000Z')
    const token = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg, kid: 'rsa' })
      .setIssuer(issuers.google)
      .setAudience(clients.google)
      .setIssuedAt(at)
      .setExpirationTime(new Date(at.getTime() + 5 * minuteMs))
      .sign(privateKey)
    const key = { ...(await exportJWK(publicKey)), kty: 'RSA', kid: 'rsa' }
    const expected = { issuers: [issuers.google], clientIds: [clients.google], nonce: undefined, now: at }
    expect(await checkIdToken(token, [key], expected)).toBeUndefined()
  })

  // rules/providers 13
  it.each(forgeries)('that %s signs nobody in', async (_, make) => {
    const w = await world()
    const idToken = await make(w)
    const device = w.device()
    const reply = await device.googleLogin({ idToken })
    expect([reply.status, reply.body.code]).toEqual([401, 'GOOGLE_TOKEN_INVALID'])
    expect(device.jar.size).toBe(0)
    expect(await w.table().get(emailPointer, { email: w.email('ada') })).toBeUndefined()
    for (const subject of [`ada ${w.home}`, 'somebody else'])
      expect(await w.table().get(providerPointer, { issuer: 'google', subject })).toBeUndefined()
  })

  it.each<Forgery>([
    claiming('expired within the skew of clocks', (w) => ({
      iat: secondsOf(w) - 600,
      exp: secondsOf(w) - 58,
    })),
    claiming('comes from a clock that is ahead', (w) => ({ iat: secondsOf(w) + 58 })),
    claiming('is for a native app of ours', () => ({ aud: clients.google, azp: clients.app })),
    claiming('leaves the scheme of its issuer out, as Google may', () => ({ iss: 'accounts.google.test' })),
    claiming("carries a native client's own nonce", () => ({ nonce: 'its own' })),
    headed('says what it is', { typ: 'JWT' }),
  ])('that %s signs in', async (_, make) => {
    const w = await world()
    expect((await w.device().googleLogin({ idToken: await make(w) })).status).toBe(200)
  })

  // rules/providers 14
  it('opens one session, whoever shows it again and how often at once', async () => {
    const w = await world()
    const idToken = await signed(w, {}, {})
    const replies = await Promise.all(Array.from({ length: 10 }, () => w.device().googleLogin({ idToken })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    const elsewhere = await w.device({ tenant: w.sister }).googleLogin({ idToken })
    expect(elsewhere.status).toBe(401)
  })

  // rules/providers 15
  it('stays spent for as long as it could be shown', async () => {
    const w = await world()
    const idToken = await signed(w, { exp: secondsOf(w) + 86_400 }, {})
    expect((await w.device().googleLogin({ idToken })).status).toBe(200)
    for (let minutes = 0; minutes < 66; minutes += 6) {
      w.clock.advance(6 * 60)
      expect((await w.device().googleLogin({ idToken })).status).toBe(401)
    }
  })

  // rules/providers 15
  it('is not spent by a refusal', async () => {
    const w = await world()
    await registered(w, 'ada')
    const idToken = await signed(w, { email_verified: false }, {})
    for (const expected of [409, 409])
      expect((await w.device().googleLogin({ idToken })).status).toBe(expected)
  })

  // rules/providers 16
  it('of Google is none of Apple, and the other way round', async () => {
    const w = await world()
    const idToken = await signed(w, {}, {})
    const reply = await w.device().appleLogin({ idToken })
    expect([reply.status, reply.body.code]).toEqual([401, 'APPLE_TOKEN_INVALID'])
  })

  it('is guessed at a bounded number of times from one address', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const tried = async (sourceIp: string) =>
      (await w.device().googleLogin({ idToken: 'a.b.c' }, { sourceIp })).status
    const statuses = [
      await tried('192.0.2.77'),
      await tried('192.0.2.77'),
      await tried('192.0.2.77'),
      await tried('192.0.2.77'),
    ]
    expect(statuses).toEqual([401, 401, 401, 429])
    expect(await tried('192.0.2.78')).toBe(401)
  })
})
