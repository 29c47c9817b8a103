import { describe, expect, it } from 'vitest'
import { bearer, signedIn, watched } from '../watched.ts'
import { mint, partsOf, platformKey, resigned } from './forge.ts'
import { forgedAccessTokens } from './forged-tokens.ts'

const stage = async () => {
  const w = await watched()
  const ada = await signedIn(w, 'ada')
  const bob = await signedIn(w, 'bob')
  const ended = await signedIn(w, 'eve')
  await ended.device.logout()
  return { w, ada, bob, tokens: forgedAccessTokens(ada, bob, ended, w.clock.now()) }
}

describe('a forged access token', () => {
  it('is 401 in each of more than sixty shapes, as bearer and as cookie', async () => {
    const { w, tokens } = await stage()
    const came: string[] = []
    for (const [what, token] of Object.entries(tokens)) {
      const carried = [
        await w.device().validateToken({}, bearer(token)),
        await w.device().validateToken({}, { cookies: [`accessToken=${token}`] }),
      ]
      for (const { status, body } of carried) {
        if (status !== 401 || body.data !== undefined || body.success !== false) came.push(what)
      }
    }
    expect(Object.keys(tokens).length).toBeGreaterThanOrEqual(60)
    expect(came).toEqual([])
  })

  it('costs at most one call unless its signature is right, and none when its key is known', async () => {
    const { w, ada, tokens } = await stage()
    await w.device().validateToken({}, bearer(ada.accessToken))
    const calls = async (token: string) => {
      await w.device().validateToken({}, bearer(token))
      return (w.logs.at(-1) as { table?: { calls: number } }).table?.calls
    }
    const twice: string[] = []
    for (const [what, token] of Object.entries(tokens)) if (((await calls(token)) ?? 0) > 1) twice.push(what)
    // Signed with the platform's own key, so that only the session tells: the person is read beside it.
    expect(twice).toEqual([
      "another's session under the own name",
      "another's name with the own session",
      'session made up',
      'session that was revoked',
    ])
    for (const what of ['signature changed', 'expired', 'another audience', 'alg none', 'crit b64'] as const)
      expect([what, await calls(tokens[what])]).toEqual([what, 0])
  })

  it('never reaches an operation of anybody', async () => {
    const { w, ada, tokens } = await stage()
    for (const token of [
      tokens['alg none'],
      tokens.jku,
      tokens['a refresh token'],
      tokens['typ claim missing'],
    ]) {
      const device = w.device({ headers: { authorization: `Bearer ${token}` } })
      const replies = [
        await device.listSessions(),
        await device.revokeSession({ sessionId: String(partsOf(ada.accessToken).payload.sid) }),
        await device.revokeAllOtherSessions(),
        await device.joinTenant(),
        await device.createPlant({ id: 1, name: 'Monstera' }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    }
    expect((await ada.device.validateToken()).status).toBe(200)
  })
})

describe('a genuine access token', () => {
  it('is taken, and so is one with claims that nobody reads', async () => {
    const { w, ada } = await stage()
    const more = resigned(ada.accessToken, { payload: { extra: 'x', nbf: 1 } })
    expect((await w.device().validateToken({}, bearer(ada.accessToken))).status).toBe(200)
    expect((await w.device().validateToken({}, bearer(more))).status).toBe(200)
  })

  // rules/http 11
  it('gives no right by what it claims: roles and platform roles are read from the table', async () => {
    const { w, ada } = await stage()
    const grand = resigned(ada.accessToken, {
      payload: { roles: ['root', 'admin'], platformRoles: ['platform_admin'], tenantUserId: 'somebody' },
    })
    const me = (await w.device().validateToken({}, bearer(grand))).body.data
    expect(me).toMatchObject({ user: { _id: ada.memberId, roles: ['user'] }, platformRoles: [] })
  })

  it('outlives neither its expiry nor its session, although it was just seen', async () => {
    const { w, ada } = await stage()
    expect((await w.device().validateToken({}, bearer(ada.accessToken))).status).toBe(200)
    const { sid } = partsOf(ada.accessToken).payload
    await ada.device.revokeSession({ sessionId: String(sid) })
    const revoked = await w.device().validateToken({}, bearer(ada.accessToken))
    expect([revoked.status, revoked.body.code]).toEqual([401, 'SESSION_REVOKED'])
    w.clock.advance(900)
    const expired = await w.device().validateToken({}, bearer(ada.accessToken))
    expect([expired.status, expired.body.code]).toEqual([401, 'TOKEN_EXPIRED'])
  })

  // rules/http 9
  it('wins over a cookie, also over a good one', async () => {
    const { w, ada, bob } = await stage()
    const cookies = [`accessToken=${bob.accessToken}`]
    const both = await w.device().validateToken({}, { ...bearer(ada.accessToken), cookies })
    expect(both.body.data.user._id).toBe(ada.memberId)
    const bad = await w.device().validateToken({}, { ...bearer('nonsense'), cookies })
    expect(bad.body.code).toBe('INVALID_TOKEN')
  })
})

describe('a forged refresh token', () => {
  // rules/identity 56
  it('is 401 in every shape and leaves the session as it was', async () => {
    const { w, ada, bob } = await stage()
    const good = ada.refreshToken
    const { header, payload } = partsOf(good)
    const again = (payloadPart: Record<string, unknown>, headerPart: Record<string, unknown> = {}) =>
      resigned(good, { payload: payloadPart, header: headerPart }, 'refresh')
    const [head, body, signature = ''] = good.split('.')
    const tokens = {
      'an access token': ada.accessToken,
      'signed with the access key': mint({ header, payload }, platformKey('access').privateKey),
      'signed with the access key under its kid': mint(
        { header: { ...header, kid: platformKey('access').kid }, payload },
        platformKey('access').privateKey,
      ),
      'alg none': mint({ header: { ...header, alg: 'none' }, payload }, undefined),
      HS256: mint({ header: { ...header, alg: 'HS256' }, payload }, platformKey('refresh').x),
      'alg by its other name': again({}, { alg: 'Ed25519' }),
      'kid missing': again({}, { kid: undefined }),
      "another's session": again({ sid: partsOf(bob.refreshToken).payload.sid }),
      "another's name": again({ globalUserId: bob.globalUserId }),
      'a generation to come': again({ generation: 7 }),
      'generation as text': again({ generation: '1' }),
      'type missing': again({ type: undefined }),
      'type access': again({ type: 'access' }),
      'typ of an access token': again({}, { typ: 'at+jwt' }),
      'another audience': again({ aud: 'quad:access' }),
      'another issuer': again({ iss: 'somebody' }),
      expired: again({ exp: Math.floor(w.clock.now().getTime() / 1000) }),
      'no expiry': again({ exp: undefined }),
      'signature changed': `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      nonsense: 'nonsense',
    }
    const came: string[] = []
    for (const [what, token] of Object.entries(tokens)) {
      for (const sent of [
        { cookies: [`refreshToken=${token}`] },
        { headers: { 'x-refresh-token': token } },
      ]) {
        const { status, cookies } = await w.device().refreshToken({}, sent)
        const minted = cookies.some((line) => /^\w+=eyJ/.test(line))
        if (status !== 401 || minted) came.push(what)
      }
    }
    expect(came).toEqual([])
    expect((await ada.device.refreshToken()).status).toBe(200)
    expect((await bob.device.refreshToken()).status).toBe(200)
  })

  // rules/auth 20
  it('that was replayed after its grace ends the session for everybody who holds one', async () => {
    const { w, ada } = await stage()
    const generations = [ada.refreshToken]
    for (let count = 0; count < 4; count += 1) {
      await ada.device.refreshToken()
      generations.push(ada.device.jar.get('refreshToken') ?? '')
    }
    expect(new Set(generations).size).toBe(5)
    const replay = await w.device().refreshToken({}, { cookies: [`refreshToken=${generations[1]}`] })
    expect([replay.status, replay.body.code]).toEqual([401, 'INVALID_REFRESH_TOKEN'])
    for (const token of generations)
      expect((await w.device().refreshToken({}, { cookies: [`refreshToken=${token}`] })).status).toBe(401)
    expect((await ada.device.validateToken()).body.code).toBe('SESSION_REVOKED')
  })
})
