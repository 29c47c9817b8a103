import { describe, expect, it } from 'vitest'
import { contract } from '../../functions/users/contract.ts'
import {
  EmailChangeNotSupported,
  NameRequired,
  NameTooLong,
  PushTokenRequired,
  UserNotFound,
  UsernameInvalid,
  UsernameProfane,
  UsernameRequired,
  UsernameTooLong,
  UsernameTooShort,
} from '../../functions/users/shapes.ts'
import { NotAMember } from '../../lib/contract/failures.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { people, registered } from '../support/people.ts'
import { world } from '../support/world.ts'

describe('the own record', () => {
  // rules/users 1
  it('changes in the fields that are sent, and in no other', async () => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const change = {
      name: '  Ada Lovelace ',
      tags: ['chess', 'chess', 'music'],
      onboarded: true,
      onboardingResponses: { year: 2, clubs: ['chess'], note: 'späte 🎓', nested: { a: null } },
      onboardingCompletedSteps: ['welcome'],
      darkModePreference: true,
      email: w.email('ada').toUpperCase(),
      classroom: 'quiet',
    }
    const reply = await device.updateUser(change)
    expect(reply.body).toMatchObject({ success: true, message: 'User updated successfully' })
    const { classroom: _, ...kept } = change
    const wanted = { ...kept, name: 'Ada Lovelace', tags: ['chess', 'music'], email: w.email('ada') }
    expect(reply.body.data.user).toMatchObject({ ...wanted, username: user.username, roles: ['user'] })
    const off = await device.updateUser({ onboarded: false })
    expect(off.body.data.user).toMatchObject({ ...wanted, onboarded: false })
    expect((await device.validateToken()).body.data.user).toMatchObject({ ...wanted, onboarded: false })
  })

  // rules/users 1
  it.each([
    ['roles', ['admin']],
    ['platformRoles', ['root']],
    ['globalUserId', 'somebody'],
    ['_id', 'somebody'],
    ['id', 'somebody'],
    ['version', 1],
    ['accessSuspended', false],
    ['affiliatedEmailVerified', true],
    ['approvalRoles', ['dean']],
    ['picture', 'https://elsewhere.example/x.png'],
    ['unknown', 1],
  ])('refuses %s, and writes nothing', async (field, value) => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const reply = await device.updateUser({ name: 'Changed', [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'VALIDATION_ERROR' } })
    expect(await w.table().get(tenantUser, { id: user._id })).toMatchObject({ version: 1, roles: ['user'] })
  })

  it.each([
    ['name', { $ne: null }],
    ['name', ['Ada']],
    ['name', null],
    ['name', 'Ada\u0000'],
    ['username', 7],
    ['username', { $gt: '' }],
    ['tags', 'chess'],
    ['tags', [{}]],
    ['tags', Array.from({ length: 31 }, (_, at) => `tag ${at}`)],
    ['onboarded', 'true'],
    ['darkModePreference', 1],
    ['onboardingCompletedSteps', Array.from({ length: 301 }, (_, at) => `step ${at}`)],
    ['onboardingResponses', []],
    ['onboardingResponses', { essay: 'x'.repeat(2049) }],
    ['onboardingResponses', { essay: Array.from({ length: 50 }, () => 'x'.repeat(50)) }],
    ['onboardingResponses', { deep: { er: { still: 1 } } }],
    ['onboardingResponses', { number: 1e15 }],
    ['onboardingResponses', { '': 1 }],
    ['onboardingResponses', Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`q${at}`, at]))],
  ])('refuses a %s that is not one', async (field, value) => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const reply = await device.updateUser({ [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(reply.body.field).toMatch(new RegExp(`^${field}`))
  })

  it.each(['"\\ud800"', '1e-300', '123456789012345678901234567890'])(
    'cannot be poisoned by %s',
    async (json) => {
      const w = await world()
      const { device } = await registered(w, 'ada')
      const raw = `{"onboardingResponses":{"a":${json},"__proto__":{"b":1}},"__proto__":{"roles":["admin"]}}`
      const reply = await device.updateUser({}, { raw })
      expect(reply.status).toBe(400)
      expect((await device.updateUser({}, { raw: '{"name":"\\ud800"}' })).status).toBe(400)
      expect((await device.validateToken()).body.data.user.roles).toEqual(['user'])
    },
  )

  it('reports a wrong name and a wrong username together', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const { body } = await device.updateUser({ name: ' ', username: 'ab' })
    expect(body).toEqual({
      ...refused(NameRequired).body,
      field: 'name',
      details: [
        { field: 'name', message: NameRequired.message },
        { field: 'username', message: UsernameTooShort.message },
      ],
    })
  })

  it.each([
    [{ name: '  ' }, NameRequired],
    [{ name: 'x'.repeat(121) }, NameTooLong],
    [{ username: ' ' }, UsernameRequired],
    [{ username: 'ab' }, UsernameTooShort],
    [{ username: 'a'.repeat(21) }, UsernameTooLong],
    [{ username: 'a.b.c' }, UsernameInvalid],
    [{ username: 'ädäm' }, UsernameInvalid],
    [{ username: 'xxFuCkxx' }, UsernameProfane],
    [{ email: 'other@example.edu' }, EmailChangeNotSupported],
  ])('refuses %o with a code of its own', async (change, failure) => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const { status, body } = await device.updateUser(change)
    expect({ status, body }).toEqual({
      status: 400,
      body: { ...refused(failure).body, field: Object.keys(change)[0] },
    })
  })

  // rules/users 2
  it('is nobody else’s: a guest has none here', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const there = device.on(w.sister)
    for (const reply of [
      await there.updateUser({ name: 'Ada' }),
      await there.checkUsername({ username: 'ada' }),
      await there.getUser({ userId: 'x' }),
      await there.searchUsers(),
      await there.deleteAccount(),
    ])
      expect(reply).toMatchObject(refused(NotAMember))
    expect((await w.device().updateUser({ name: 'Ada' })).status).toBe(401)
  })
})

