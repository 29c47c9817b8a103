import { describe, expect, it } from 'vitest'
import { RecoveryNotFound, RecoveryNotReady } from '../../functions/mfa/shapes.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { assistance, linkIn } from './assistance-stage.ts'
import { halfSignedIn, withTotp } from './factors.ts'

const hour = 3600
const day = 24 * hour

describe('two administrators together', () => {
  // rules/mfa 24
  it('let somebody of the school go on without factors, with the first proof, an hour after the first mail', async () => {
    const { w, dean, ben, opened, confirmed, goesOn } = await assistance()
    const first = await opened()
    expect([first.status, first.body.data.state]).toEqual([200, 'opened'])
    expect(first.body.data.openedBy._id).toBe(dean.user._id)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
    const second = await confirmed()
    expect([second.status, second.body.data.state]).toEqual([200, 'confirmed'])
    expect(await goesOn()).toMatchObject(refused(RecoveryNotReady))
    w.clock.advance(hour)
    expect((await w.device().completeFactorRecovery()).status).toBe(401)
    const done = await goesOn()
    expect([done.status, done.body.data?.user._id]).toEqual([200, ben.user._id])
    const { device, reply } = await halfSignedIn(w, ben.email)
    expect(reply.body.data.requiresMfa).toBeUndefined()
    await withTotp(w, device)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  it('leave audit rows, and a mail to every proven address at both steps', async () => {
    const { w, dean, mia, ben, opened, confirmed, mailsTo } = await assistance()
    const linked = 'ben@linked.example.edu'
    const change = {
      affiliatedEmail: linked,
      affiliatedEmailVerified: true,
      affiliatedEmailAt: '2020-01-01T00:00:00.000Z',
    }
    await w.table().update(tenantUser, { id: ben.user._id }, { set: change })
    await opened()
    await confirmed()
    for (const to of [ben.email, linked])
      expect((await mailsTo(to)).map(({ text }) => /Two administrators/.test(text)).sort()).toEqual([
        false,
        true,
      ])
    expect((await mailsTo(ben.email))[0]?.text).toContain(`of School ${w.home} say`)
    const keyParams = { action: 'factor.assistance' }
    const { items } = await w.table().list(auditEntry, { index: 'gsi2', keyParams, limit: 10 })
    const rows = items.filter(({ targetId }) => targetId === ben.user.globalUserId)
    expect(rows.map(({ actor, detail }) => [actor, detail?.did]).sort()).toEqual(
      [
        [dean.user.globalUserId, 'opened'],
        [mia.user.globalUserId, 'confirmed'],
      ].sort(),
    )
  })

  // rules/mfa 20, rules/mfa 24
  it.each([0, 1])('are stopped by the link of either mail: %i', async (at) => {
    const { w, ben, opened, confirmed, goesOn, stateOf, mailsTo } = await assistance()
    await opened()
    await confirmed()
    const mail = (await mailsTo(ben.email))[at]
    const link = linkIn(mail?.text)
    const { status } = await w.device().cancelFactorRecovery({ id: link.get('id'), code: link.get('code') })
    expect([status, await stateOf()]).toEqual([200, 'none'])
    w.clock.advance(hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  it('are stopped by who shows a factor, and by one of them', async () => {
    const { w, mia, ben, app, opened, confirmed, stateOf } = await assistance()
    await opened()
    const owner = await halfSignedIn(w, ben.email)
    expect((await owner.device.verifyTotp({ code: app.code() })).status).toBe(200)
    expect(await stateOf()).toBe('none')
    await opened()
    await confirmed()
    const userId = ben.user._id
    expect((await mia.device.withdrawFactorRecovery({ userId })).status).toBe(200)
    expect(await mia.device.withdrawFactorRecovery({ userId })).toMatchObject(refused(RecoveryNotFound))
    expect(await stateOf()).toBe('none')
  })

  it('have four hours, and the person a day', async () => {
    const { w, fresh, opened, confirmed, goesOn } = await assistance()
    await opened()
    w.clock.advance(4 * hour)
    await fresh()
    expect(await confirmed()).toMatchObject(refused(RecoveryNotFound))
    await opened()
    await confirmed()
    w.clock.advance(25 * hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  it('change nothing of a wait that the person has begun', async () => {
    const { w, mia, ben, opened, goesOn } = await assistance()
    const { device } = await halfSignedIn(w, ben.email)
    const { readyAt } = (await device.startFactorRecovery()).body.data
    await opened()
    expect((await device.startFactorRecovery()).body.data).toEqual({ readyAt })
    await mia.device.withdrawFactorRecovery({ userId: ben.user._id })
    w.clock.advance(3 * day)
    expect((await goesOn()).status).toBe(200)
  })

  it('do not spare somebody the wait that they begin later', async () => {
    const { w, ben, opened, goesOn } = await assistance()
    await opened()
    const { device } = await halfSignedIn(w, ben.email)
    expect((await device.startFactorRecovery()).status).toBe(200)
    w.clock.advance(day)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotReady))
    w.clock.advance(2 * day)
    expect((await goesOn()).status).toBe(200)
  })
})
