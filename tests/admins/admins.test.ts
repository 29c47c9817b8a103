import { describe, expect, it } from 'vitest'
import {
  EmailNotVerified,
  GlobalUserNotFound,
  LastPlatformAdmin,
  NobodyNamed,
  PlatformRoleNotFound,
  RootRequired,
} from '../../functions/admins/contract.ts'
import { PlatformAdminRequired } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { access, globalUser } from '../../lib/identity/person/records.ts'
import { adminCount, platformAdmin } from '../../lib/identity/platform-records.ts'
import { admins, countedAdmins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { world } from '../support/world.ts'

describe('adding a platform administrator', () => {
  // rules/admins 1
  it('by e-mail writes right, list, count and audit row, and is idempotent', async () => {
    const { w, root } = await admins()
    const before = await countedAdmins(w)
    const ada = await registered(w, 'ada')
    const person = {
      globalUserId: ada.user.globalUserId,
      email: ada.email,
      name: ada.user.name,
      emailVerified: false,
    }
    const preview = await root.device.addPlatformAdmin({ email: ada.email, preview: true })
    expect([preview.body.data, await countedAdmins(w)]).toEqual([person, before])
    const first = await root.device.addPlatformAdmin({ email: ada.email.toUpperCase() })
    expect(first.status).toBe(200)
    expect(first.body.data).toEqual(person)
    expect((await root.device.addPlatformAdmin({ globalUserId: ada.user.globalUserId })).status).toBe(200)
    expect(await countedAdmins(w)).toBe(before + 1)
    const listed = await root.device.listPlatformAdmins()
    expect(listed.body.data.nominations).toEqual([])
    expect(listed.body.data.admins).toContainEqual(
      expect.objectContaining({
        email: ada.email,
        addedBy: root.user.globalUserId,
        roles: ['platform_admin'],
      }),
    )
    const { items } = await w
      .table('www')
      .list(auditEntry, { index: 'gsi1', keyParams: { actor: root.user.globalUserId }, limit: 10 })
    expect(items).toMatchObject([
      { action: 'platform_admin.add', targetId: ada.user.globalUserId, ipAddress: expect.any(String) },
    ])
    expect((await ada.device.validateToken()).body.data.platformRoles).toEqual(['platform_admin'])
  })

  // rules/admins 1
  it('refuses nobody, somebody unknown, and who is no platform administrator', async () => {
    const { w, root, dean } = await admins()
    expect(await root.device.addPlatformAdmin({})).toMatchObject(refused(NobodyNamed))
    expect(await root.device.addPlatformAdmin({ email: w.email('nobody') })).toMatchObject(
      refused(GlobalUserNotFound),
    )
    expect(await root.device.addPlatformAdmin({ globalUserId: 'nobody' })).toMatchObject(
      refused(GlobalUserNotFound),
    )
    expect(await dean.device.addPlatformAdmin({ email: dean.email })).toMatchObject(
      refused(PlatformAdminRequired),
    )
    expect((await dean.device.listPlatformAdmins()).status).toBe(200)
  })

  // rules/admins 2
  it('by an address that nobody has proven is refused where proof is asked for', async () => {
    const { w, root } = await admins({ REQUIRE_VERIFIED_EMAIL: 'true' })
    const ada = await registered(w, 'ada')
    expect(await root.device.addPlatformAdmin({ email: ada.email })).toMatchObject(refused(EmailNotVerified))
    await w.table().update(globalUser, { id: ada.user.globalUserId }, { set: { emailVerified: true } })
    expect((await root.device.addPlatformAdmin({ email: ada.email })).status).toBe(200)
  })

  // rules/admins 3
  it('twenty times at once counts once', async () => {
    const { w, root } = await admins()
    const before = await countedAdmins(w)
    const ada = await registered(w, 'ada')
    const all = Array.from({ length: 20 }, () => root.device.addPlatformAdmin({ email: ada.email }))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 409 && status !== 503)).toEqual([])
    expect(await countedAdmins(w)).toBe(before + 1)
  })
})