describe('people of a school', () => {
  // rules/users 9
  it('are read by id, without anything private', async () => {
    const w = await world()
    const [ada, ben] = await people(w, 2)
    const userId = ben?.user._id
    const reply = await ada?.device.getUser({ userId })
    expect(reply?.body).toEqual({
      success: true,
      message: 'User retrieved',
      user: { _id: userId, username: ben?.user.username, name: ben?.user.name },
    })
    expect(await ada?.device.getUser({ userId: 'nobody' })).toMatchObject(refused(UserNotFound))
    expect((await ada?.device.getUser())?.status).toBe(400)
    expect((await ada?.device.getUser({ userId: 'x'.repeat(129) }))?.status).toBe(400)
  })

  // rules/users 9
  it('of another school are nobody here', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const { user: stranger } = await registered(w, 'eve', {}, w.sister)
    expect((await device.getUser({ userId: stranger._id })).status).toBe(404)
    expect((await device.getUsers({ userIds: stranger._id })).body.users).toEqual([])
    expect((await device.getUserByUsername({ username: stranger.username })).status).toBe(404)
    expect((await device.searchUsers({ query: stranger.username })).body.data).toEqual([])
  })

  it('are read together, in each of the ways clients write a list', async () => {
    const w = await world()
    const crowd = await people(w, 3)
    const ids = crowd.map(({ user }) => user._id).reverse()
    const device = crowd[0]?.device
    const idsOf = async (query: object) =>
      (await device?.getUsers(query))?.body.users.map(({ _id }: { _id: string }) => _id)
    expect(await idsOf({ userIds: JSON.stringify([...ids, 'absent', ids[0]]) })).toEqual(ids)
    expect(await idsOf({ userIds: ids.join(',') })).toEqual(ids)
    expect(await idsOf({ 'userIds[]': ids.join(',') })).toEqual(ids)
    expect(await idsOf({})).toEqual([])
    for (const userIds of ['[1]', '["a"', '[{"$ne":""}]', Array.from({ length: 101 }, (_, at) => at).join()])
      expect((await device?.getUsers({ userIds }))?.body).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: 'userIds',
      })
  })
})

describe('a push token', () => {
  // rules/users 8
  it('is kept on the record and never shown', async () => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const reply = await device.registerPushToken({
      pushToken: 'ExponentPushToken[secret]',
      appEdition: 'pivot',
    })
    expect(reply.body.data).toEqual({ appEdition: 'pivot' })
    expect(await w.table().get(tenantUser, { id: user._id })).toMatchObject({
      pushToken: 'ExponentPushToken[secret]',
      pushAppEdition: 'pivot',
    })
    const again = await device.registerPushToken({ pushToken: 'another' })
    expect(again.body.data).toEqual({ appEdition: 'campus' })
    expect(JSON.stringify((await device.validateToken()).body)).not.toContain('another')
  })

  it('has to be there, and of one of the two editions', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    expect(await device.registerPushToken({ pushToken: ' ' })).toMatchObject(refused(PushTokenRequired))
    expect(await device.registerPushToken()).toMatchObject(refused(PushTokenRequired))
    for (const body of [
      { pushToken: ['a'] },
      { pushToken: 'a', appEdition: 'other' },
      { pushToken: 'a', roles: [] },
    ])
      expect((await device.registerPushToken(body)).body.code).toBe('VALIDATION_ERROR')
  })
})

it('every operation of the domain needs somebody who is signed in', async () => {
  const w = await world()
  for (const row of Object.values(contract.rows)) {
    const { status, body } = await w.device().request('users', row.method, row.path)
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'NO_TOKEN' })
  }
})
