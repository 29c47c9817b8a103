import { describe, expect, it } from 'vitest'
import { IdentifierRequired, NotImpersonating, UserNotFound } from '../../functions/impersonation/contract.ts'
import { type contracts, routes } from '../../functions/routes.ts'
import { Forbidden, ImpersonationForbidden } from '../../lib/contract/failures.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { session } from '../../lib/identity/person/records.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import type { World } from '../support/world.ts'

const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const stage = async () => {
  const place = await admins()
  const ada = await registered(place.w, 'ada', { username: 'Ada' })
  return { ...place, ada }
}

const auditOf = async (w: World, action: string) =>
  (await w.table().list(auditEntry, { index: 'gsi2', keyParams: { action }, limit: 10 })).items

describe('acting for somebody', () => {
  it.each(['id', 'email', 'username'] as const)('finds the person by %s', async (by) => {
    const { dean, ada } = await stage()
    const identifier = { id: ada.user._id, email: ada.email.toUpperCase(), username: 'aDA' }[by]
    const reply = await dean.device.impersonateUser({ identifier, reason: 'a look at the calendar' })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body.message).toBe('Logged in as Ada')
    expect(reply.body.data.user._id).toBe(ada.user._id)
    const me = await dean.device.validateToken()
    expect(me.body.data.user._id).toBe(ada.user._id)
  })

  // rules/admins 13
  it('is marked in tokens, in the list of devices, in the audit rows and in every log line', async () => {
    const { w, dean, ada } = await stage()
    await dean.device.impersonateUser({ identifier: 'ada', reason: 'a look' })
    const claims = claimsOf(dean.device.jar.get('accessToken'))
    expect(claims).toMatchObject({
      globalUserId: ada.user.globalUserId,
      impersonatedBy: dean.user.globalUserId,
    })
    const { sessions } = (await ada.device.listSessions()).body.data
    expect(sessions.map((one: { deviceInfo: string }) => one.deviceInfo)).toContainEqual(
      expect.stringContaining('Administrator acting for you'),
    )
    await dean.device.updateUser({ name: 'Changed' })
    expect(w.logs.at(-1)).toMatchObject({ caller: ada.user.globalUserId, actor: dean.user.globalUserId })
    expect(await auditOf(w, 'impersonation.start')).toMatchObject([
      { actor: dean.user.globalUserId, targetId: ada.user.globalUserId },
    ])
  })

  // rules/admins 14
  it('has no rights of an administrator, of neither of the two', async () => {
    const { root, ada } = await stage()
    await root.device.impersonateUser({ identifier: 'ada' })
    expect(claimsOf(root.device.jar.get('accessToken')).platformRoles).toBeUndefined()
    for (const operation of ['listPlatformAdmins', 'listAuditEntries', 'getDetailedHealth'] as const)
      expect(await root.device[operation]()).toMatchObject(refused(ImpersonationForbidden))
    expect(await root.device.impersonateUser({ identifier: ada.user._id })).toMatchObject(
      refused(ImpersonationForbidden),
    )
  })

  // rules/admins 15
  it('leaves alone what is the person own: every row that says so refuses', async () => {
    const { root, ada, w } = await stage()
    await root.device.impersonateUser({ identifier: 'ada' })
    const rows = routesOf(routes).filter(({ row }) => row.inPerson)
    expect(rows.length).toBeGreaterThan(8)
    for (const { domain, row, path } of rows) {
      const at = path.replace(/:\w+/g, 'some')
      const reply = await root.device.request(domain as keyof typeof contracts, row.method, at)
      expect(reply, at).toMatchObject(refused(ImpersonationForbidden))
    }
    expect((await ada.device.listSessions()).body.data.sessions).toHaveLength(2)
    expect(w.logs.at(-1)).toMatchObject({ status: 200 })
  })

  // rules/admins 15
  it('is declared in every row about passwords, addresses, devices and the end of an account', () => {
    const own = /password|email|sessions|session|push-|calendar-|delete-account|link/
    const open = routesOf(routes).filter(
      ({ row, path }) =>
        own.test(path) &&
        row.method !== 'GET' &&
        ['caller', 'member'].includes(String(row.access)) &&
        !row.inPerson,
    )
    expect(open.map(({ path }) => path)).toEqual([])
  })

  // rules/admins 16
  it('never works on administrators, on oneself or on the suspended', async () => {
    const { w, root, dean, ada } = await stage()
    const other = await withRoles(w, await registered(w, 'other'), ['user', 'root'])
    for (const { user } of [root, dean, other])
      expect(await dean.device.impersonateUser({ identifier: user._id })).toMatchObject(
        refused(ImpersonationForbidden),
      )
    expect(await dean.device.impersonateUser({})).toMatchObject(refused(IdentifierRequired))
    expect(await dean.device.impersonateUser({ identifier: 'nobody' })).toMatchObject(refused(UserNotFound))
    expect(await ada.device.impersonateUser({ identifier: 'dean' })).toMatchObject(refused(Forbidden))
    const stranger = await registered(w, 'stranger', {}, w.sister)
    expect(await dean.device.impersonateUser({ identifier: stranger.email })).toMatchObject(
      refused(UserNotFound),
    )
  })

  // rules/admins 17
  it('stays at the school where it began', async () => {
    const { w, dean, ada } = await stage()
    await ada.device.on(w.sister).joinTenant()
    await dean.device.impersonateUser({ identifier: 'ada' })
    expect(await dean.device.on(w.sister).validateToken()).toMatchObject(refused(ImpersonationForbidden))
    expect(await dean.device.on('www').validateToken()).toMatchObject(refused(ImpersonationForbidden))
  })

  // rules/admins 17
  it('ends after an hour, refreshed or not', async () => {
    const { w, dean, ada } = await stage()
    await dean.device.impersonateUser({ identifier: 'ada' })
    for (let minutes = 0; minutes < 56; minutes += 14) {
      w.clock.advance(14 * 60)
      expect((await dean.device.refreshToken()).status).toBe(200)
      expect((await dean.device.validateToken()).body.data.user._id).toBe(ada.user._id)
    }
    const claims = claimsOf(dean.device.jar.get('accessToken'))
    expect(Number(claims.exp) * 1000 - w.clock.now().getTime()).toBeLessThanOrEqual(4 * 60_000)
    w.clock.advance(4 * 60 + 1)
    expect((await dean.device.validateToken()).status).toBe(401)
    expect((await dean.device.refreshToken()).status).toBe(401)
  })

  // rules/admins 18
  it.each(['session', 'role'] as const)("ends with the administrator's own %s", async (what) => {
    const { w, dean } = await stage()
    const own = new Map(dean.device.jar)
    await dean.device.impersonateUser({ identifier: 'ada' })
    expect((await dean.device.validateToken()).status).toBe(200)
    if (what === 'role') await withRoles(w, dean, ['user'])
    else await w.device({ jar: own }).logout()
    expect((await dean.device.validateToken()).body.code).toBe('SESSION_REVOKED')
  })

  // rules/admins 19
  it('ends when the person becomes an administrator, or signs that device out', async () => {
    const { w, dean, ada } = await stage()
    await dean.device.impersonateUser({ identifier: 'ada' })
    const { sessions } = (await ada.device.listSessions()).body.data
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    await ada.device.revokeSession({ sessionId: other.id })
    expect((await dean.device.validateToken()).body.code).toBe('SESSION_REVOKED')
    const ben = await registered(w, 'ben')
    const { device } = await withRoles(w, await registered(w, 'boss'), ['user', 'admin'])
    await device.impersonateUser({ identifier: ben.user._id })
    await withRoles(w, ben, ['user', 'admin'])
    expect((await device.validateToken()).body.code).toBe('SESSION_REVOKED')
  })

  it('believes no token that leaves its mark out', async () => {
    const { w, dean, ada } = await stage()
    await dean.device.impersonateUser({ identifier: 'ada' })
    const sid = String(claimsOf(dean.device.jar.get('accessToken')).sid)
    const globalUserId = ada.user.globalUserId
    const now = w.clock.now()
    const claims = { globalUserId, roles: [], sid, school: w.home }
    const forged = await w.runtime.issuer.accessToken(
      w.table(),
      claims,
      now,
      new Date(now.getTime() + 6e4),
      'x',
    )
    const headers = { authorization: `Bearer ${forged}` }
    expect((await w.device().validateToken({}, { headers })).body.code).toBe('SESSION_REVOKED')
  })
})

