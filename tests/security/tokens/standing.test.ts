import { describe, expect, it } from 'vitest'
import { access } from '../../../lib/identity/person/records.ts'
import { probe } from '../probe.ts'
import { setRights } from '../rights.ts'
import { rowsOf } from '../rows.ts'
import { bearer, password, signedIn, watched } from '../watched.ts'
import { resigned } from './forge.ts'

const combinations = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  claimed: (bits & 1) > 0,
  stored: (bits & 2) > 0,
  local: (bits & 4) > 0,
}))

describe('an administrator', () => {
  it.each(combinations)(
    'with token claim $claimed, stored platform role $stored, school role $local',
    async ({ claimed, stored, local }) => {
      const w = await watched()
      const ada = await signedIn(w)
      await setRights(w, ada, {
        platformRoles: stored ? ['platform_admin'] : [],
        roles: local ? ['user', 'admin'] : ['user'],
      })
      const payload = { platformRoles: claimed ? ['platform_admin'] : undefined }
      const headers = { authorization: `Bearer ${resigned(ada.accessToken, { payload })}` }
      const status = async (access: 'admin' | 'platformAdmin', school = w.home) => {
        const { send } = probe(w.runtime, { access }, `${school}.localhost`)
        return (await send({ headers })).status
      }
      expect(await status('admin')).toBe(stored || local ? 200 : 403)
      expect(await status('platformAdmin')).toBe(stored ? 200 : 403)
      expect(await status('admin', w.sister)).toBe(stored ? 200 : 403)
    },
  )

  it.each([
    ['root', true],
    ['admin', true],
    ['Admin', false],
    ['administrator', false],
    ['platform_admin', false],
    ['', false],
  ])('has the school role %s: %s', async (role, allowed) => {
    const w = await watched()
    const ada = await signedIn(w)
    await setRights(w, ada, { roles: [role] })
    const { send } = probe(w.runtime, { access: 'admin' }, `${w.home}.localhost`)
    expect((await send(bearer(ada.accessToken))).status).toBe(allowed ? 200 : 403)
  })

  it('has the right with the next request, and has lost it with the next request', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const { send } = probe(w.runtime, { access: 'admin' }, `${w.home}.localhost`)
    const status = async () => (await send(bearer(ada.accessToken))).status
    const seen = [await status()]
    await setRights(w, ada, { roles: ['user', 'admin'] })
    seen.push(await status())
    await setRights(w, ada, { roles: ['user'] })
    seen.push(await status())
    await setRights(w, ada, { platformRoles: ['root'] })
    seen.push(await status())
    await setRights(w, ada, { platformRoles: [] })
    seen.push(await status())
    expect(seen).toEqual([403, 200, 403, 200, 403])
  })

  // rules/identity 49
  it('of one school is a guest at another, although the token shows the role', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    await setRights(w, ada, { roles: ['user', 'root'] })
    await ada.device.refreshToken()
    const token = bearer(ada.device.jar.get('accessToken') ?? '')
    for (const access of ['admin', 'member', 'platformAdmin'] as const) {
      const { send, calls } = probe(w.runtime, { access }, `${w.sister}.localhost`)
      expect([(await send(token)).status, calls.length]).toEqual([403, 0])
    }
    const guest = probe(w.runtime, { access: 'caller' }, `${w.sister}.localhost`)
    await guest.send(token)
    expect(guest.calls[0]).toMatchObject({ tenantUserId: null, roles: ['user', 'root'], authority: [] })
  })
})

describe('somebody whose sessions were all ended at once', () => {
  // rules/identity 3
  it('is signed out everywhere with the next request, although the rows are still there', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const optional = probe(w.runtime, { access: 'optional' }, `${w.home}.localhost`)
    const cookies = [`accessToken=${ada.accessToken}`, `refreshToken=${ada.refreshToken}`]
    expect((await optional.send({ cookies })).body.data.globalUserId).toBe(ada.globalUserId)
    const rights = await w.table().get(access, { globalUserId: ada.globalUserId })
    await setRights(w, ada, { epoch: (rights?.epoch ?? 0) + 1 })
    expect((await ada.device.validateToken()).body.code).toBe('SESSION_REVOKED')
    expect((await optional.send({ cookies })).body.data.globalUserId).toBeNull()
    const refreshed = await ada.device.refreshToken()
    expect([refreshed.status, refreshed.body.code]).toEqual([401, 'INVALID_REFRESH_TOKEN'])
  })
})

describe('a suspended member', () => {
  // rules/identity 6
  it('is out with the next request, at this school only, and back when it is lifted', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    await ada.device.on(w.sister).joinTenant()
    await setRights(w, ada, { suspended: true })
    const here = [
      await ada.device.validateToken(),
      await ada.device.createPlant({ id: 1, name: 'Fern' }),
      await ada.device.listSessions(),
      await ada.device.joinTenant(),
      await ada.device.refreshToken(),
      await w.device().login({ email: ada.email, password }),
      await w.device().register({ email: ada.email, password }),
    ]
    expect(here.map(({ status }) => status)).toEqual(here.map(() => 403))
    expect(here[0]?.body).toEqual({
      success: false,
      message: 'This account has been suspended.',
      code: 'ACCOUNT_SUSPENDED',
    })
    expect(here.flatMap(({ cookies }) => cookies).filter((line) => line.includes('eyJ'))).toEqual([])
    expect((await ada.device.on(w.sister).validateToken()).status).toBe(200)
    expect((await ada.device.on(w.sister).refreshToken()).status).toBe(200)
    await setRights(w, ada, { suspended: false })
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await ada.device.refreshToken()).status).toBe(200)
  })

  it('is out even as an administrator of the school', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    await setRights(w, ada, { roles: ['admin', 'root'], suspended: true })
    const { send, calls } = probe(w.runtime, { access: 'admin' }, `${w.home}.localhost`)
    expect([(await send(bearer(ada.accessToken))).body.code, calls.length]).toEqual(['ACCOUNT_SUSPENDED', 0])
  })

  it('is not told apart from anybody by a wrong password', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    await setRights(w, ada, { suspended: true })
    const wrong = await w.device().login({ email: ada.email, password: 'some other words' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  // rules/auth 14
  it('leaves no session behind by trying', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    await setRights(w, ada, { suspended: true })
    await w.device().login({ email: ada.email, password })
    const rows = await rowsOf(w, ada.globalUserId)
    expect(rows.filter(({ entity }) => entity === 'Session')).toHaveLength(1)
  })
})
