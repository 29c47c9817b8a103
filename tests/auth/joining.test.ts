import { describe, expect, it } from 'vitest'
import { UserNotFound } from '../../functions/auth/contract.ts'
import { SchoolNotOpen, TenantUnavailable } from '../../lib/contract/failures.ts'
import { globalUser, type TenantRecord, tenantRecord, tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { schoolRecord } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

const inStatus = async (w: World, status: TenantRecord['status'], tenantKey = w.sister): Promise<void> => {
  const record = schoolRecord(tenantKey, w.clock.now().toISOString(), { name: 'Sister College', status })
  await w.table(tenantKey).put(tenantRecord, record)
  w.clock.advance(3)
}

describe('joining a school', () => {
  // rules/identity 28
  it.each(['hidden', 'coming_soon'] as const)('that is %s is refused', async (status) => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await inStatus(w, status)
    expect(await ada.device.on(w.sister).joinTenant()).toMatchObject(refused(SchoolNotOpen))
    expect((await ada.device.validateToken()).body.data.communities).toEqual([w.home])
    await inStatus(w, 'active')
    expect((await ada.device.on(w.sister).joinTenant()).status).toBe(200)
  })

  it('that is being maintained has to wait', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await inStatus(w, 'maintenance')
    const reply = await ada.device.on(w.sister).joinTenant()
    expect([reply.status, reply.body.code]).toEqual([503, TenantUnavailable.code])
    expect(reply.body.data).toEqual({ status: 'maintenance', tenant: w.sister })
  })

  it.each(['hidden', 'coming_soon', 'maintenance'] as const)(
    'again, while it is %s, tells a member that they are one',
    async (status) => {
      const w = await world()
      const ada = await registered(w, 'ada')
      const there = ada.device.on(w.sister)
      await there.joinTenant()
      await inStatus(w, status)
      const reply = await there.joinTenant()
      expect([reply.status, reply.body.message]).toEqual([200, 'Already a member'])
    },
  )
})

describe('a member whose record is gone', () => {
  it('is told so, by a token and when signing in', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await w.table().remove(tenantUser, { id: ada.user._id })
    expect(await ada.device.validateToken()).toMatchObject(refused(UserNotFound))
    expect(await w.device().login({ email: ada.email, password })).toMatchObject(refused(UserNotFound))
  })

  // rules/auth 30
  it('gets a new one by joining again', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await w.table().remove(tenantUser, { id: ada.user._id })
    expect((await ada.device.joinTenant()).body.data).toMatchObject({ alreadyMember: false })
    expect((await ada.device.validateToken()).status).toBe(200)
  })
})

describe('a person whose global record is gone', () => {
  // rules/auth 31
  it('cannot join anywhere', async () => {
    const w = await world()
    const { device, user } = await registered(w)
    await w.table().remove(globalUser, { id: user.globalUserId })
    const reply = await device.on(w.sister).joinTenant()
    expect([reply.status, reply.body.message]).toEqual([400, 'Global user not found.'])
  })
})
