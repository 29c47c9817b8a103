import { describe, expect, it } from 'vitest'
import { LastPlatformAdmin, RecentLoginRequired } from '../../functions/users/shapes.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import {
  access,
  credential,
  emailPointer,
  globalUser,
  providerLink,
  providerPointer,
  session,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/person/records.ts'
import { adminCount, platformAdmin } from '../../lib/identity/platform-records.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, password, registered, registeredByRequest } from '../support/people.ts'
import { googleProof, placeOf, signedInByProvider } from '../support/provider-sign-in.ts'
import { founded } from '../support/societies.ts'
import { interrupted } from '../support/table/interrupted.ts'
import { type World, world } from '../support/world.ts'

const long = 16 * 60

/** What the platform knows of a person: names of the records that are there. */
const traces = async (w: World, { user, email }: Person): Promise<string[]> => {
  const { globalUserId, _id: id, username } = user
  const table = w.table()
  const own = [globalUser, access, session] as const
  const [users, rights, sessions] = await table.collect(own, { id: globalUserId }, { strong: true })
  const found = {
    globalUser: users[0],
    access: rights[0],
    sessions: sessions[0],
    credential: await table.get(credential, { globalUserId }),
    email: await table.get(emailPointer, { email }),
    user: await table.get(tenantUser, { id }),
    username: await table.get(usernameGuard, { usernameKey: username.toLowerCase() }),
  }
  return Object.entries(found).flatMap(([name, record]) => (record ? [name] : []))
}

