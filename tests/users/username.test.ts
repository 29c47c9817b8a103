import { describe, expect, it } from 'vitest'
import { UserNotFound, UsernameProfane, UsernameTaken } from '../../functions/users/shapes.ts'
import { tenantUser, usernameGuard } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { people, registered } from '../support/people.ts'
import { world } from '../support/world.ts'

describe('a username', () => {
  // rules/users 3
  it('moves with its guard; the old one is free again', async () => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const reply = await device.updateUser({ username: 'Countess' })
    expect(reply.body.data.user.username).toBe('Countess')
    expect(await w.table().get(usernameGuard, { usernameKey: user.username.toLowerCase() })).toBeUndefined()
    const { device: ben } = await registered(w, 'ben')
    expect((await ben.updateUser({ username: user.username })).status).toBe(200)
    const found = await ben.getUserByUsername({ username: 'COUNTESS' })
    expect(found.body.user).toEqual({ _id: user._id, username: 'Countess', name: expect.any(String) })
    expect(await ben.getUserByUsername({ username: 'Counte' })).toMatchObject(refused(UserNotFound))
  })

  // rules/identity 32
  it('is one and the same in any casing, its owner may respell it', async () => {
    const w = await world()
    const { device: ada } = await registered(w, 'ada', { username: 'countess' })
    const { device: ben } = await registered(w, 'ben')
    expect(await ben.updateUser({ username: 'COUNTESS' })).toMatchObject(refused(UsernameTaken))
    expect((await ada.updateUser({ username: 'CountesS' })).body.data.user.username).toBe('CountesS')
  })

  // rules/identity 32
  it('is told apart as available, taken or unfit', async () => {
    const w = await world()
    const { device: ada } = await registered(w, 'ada', { username: 'countess' })
    const { device: ben } = await registered(w, 'ben')
    const path = '/check-username/'
    const asked = (device: typeof ada, username: unknown) => device.checkUsername({ username }, { path })
    const available = { success: true, message: 'Username is available' }
    expect((await asked(ada, 'CountEss')).body).toEqual(available)
    expect((await asked(ben, 'CountEss')).body).toEqual({ success: false, message: 'Username is taken' })
    expect((await asked(ben, 'Cockburn')).body).toEqual(available)
    expect((await asked(ben, 'fuckoff')).body).toEqual({ success: false, message: UsernameProfane.message })
    expect((await asked(ben, '.*')).body).toMatchObject({ code: 'USERNAME_TOO_SHORT' })
    expect((await asked(ben, { $ne: '' })).status).toBe(400)
  })

  // rules/users 3
  it('that twenty people want at once goes to one of them', async () => {
    const w = await world()
    const crowd = await people(w, 20)
    const replies = await Promise.all(crowd.map(({ device }) => device.updateUser({ username: 'theOne' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'USERNAME_TAKEN')).toHaveLength(19)
    const winner = crowd[replies.findIndex(({ status }) => status === 200)]
    expect(await w.table().get(usernameGuard, { usernameKey: 'theone' })).toMatchObject({
      tenantUserId: winner?.user._id,
    })
  })

  it('changed by one person five times at once leaves exactly one guard', async () => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const names = ['nameone', 'nametwo', 'namethree', 'namefour', 'namefive']
    await Promise.all(names.map((username) => device.updateUser({ username })))
    const guards = await w.table().batchGet(
      [...names, user.username.toLowerCase()].map((usernameKey) => ({
        entity: usernameGuard,
        keyParams: { usernameKey },
      })),
    )
    const { usernameKey } = (await w.table().get(tenantUser, { id: user._id })) ?? {}
    expect(guards.filter((guard) => guard !== undefined)).toMatchObject([{ usernameKey }])
  })
})
