import { beforeAll, describe, expect, it } from 'vitest'
import { streamConsumers } from '../../functions/management/stream-consumers.ts'
import { LastAdmin, OwnAccount, PersonNotFound } from '../../functions/operators/contract.ts'
import { consume } from '../../functions/stream/handler.ts'
import { AccountSuspended, Forbidden } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { listed } from '../support/inboxes.ts'
import { type Person, password, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { changeNotice } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let root: Person
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ w, dean, root } = await admins())
  ada = await registered(w, 'ada', { username: 'ada' })
  ben = await registered(w, 'ben', { username: 'bennet' })
})

const role = (who: Person, assign: boolean, by = root) =>
  by.device.setAdminRole({ userId: who.user._id, role: 'admin', assign })
const access = (who: Person, accessSuspended: boolean, by = root) =>
  by.device.setUserAccess({ userId: who.user._id, accessSuspended })

describe('roles at a school', () => {
  // rules/admins 8
  it('are assigned and removed by administrators only, effective with the next request', async () => {
    expect(await role(ben, true, ada)).toMatchObject(refused(Forbidden))
    expect(await ada.device.toggleUserRole({ userId: ada.user._id, role: 'admin' })).toMatchObject(
      refused(Forbidden),
    )
    expect((await role(ben, true, dean)).body.data.roles).toEqual(['user', 'admin'])
    expect((await ben.device.getUserStats()).status).toBe(200)
    expect((await role(ben, false, dean)).body.data.roles).toEqual(['user'])
    expect(await ben.device.getUserStats()).toMatchObject(refused(Forbidden))
    const { items } = await w
      .table()
      .list(auditEntry, { index: 'gsi2', keyParams: { action: 'user.role_removed' }, limit: 1 })
    expect(items[0]).toMatchObject({ targetId: ben.user._id, detail: { role: 'admin' } })
  })

  // rules/admins 26
  it('are announced to a person who starts or stops to administer the school, once for each change', async () => {
    const eve = await registered(w, 'eve', { username: 'eve' })
    const titles = async () => {
      await streamOf(w).drain()
      return (await listed(eve)).data.map(({ title }: { title: string }) => title)
    }
    const added = 'You are now an administrator of your school'
    await role(eve, true, dean)
    await role(eve, true, dean)
    expect(await titles()).toEqual([added])
    await role(eve, false, dean)
    expect(await titles()).toEqual(['You are no longer an administrator of your school', added])
    expect(w.mails.filter(({ to }) => to === eve.email).map(({ subject }) => subject)).toContain(added)
    await dean.device.toggleUserRole({ userId: eve.user._id, role: 'beta' })
    expect(await titles()).toHaveLength(2)
  })

  it('are toggled by the path that clients use, if they exist', async () => {
    const toggle = (wanted: string) => dean.device.toggleUserRole({ userId: ada.user._id, role: wanted })
    expect((await toggle('beta')).body).toMatchObject({
      message: 'Role added successfully',
      data: { roles: ['user', 'beta'] },
    })
    expect((await toggle('beta')).body).toMatchObject({
      message: 'Role removed successfully',
      data: { roles: ['user'] },
    })
    expect((await toggle('king')).status).toBe(400)
    const nobody = await dean.device.toggleUserRole({ userId: 'nobody', role: 'beta' })
    expect(nobody).toMatchObject(refused(PersonNotFound))
  })

  // rules/admins 9
  it('always leave the school an administrator, also when two remove each other', async () => {
    expect(await role(dean, false)).toMatchObject(refused(LastAdmin))
    expect(await access(dean, true)).toMatchObject(refused(LastAdmin))
    await role(ben, true)
    const replies = await Promise.all([role(dean, false, ben), role(ben, false, dean)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    await role(dean, true)
    await role(ben, false)
  })
})

describe('access', () => {
  // rules/admins 12
  it('ends with a suspension, and returns when it is lifted', async () => {
    const { body } = await access(ada, true, dean)
    expect(body.data).toEqual({ accessSuspended: true, accessSuspendedAt: w.clock.now().toISOString() })
    expect(await ada.device.listSessions()).toMatchObject(refused(AccountSuspended))
    expect((await access(ada, false, dean)).body.data).toEqual({ accessSuspended: false })
    await ada.device.login({ email: ada.email, password })
    expect((await ada.device.listSessions()).status).toBe(200)
    expect(await access(dean, true, dean)).toMatchObject(refused(OwnAccount))
    expect(await access(ben, true, ada)).toMatchObject(refused(Forbidden))
  })
})

describe('people', () => {
  const names = async (query: object): Promise<string[]> => {
    const { body } = await dean.device.findSchoolUsers(query)
    return body.data.users.map(({ username }: { username: string }) => username)
  }

  // rules/users 11
  it('are found by words of names and usernames or a complete address, administrators also without a query', async () => {
    expect(await names({ q: 'be' })).toEqual(['bennet'])
    await registered(w, 'eva', { username: 'eva', name: 'Éva Bennett-Kovács' })
    expect(await names({ q: 'be', limit: '1' })).toHaveLength(1)
    expect((await dean.device.findSchoolUsers({ q: 'be', limit: '1' })).body.data).toMatchObject({
      total: 2,
      totalIsLowerBound: false,
    })
    for (const q of ['kovacs', 'KOV', 'Éva', 'bennett'])
      expect([q, ...(await names({ q }))]).toEqual([q, 'eva'])
    expect(await names({ q: 'ovacs' })).toEqual([])
    expect(await names({ q: ben.email })).toEqual(['bennet'])
    expect(await names({ q: 'b' })).toEqual([])
    expect(await names({})).toEqual([])
    expect(await names({ role: 'admin' })).toEqual(['dean'])
    expect(await names({ q: 'ad', role: 'admin' })).toEqual([])
    expect((await dean.device.findSchoolUsers({ role: 'beta' })).status).toBe(400)
    expect(await ada.device.findSchoolUsers({ q: 'be' })).toMatchObject(refused(Forbidden))
  })

  it('are shown with whether their addresses are confirmed, where that is requested', async () => {
    const found = async (query: object) =>
      (await dean.device.findSchoolUsers({ q: ben.email, ...query })).body.data.users[0].emailVerified
    expect([await found({}), await found({ addresses: 'true' })]).toEqual([undefined, false])
    const { globalUserId: id } = (await w.table().get(tenantUser, { id: ben.user._id })) ?? {
      globalUserId: '',
    }
    await w.table().update(globalUser, { id }, { set: { emailVerified: true } })
    expect(await found({ addresses: 'true' })).toBe(true)
  })

  it('are counted', async () => {
    const users = await Promise.all(
      [dean, ada].map(({ user }) => w.table().get(tenantUser, { id: user._id })),
    )
    const Records = users.map((user) => changeNotice(w, tenantUser, undefined, user))
    await consume(streamConsumers, () => w.runtime)({ Records: [...Records, ...Records] })
    const { body } = await dean.device.getUserStats()
    expect(body.data).toEqual({ totalUsers: 2, adminCount: 1, memberCount: 1 })
  })
})