/** Somebody uploads a picture. Answers the key of its file. */
const pictured = async (device: Agent): Promise<string> => {
  const form = new FormData()
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  form.set('image', new Blob([gif]), 'me.gif')
  const request = new Request('http://form.test', { method: 'POST', body: form })
  const raw = new Uint8Array(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const { body } = await device.uploadUserImage({}, { raw, headers })
  return body.imageUrl.replace('http://media.test/', '')
}

describe('deleting an account', () => {
  // rules/users 14
  it('removes the person with the last school, and signs out', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await w.device().login({ email: ada.email, password })
    expect(await traces(w, ada)).toHaveLength(7)
    const token = ada.device.jar.get('accessToken') ?? ''
    const reply = await ada.device.deleteAccount()
    expect(reply.body).toEqual({ success: true, message: 'Account deleted successfully' })
    expect([...ada.device.jar.keys()]).toEqual([])
    expect(await traces(w, ada)).toEqual([])
    const late = await w
      .device({ headers: { authorization: `Bearer ${token}` } })
      .updateUser({ name: 'Ghost' })
    expect(late.status).toBe(401)
    expect((await w.device().login({ email: ada.email, password })).body.code).toBe('INVALID_CREDENTIALS')
    const audit = await w.table().list(auditEntry, {
      index: 'gsi2',
      keyParams: { action: 'account.delete' },
      limit: 10,
    })
    expect(audit.items).toMatchObject([{ actor: ada.user.globalUserId, targetId: ada.user._id }])
    expect(JSON.stringify(audit.items)).not.toContain(ada.email)
  })

  // rules/users 18
  it('leaves the address free for a new person, with nothing of the old one', async () => {
    const w = await world()
    const ada = await registered(w, 'ada', { username: 'countess' })
    await ada.device.updateUser({ tags: ['secret'] })
    await ada.device.deleteAccount()
    const anew = { username: 'countess', password: 'another long password' }
    const again = await registeredByRequest(w, 'ada', anew)
    expect(again.user.globalUserId).not.toBe(ada.user.globalUserId)
    expect(again.user._id).not.toBe(ada.user._id)
    expect(again.user).toMatchObject({ tags: [], username: 'countess' })
    await w.caughtUp()
    expect((await again.device.getUser({ userId: ada.user._id })).status).toBe(404)
    expect((await again.device.searchUsers()).body.pagination.total).toBe(1)
  })

  // rules/auth 30, rules/users 13
  it('at one of two schools leaves the other untouched, and the way back open', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const there = await w.device({ tenant: w.sister }).login({ email: ada.email, password })
    const sister = w.device({ tenant: w.sister })
    await sister.login({ email: ada.email, password })
    expect((await ada.device.deleteAccount()).status).toBe(200)
    expect(await traces(w, ada)).toEqual(['globalUser', 'access', 'sessions', 'credential', 'email'])
    const rights = await w.table().get(access, { globalUserId: ada.user.globalUserId })
    expect(rights?.memberships[w.home]).toEqual({
      status: 'left',
      roles: [],
      since: w.clock.now().toISOString(),
    })
    const me = await sister.validateToken()
    expect(me.body.data).toMatchObject({ communities: [w.sister], user: { _id: there.body.data.user._id } })
    expect((await sister.on(w.home).updateUser({ name: 'Ada' })).body.code).toBe('NOT_A_MEMBER')
    const back = await sister.on(w.home).joinTenant()
    expect(back.body.data).toMatchObject({ alreadyMember: false, membership: { status: 'active' } })
    expect(back.body.data.user._id).not.toBe(ada.user._id)
    await sister.on(w.home).deleteAccount()
    const last = w.device({ tenant: w.sister })
    await last.login({ email: ada.email, password })
    expect((await last.deleteAccount()).status).toBe(200)
    expect(await traces(w, ada)).toEqual([])
    expect(await traces(w, await registered(w, 'ada'))).toHaveLength(7)
  })

  // rules/users 15
  it('wants a recent sign-in or the password', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    w.clock.advance(long)
    await ada.device.refreshToken()
    expect(await ada.device.deleteAccount()).toMatchObject(refused(RecentLoginRequired))
    const wrong = await ada.device.deleteAccount({ password: 'not the password' })
    expect(wrong).toMatchObject(refused(RecentLoginRequired))
    for (const body of [
      { password: 7 },
      { password: { $ne: '' } },
      { userId: 'x' },
      { password, force: true },
    ])
      expect((await ada.device.deleteAccount(body)).body.code).toBe('VALIDATION_ERROR')
    expect(await traces(w, ada)).toHaveLength(7)
    expect((await ada.device.deleteAccount({ password })).status).toBe(200)
    expect(await traces(w, ada)).toEqual([])
  })

  // rules/users 15
  it('gives a thief of a cookie twenty guesses a day', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    w.clock.advance(long)
    await ada.device.refreshToken()
    const guesses = await Promise.all(
      Array.from({ length: 22 }, () => ada.device.deleteAccount({ password: 'a wrong guess' })),
    )
    expect(guesses.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2)
    expect((await ada.device.deleteAccount({ password })).body.code).toBe('RATE_LIMITED')
  })

  // rules/users 20
  it('twice at once deletes once', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const cookies = [...ada.device.jar].map(([name, value]) => `${name}=${value}`)
    const replies = await Promise.all([1, 2, 3].map(() => ada.device.deleteAccount({}, { cookies })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    expect(await traces(w, ada)).toEqual([])
  })

  /** A platform of its own, whose only administrators are two people. */
  const twoRoots = async () => {
    const w = await world({ ownTable: true })
    const [first, second] = [await registered(w, 'root1'), await registered(w, 'root2')]
    await w.table().put(adminCount, { name: 'COUNT', count: 2 })
    for (const { user } of [first, second]) {
      const { globalUserId } = user
      const rights = await w.table().get(access, { globalUserId })
      if (!rights) throw new Error('nobody')
      await w.table().put(access, { ...rights, platformRoles: ['platform_admin'] })
      const at = w.clock.now().toISOString()
      await w
        .table()
        .put(platformAdmin, { globalUserId, roles: ['platform_admin'], addedAt: at, addedBy: 'system' })
    }
    const count = async () => (await w.table().get(adminCount, { name: 'COUNT' }, { strong: true }))?.count
    return { w, first, second, count }
  }

  // rules/users 16
  it('never takes the last platform administrator, and counts the others', async () => {
    const { w, first, second, count } = await twoRoots()
    expect((await first.device.deleteAccount()).status).toBe(200)
    const picture = await pictured(second.device)
    expect(await second.device.deleteAccount()).toMatchObject(refused(LastPlatformAdmin))
    expect(await traces(w, second)).toHaveLength(7)
    expect(await w.runtime.gateways.media.read(picture)).toBeDefined()
    expect(await count()).toBe(1)
    const { globalUserId } = first.user
    expect(await w.table().get(platformAdmin, { globalUserId })).toBeUndefined()
  })

  // rules/users 16
  it('takes one of two platform administrators who both go at once', async () => {
    const { w, first, second, count } = await twoRoots()
    const other = async () => expect((await second.device.deleteAccount()).status).toBe(200)
    const reply = await interrupted(w, () => first.device.deleteAccount(), other)
    expect(reply).toMatchObject(refused(LastPlatformAdmin))
    expect(await traces(w, first)).toHaveLength(7)
    expect(await count()).toBe(1)
  })

  // rules/users 17
  it('removes the ways in by a provider with the last school, not before', async () => {
    const w = await world()
    const proof = googleProof(w, 'ada')
    const { tokens, session: own } = await signedInByProvider(placeOf(w), proof)
    await signedInByProvider(placeOf(w, w.sister), proof)
    const { globalUserId } = own
    const device = w.device({ headers: { authorization: `Bearer ${tokens.accessToken}` } })
    const links = async () => [
      await w.table().get(providerPointer, proof),
      await w.table().get(providerLink, { ...proof, globalUserId }),
    ]
    expect((await device.deleteAccount()).status).toBe(200)
    expect(await links()).toMatchObject([{ globalUserId }, { globalUserId }])
    const again = await signedInByProvider(placeOf(w, w.sister), proof)
    expect(again.session.globalUserId).toBe(globalUserId)
    const there = { authorization: `Bearer ${again.tokens.accessToken}` }
    expect((await w.device({ tenant: w.sister, headers: there }).deleteAccount()).status).toBe(200)
    expect(await links()).toEqual([undefined, undefined])
    const anew = await signedInByProvider(placeOf(w), proof)
    expect(anew.session.globalUserId).not.toBe(globalUserId)
  })

  it('needs the other schools no more when they are gone by then', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const sister = w.device({ tenant: w.sister })
    await sister.login({ email: ada.email, password })
    const replies = await Promise.all([ada.device.deleteAccount(), sister.deleteAccount()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await traces(w, ada)).toEqual([])
  })

  // rules/users 19
  it('removes the uploaded picture too', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const key = await pictured(device)
    expect(await w.runtime.gateways.media.read(key)).toBeDefined()
    await device.deleteAccount()
    expect(await w.runtime.gateways.media.read(key)).toBeUndefined()
  })
})

