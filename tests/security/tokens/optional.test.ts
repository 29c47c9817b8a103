import { describe, expect, it } from 'vitest'
import { session } from '../../../lib/identity/person/records.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { probe } from '../probe.ts'
import { setRights } from '../rights.ts'
import { type Person, signedIn, watched } from '../watched.ts'
import { partsOf } from './forge.ts'

const stage = async () => {
  const w = await watched()
  const ada = await signedIn(w)
  return { w, ada, ...probe(w.runtime, { access: 'optional' }, `${w.home}.localhost`) }
}

const cookiesOf = ({ accessToken, refreshToken }: Partial<Person>) => [
  ...(accessToken === undefined ? [] : [`accessToken=${accessToken}`]),
  ...(refreshToken === undefined ? [] : [`refreshToken=${refreshToken}`]),
]

const sessionOf = (w: World, { refreshToken, globalUserId }: Person) =>
  w.table().get(session, { globalUserId, id: String(partsOf(refreshToken).payload.sid) }, { strong: true })

describe('an operation with optional verification', () => {
  it('knows a caller by a valid token, and nobody by none', async () => {
    const { ada, send } = await stage()
    const known = await send({ cookies: cookiesOf({ accessToken: ada.accessToken }) })
    expect(known.body.data.globalUserId).toBe(ada.globalUserId)
    for (const sent of [
      {},
      { headers: { authorization: 'Basic x' } },
      { headers: { authorization: 'Bearer x' } },
    ])
      expect((await send(sent as object)).body.data.globalUserId).toBeNull()
  })

  // rules/auth 24
  it('acts for the owner of the refresh cookie when the token has expired: updates lastUsed, rotates nothing', async () => {
    const { w, ada, send } = await stage()
    const before = await sessionOf(w, ada)
    w.clock.advance(3600)
    const reply = await send({ cookies: cookiesOf(ada) })
    expect(reply.body.data).toMatchObject({ globalUserId: ada.globalUserId, roles: ['user'] })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const after = await sessionOf(w, ada)
    expect(after).toEqual({ ...before, lastUsed: w.clock.now().toISOString() })
    expect((await ada.device.refreshToken()).status).toBe(200)
  })

  it('does so for a forged token as little or as much as for an expired one', async () => {
    const { ada, send } = await stage()
    const alone = await send({ cookies: cookiesOf({ accessToken: 'forged' }) })
    expect(alone.body.data.globalUserId).toBeNull()
    const both = await send({ cookies: cookiesOf({ accessToken: 'forged', refreshToken: ada.refreshToken }) })
    expect(both.body.data.globalUserId).toBe(ada.globalUserId)
  })

  it.each([
    ['revoked', async ({ device }: Person) => void (await device.logout())],
    ['over', async (_: Person, w: World) => w.clock.advance(30 * 24 * 3600)],
    [
      'superseded twice and past its grace',
      async ({ device }: Person, w: World) => {
        await device.refreshToken()
        await device.refreshToken()
        w.clock.advance(31)
      },
    ],
    [
      'longer than its school takes',
      async (_: Person, w: World) => {
        await enrolSchool(w, w.home, { longestSession: 30 })
        w.clock.advance(900)
      },
    ],
    ['of a suspended member', async (ada: Person, w: World) => setRights(w, ada, { suspended: true })],
  ])('goes on without a caller when the session is %s', async (_, happen) => {
    const { w, ada, send } = await stage()
    await happen(ada, w)
    w.clock.advance(901)
    const reply = await send({ cookies: cookiesOf(ada) })
    expect([reply.status, reply.body.data.globalUserId]).toEqual([200, null])
  })

  // rules/auth 25
  it('never ends a session by a replayed cookie', async () => {
    const { w, ada, send } = await stage()
    await ada.device.refreshToken()
    await ada.device.refreshToken()
    w.clock.advance(901)
    await send({ cookies: cookiesOf(ada) })
    expect(await sessionOf(w, ada)).toBeDefined()
  })

  it('takes no access token, no other key and no other session in the refresh cookie', async () => {
    const { w, ada, send } = await stage()
    const [head, , signature] = ada.refreshToken.split('.')
    const bob = await signedIn(w, 'bob')
    const stolen = { ...partsOf(ada.refreshToken).payload, globalUserId: bob.globalUserId }
    const forged = `${head}.${Buffer.from(JSON.stringify(stolen)).toString('base64url')}.${signature}`
    for (const refreshToken of [ada.accessToken, forged, 'x', `${ada.refreshToken}x`]) {
      const reply = await send({ cookies: cookiesOf({ accessToken: 'expired', refreshToken }) })
      expect(reply.body.data.globalUserId).toBeNull()
    }
  })

  it('refuses a sister page that would write with those cookies', async () => {
    const { w, ada, send, calls } = await stage()
    w.clock.advance(901)
    const headers = { origin: `https://${w.sister}.localhost` }
    expect((await send({ cookies: cookiesOf(ada), headers })).status).toBe(403)
    expect(calls).toEqual([])
  })

  it('takes neither of two refresh cookies', async () => {
    const { w, ada, send } = await stage()
    const bob = await signedIn(w, 'bob')
    const cookies = [`refreshToken=${ada.refreshToken}`, `refreshToken=${bob.refreshToken}`, 'accessToken=x']
    const replies = [await send({ cookies }), await send({ cookies: cookies.toReversed() })]
    expect(replies.map(({ body }) => body.data.globalUserId)).toEqual([null, null])
  })
})
