import { describe, expect, it } from 'vitest'
import { Outranked } from '../../functions/operators/contract.ts'
import { ImpersonationForbidden } from '../../lib/contract/failures.ts'
import { access } from '../../lib/identity/person/records.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'

const cast = async () => {
  const { w, root: chief, dean } = await admins()
  const other = await withRoles(w, await registered(w, 'other'), ['user', 'admin'])
  const king = await withRoles(w, await registered(w, 'king'), ['user', 'root'])
  const second = await registered(w, 'second')
  await chief.device.addPlatformAdmin({ globalUserId: second.user.globalUserId })
  return { w, chief, second, king, dean, other, ada: await registered(w, 'ada') }
}

const suspends = (by: Person, { user }: Person, accessSuspended = true) =>
  by.device.setUserAccess({ userId: user._id, accessSuspended })
const toggles = (by: Person, { user }: Person, role: string) =>
  by.device.toggleUserRole({ userId: user._id, role })

describe('an administrator of a school', () => {
  // rules/identity 48
  it('neither suspends nor changes who ranks above, and acts for no administrator', async () => {
    const { w, chief, king, dean } = await cast()
    for (const higher of [king, chief]) {
      expect(await suspends(dean, higher)).toMatchObject(refused(Outranked))
      expect(await suspends(dean, higher, false)).toMatchObject(refused(Outranked))
      for (const role of ['admin', 'root', 'beta'])
        expect(await toggles(dean, higher, role)).toMatchObject(refused(Outranked))
      expect(
        await dean.device.setAdminRole({ userId: higher.user._id, role: 'admin', assign: false }),
      ).toMatchObject(refused(Outranked))
      expect(await dean.device.impersonateUser({ identifier: higher.user._id })).toMatchObject(
        refused(ImpersonationForbidden),
      )
    }
    const rights = await w.table().get(access, { globalUserId: king.user.globalUserId }, { strong: true })
    expect(rights?.memberships[w.home]).toMatchObject({ roles: ['user', 'root'] })
    expect(rights?.memberships[w.home]?.suspended).toBeUndefined()
  })

  // rules/identity 48
  it('makes nobody more than they are, not themselves either', async () => {
    const { dean, ada } = await cast()
    expect(await toggles(dean, ada, 'root')).toMatchObject(refused(Outranked))
    expect(await toggles(dean, dean, 'root')).toMatchObject(refused(Outranked))
    expect((await toggles(dean, ada, 'admin')).body.data.roles).toEqual(['user', 'admin'])
  })

  // rules/admins 10
  it('ends one of the same rank', async () => {
    const { dean, other } = await cast()
    expect((await suspends(dean, other)).status).toBe(200)
    expect((await toggles(dean, other, 'admin')).body.data.roles).toEqual(['user'])
  })
})

describe('who ranks above them', () => {
  it('changes what they are: the root of the school, and administrators of the platform', async () => {
    const { chief, king, dean, other } = await cast()
    expect((await suspends(king, dean)).status).toBe(200)
    expect((await toggles(king, other, 'root')).body.data.roles).toEqual(['user', 'admin', 'root'])
    expect((await suspends(chief, king)).status).toBe(200)
    expect(await suspends(king, chief)).toMatchObject({ status: 403 })
  })
})

describe('a suspension at a school', () => {
  // rules/admins 11
  it('closes the school and not the platform host', async () => {
    const { w, chief, second } = await cast()
    expect((await suspends(second, chief)).status).toBe(200)
    expect((await chief.device.validateToken()).body.code).toBe('ACCOUNT_SUSPENDED')
    const platform = chief.device.on('www')
    expect((await platform.listTenants()).status).toBe(200)
    expect((await platform.refreshToken()).status).toBe(200)
    expect((await w.device({ tenant: 'www' }).login({ email: chief.email, password })).status).toBe(200)
  })
})