describe('a deletion that is overtaken', () => {
  // rules/users 14
  it('leaves the organization too that the person joins in another tab', async () => {
    const w = await world()
    const { orgId } = await founded(await registered(w, 'owner'))
    const ada = await registered(w, 'ada')
    const joining = async () => expect((await ada.device.applyToOrganization({ orgId })).status).toBe(201)
    const reply = await interrupted(w, () => ada.device.deleteAccount({ password }), joining)
    expect(reply.status).toBe(200)
    expect(await traces(w, ada)).toEqual([])
    expect(await w.table().get(orgMember, { orgId, userId: ada.user._id }, { strong: true })).toBeUndefined()
    expect((await w.table().get(organization, { orgId }, { strong: true }))?.memberCount).toBe(1)
  })

  // rules/users 13
  it('leaves one school alone when the person joins another one meanwhile', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const sister = w.device({ tenant: w.sister })
    const joining = async () => expect((await sister.login({ email: ada.email, password })).status).toBe(200)
    const reply = await interrupted(w, () => ada.device.deleteAccount({ password }), joining)
    expect(reply.status).toBe(200)
    expect((await sister.validateToken()).status).toBe(200)
    expect(await w.table().get(tenantUser, { id: ada.user._id }, { strong: true })).toBeUndefined()
  })
})