describe('stopping', () => {
  // rules/admins 22
  it("gives the administrator's own session back, with a refresh token that works", async () => {
    const { w, dean, ada } = await stage()
    const before = String(claimsOf(dean.device.jar.get('accessToken')).sid)
    const kept = new Map(dean.device.jar)
    await dean.device.impersonateUser({ identifier: 'ada' })
    const loan = String(claimsOf(dean.device.jar.get('accessToken')).sid)
    const stopped = await dean.device.stopImpersonation()
    expect(stopped.body).toEqual({ success: true, message: 'Impersonation ended' })
    expect(claimsOf(dean.device.jar.get('accessToken')).sid).toBe(before)
    expect((await dean.device.validateToken()).body.data.user._id).toBe(dean.user._id)
    expect((await dean.device.listAuditEntries()).status).toBe(200)
    expect((await dean.device.refreshToken()).status).toBe(200)
    expect((await w.device({ jar: kept }).refreshToken()).status).toBe(200)
    const gone = await w.table().get(session, { globalUserId: ada.user.globalUserId, id: loan })
    expect(gone).toBeUndefined()
    expect(await auditOf(w, 'impersonation.stop')).toMatchObject([
      { actor: dean.user.globalUserId, actingAs: ada.user.globalUserId, targetId: ada.user.globalUserId },
    ])
  })

  // rules/admins 22
  it('twice, or without having begun, is refused', async () => {
    const { dean, ada, w } = await stage()
    expect(await ada.device.stopImpersonation()).toMatchObject(refused(NotImpersonating))
    await dean.device.impersonateUser({ identifier: 'ada' })
    const twin = w.device({ jar: new Map(dean.device.jar) })
    const statuses = (await Promise.all([dean.device.stopImpersonation(), twin.stopImpersonation()])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 401])
  })

  it('hands native clients their tokens in the body', async () => {
    const { w, dean } = await stage()
    const native = w.device({ headers: { 'x-client': 'mobile' } })
    const { body } = await native.login({ email: dean.email, password: 'correct horse battery' })
    const showing = ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => ({
      headers: { authorization: `Bearer ${accessToken}`, 'x-refresh-token': refreshToken },
    })
    const began = await native.impersonateUser({ identifier: 'ada' }, showing(body.data))
    expect(began.cookies).toEqual([])
    const ended = await native.stopImpersonation({}, showing(began.body.data))
    expect(ended.body).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String) })
  })
})