describe('removing a platform administrator', () => {
  // rules/admins 4
  it('ends the right and every session, and leaves the password', async () => {
    const { w, root } = await admins()
    const ada = await registered(w, 'ada')
    await root.device.addPlatformAdmin({ email: ada.email })
    const id = ada.user.globalUserId
    const removed = await root.device.removePlatformAdmin({ globalUserId: id })
    expect(removed.body).toEqual({ success: true, message: 'Platform admin removed' })
    expect((await ada.device.validateToken()).body.code).toBe('SESSION_REVOKED')
    expect((await ada.device.refreshToken()).status).toBe(401)
    expect((await ada.device.login({ email: ada.email, password })).status).toBe(200)
    expect((await ada.device.validateToken()).body.data.platformRoles).toEqual([])
    expect(await w.table().get(platformAdmin, { globalUserId: id })).toBeUndefined()
    expect(await root.device.removePlatformAdmin({ globalUserId: id })).toMatchObject(
      refused(PlatformRoleNotFound),
    )
  })

  // rules/admins 5
  it('lets nothing succeed that began after the answer, with fifty requests in flight', async () => {
    const { w, root } = await admins()
    const ada = await registered(w, 'ada')
    await root.device.addPlatformAdmin({ email: ada.email })
    let answered = false
    const late: number[] = []
    const ask = async (): Promise<void> => {
      while (late.length < 50) {
        const after = answered
        const { status } = await ada.device.listPlatformAdmins()
        if (after) late.push(status)
      }
    }
    const asking = Array.from({ length: 50 }, ask)
    await root.device.removePlatformAdmin({ globalUserId: ada.user.globalUserId })
    answered = true
    await Promise.all(asking)
    expect(late.filter((status) => status !== 401)).toEqual([])
    expect(w.logs.length).toBeGreaterThan(50)
  })

  // rules/admins 6
  it('refuses oneself, and root to all but root', async () => {
    const { w, root } = await admins()
    const ada = await registered(w, 'ada')
    await root.device.addPlatformAdmin({ email: ada.email })
    expect(await root.device.removePlatformAdmin({ globalUserId: root.user.globalUserId })).toMatchObject(
      refused(LastPlatformAdmin),
    )
    const rights = await w.table().get(access, { globalUserId: root.user.globalUserId }, { strong: true })
    if (!rights) throw new Error('root has rights')
    await w.table().put(access, { ...rights, platformRoles: ['root'], version: rights.version + 1 })
    const tried = await ada.device.removePlatformAdmin({ globalUserId: root.user.globalUserId })
    expect(tried).toMatchObject(refused(RootRequired))
  })

  // rules/admins 7
  it('never removes the last one, however many remove each other at once', async () => {
    const { w, root } = await admins()
    const others = []
    for (const name of ['ada', 'ben', 'cleo', 'dan']) others.push(await registered(w, name))
    for (const { email } of others) await root.device.addPlatformAdmin({ email })
    const all = [root, ...others]
    // Others of this file have administrators too: this platform counts its own.
    await w.table().update(adminCount, { name: 'COUNT' }, { set: { count: all.length } })
    const replies = await Promise.all(
      all.map(({ device }, at) => {
        const next = all[(at + 1) % all.length]
        return device.removePlatformAdmin({ globalUserId: next?.user.globalUserId ?? '' })
      }),
    )
    const removed = replies.filter(({ status }) => status === 200).length
    const left = await Promise.all(
      all.map(({ user }) =>
        w.table().get(platformAdmin, { globalUserId: user.globalUserId }, { strong: true }),
      ),
    )
    const staying = left.filter((admin) => admin !== undefined).length
    expect(staying).toBeGreaterThanOrEqual(1)
    expect(staying).toBe(all.length - removed)
    expect(await countedAdmins(w)).toBe(staying)
  })

  it('works on the platform host, and signs nobody up from a closed door', async () => {
    const { root } = await admins()
    expect((await root.device.on('www').listPlatformAdmins()).status).toBe(200)
    const w = await world()
    expect((await w.device({ tenant: 'www' }).listPlatformAdmins()).status).toBe(401)
  })
})
