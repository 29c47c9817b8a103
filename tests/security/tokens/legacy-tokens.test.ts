import { describe, expect, it } from 'vitest'
import { StrongProofRequired } from '../../../lib/contract/failures.ts'
import { changeRights } from '../../../lib/identity/person/roles.ts'
import { readSettings } from '../../../lib/settings.ts'
import { withTotp } from '../../mfa/factors.ts'
import { refused } from '../../support/agent.ts'
import type { World } from '../../support/world.ts'
import { probe } from '../probe.ts'
import { setRights } from '../rights.ts'
import { bearer, password, secret, signedIn, watched } from '../watched.ts'
import { mint } from './forge.ts'

const oldSecret = secret('the secret of the time before global identities')
const on = { settings: { LEGACY_TOKEN_SECRET: oldSecret, LEGACY_TOKENS_UNTIL: '2026-07-01' } }

type Owner = Awaited<ReturnType<typeof signedIn>> & { readonly w: World }

const newPassword = { currentPassword: password, newPassword: 'another long password' }

const header = { alg: 'HS256', typ: 'JWT' }
const legacy = (payload: object, key: string | undefined = oldSecret) => mint({ header, payload }, key)
const expiry = (now: Date, seconds = 600) => Math.floor(now.getTime() / 1000) + seconds

describe('a token of the old shape', () => {
  // rules/identity 58
  it('is refused while no secret for it is configured', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const payload = { userId: ada.memberId, roles: ['user'], exp: expiry(w.clock.now()) }
    for (const key of [oldSecret, '', 'undefined'])
      expect((await w.device().validateToken({}, bearer(legacy(payload, key)))).status).toBe(401)
  })

  // rules/identity 57
  it('names a user of this school and of no other', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    await ada.device.on(w.sister).joinTenant()
    const token = bearer(legacy({ userId: ada.memberId, roles: ['user'], exp: expiry(w.clock.now()) }))
    expect((await w.device().validateToken({}, token)).body.data.user._id).toBe(ada.memberId)
    const sister = w.device({ tenant: w.sister })
    const there = [
      await sister.validateToken({}, token),
      await sister.createPlant({ id: 1, name: 'Fern' }, token),
      await sister.joinTenant({}, token),
      await sister.listSessions({}, token),
    ]
    expect(there.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  // rules/identity 57
  it('gives no right by its roles', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    const grand = { userId: ada.memberId, roles: ['root', 'admin'], platformRoles: ['root'] }
    const token = bearer(legacy({ ...grand, exp: expiry(w.clock.now()) }))
    expect((await w.device().validateToken({}, token)).body.data).toMatchObject({
      user: { roles: ['user'] },
      platformRoles: [],
    })
    for (const access of ['admin', 'platformAdmin'] as const)
      expect((await probe(w.runtime, { access }, `${w.home}.localhost`).send(token)).status).toBe(403)
    await setRights(w, ada, { roles: ['user', 'admin'], platformRoles: ['platform_admin'] })
    const status = async (access: 'admin' | 'platformAdmin') =>
      (await probe(w.runtime, { access }, `${w.home}.localhost`).send(token)).status
    expect([await status('admin'), await status('platformAdmin')]).toEqual([200, 403])
  })

  // rules/mfa 11
  it('does nothing privileged: nobody knows which factors its person has', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    await setRights(w, ada, { roles: ['user', 'admin'], platformRoles: [] })
    const token = bearer(legacy({ userId: ada.memberId, roles: [], exp: expiry(w.clock.now()) }))
    const reply = (consequence: 'none' | 'settings') =>
      probe(w.runtime, { access: 'admin', consequence }, `${w.home}.localhost`).send(token)
    expect((await reply('none')).status).toBe(200)
    expect(await reply('settings')).toMatchObject(refused(StrongProofRequired))
  })

  it('is refused for somebody suspended, and has no sessions', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    const token = bearer(legacy({ userId: ada.memberId, roles: [], exp: expiry(w.clock.now()) }))
    const global = await w.device().listSessions({}, token)
    expect([global.status, global.body.message]).toEqual([
      400,
      'Global identity required. Log in again to get a full account.',
    ])
    await setRights(w, ada, { suspended: true })
    expect((await w.device().validateToken({}, token)).body.code).toBe('ACCOUNT_SUSPENDED')
  })

  // rules/identity 59
  it.each([
    ['signs out everywhere', async ({ device }: Owner) => device.revokeAllOtherSessions()],
    ['changes the password', async ({ device }: Owner) => device.changePassword(newPassword)],
    [
      'is suspended, and let in again',
      async ({ w, globalUserId }: Owner) => {
        for (const suspended of [true, false])
          await changeRights(
            w.table(),
            globalUserId,
            w.home,
            () => ({ suspended }),
            () => [],
            w.clock.now(),
          )
      },
    ],
  ])('is over once its person %s', async (_, end) => {
    const w = await watched(on)
    const ada = await signedIn(w)
    const seconds = () => Math.floor(w.clock.now().getTime() / 1000)
    const claims = () => ({ userId: ada.memberId, exp: expiry(w.clock.now()) })
    const [dated, undated] = [legacy({ ...claims(), iat: seconds() }), legacy(claims())]
    const codeOf = async (token: string) => (await w.device().validateToken({}, bearer(token))).body.code
    expect([await codeOf(dated), await codeOf(undated)]).toEqual([undefined, undefined])
    w.clock.advance(1)
    await end({ ...ada, w })
    expect([await codeOf(dated), await codeOf(undated)]).toEqual(['SESSION_REVOKED', 'SESSION_REVOKED'])
    w.clock.advance(1)
    expect(await codeOf(legacy({ ...claims(), iat: seconds() }))).toBeUndefined()
  })

  // rules/identity 59
  it('is over once its person has a second factor, which it cannot show', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    const token = legacy({ userId: ada.memberId, exp: expiry(w.clock.now()) })
    await withTotp(w, ada.device)
    expect((await w.device().validateToken({}, bearer(token))).body.code).toBe('SESSION_REVOKED')
  })

  it('is 401 in every other shape', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    const good = { userId: ada.memberId, roles: ['user'], exp: expiry(w.clock.now()) }
    const shapes = [
      legacy(good, 'another secret of more than thirty-two characters'),
      legacy({ ...good, exp: expiry(w.clock.now(), -1) }),
      legacy({ ...good, exp: String(good.exp) }),
      legacy({ userId: good.userId, roles: good.roles }),
      legacy({ ...good, exp: null }),
      legacy({ ...good, type: 'refresh' }),
      legacy({ ...good, typ: 'access' }),
      legacy({ ...good, globalUserId: ada.globalUserId }),
      legacy({ ...good, userId: undefined }),
      legacy({ ...good, userId: { $ne: '' } }),
      legacy({ ...good, userId: '' }),
      legacy({ ...good, userId: ada.globalUserId }),
      legacy({ ...good, userId: 'x#USER' }),
      legacy({ globalUserId: ada.globalUserId, roles: ['user'], sid: 'x', typ: 'access' }),
      mint({ header: { ...header, alg: 'none' }, payload: good }, undefined),
      mint({ header: { ...header, alg: 'HS512' }, payload: good }, oldSecret),
      legacy(good).slice(0, -1),
    ]
    const statuses: number[] = []
    for (const token of shapes) statuses.push((await w.device().validateToken({}, bearer(token))).status)
    expect(statuses).toEqual(shapes.map(() => 401))
    expect((await w.device().validateToken({}, bearer(legacy(good)))).status).toBe(200)
  })

  // rules/identity 58
  it('is refused from the day on that the settings name, and does not begin without one', async () => {
    const w = await watched({ ...on, now: '2026-06-30T23:55:00.000Z' })
    const ada = await signedIn(w)
    const token = bearer(
      legacy({ userId: ada.memberId, roles: ['user'], exp: expiry(w.clock.now(), 86_400) }),
    )
    const last = Date.parse('2026-07-01') - w.clock.now().getTime() - 1
    w.clock.advance(last / 1000)
    expect((await w.device().validateToken({}, token)).status).toBe(200)
    w.clock.advance(0.001)
    const over = await w.device().validateToken({}, token)
    expect([over.status, over.body.code]).toEqual([401, 'INVALID_TOKEN'])
    for (const until of ['', 'soon', '2026-13-01', '1782000000'])
      expect(() => readSettings({ LEGACY_TOKEN_SECRET: oldSecret, LEGACY_TOKENS_UNTIL: until })).toThrow(
        /LEGACY_TOKENS_UNTIL/,
      )
  })

  // rules/identity 57
  it('is never taken for a refresh token, and never minted', async () => {
    const w = await watched(on)
    const ada = await signedIn(w)
    const token = legacy({
      userId: ada.memberId,
      roles: ['user'],
      type: 'refresh',
      exp: expiry(w.clock.now()),
    })
    expect((await w.device().refreshToken({}, { cookies: [`refreshToken=${token}`] })).status).toBe(401)
    const header64 = ada.accessToken.split('.')[0] ?? ''
    expect(JSON.parse(Buffer.from(header64, 'base64url').toString()).alg).toBe('EdDSA')
  })
})
