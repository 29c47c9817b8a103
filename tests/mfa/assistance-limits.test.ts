import { describe, expect, it } from 'vitest'
import {
  BeyondSchool,
  FactorTooYoung,
  MemberNotFound,
  NothingLost,
  OtherAdministratorRequired,
  Outranked,
  OwnRecovery,
  RecoveryNotFound,
} from '../../functions/mfa/shapes.ts'
import { ConcurrentChange, SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { factorRecovery, totp } from '../../lib/identity/factor/records.ts'
import { withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { assistance, linkIn } from './assistance-stage.ts'
import { confirmWith, halfSignedIn, withPasskey, withTotp } from './factors.ts'

const hour = 3600

describe('an administrator', () => {
  // rules/mfa 24
  it('does not do it alone', async () => {
    const { dean, mia, opened, confirmed } = await assistance()
    await opened()
    expect(await confirmed(dean)).toMatchObject(refused(OtherAdministratorRequired))
    expect((await opened(mia)).body.data).toMatchObject({ state: 'opened', openedBy: { _id: dean.user._id } })
    expect(await confirmed(dean)).toMatchObject(refused(OtherAdministratorRequired))
  })

  it('does not do it with one who is none any more, or whose sessions were ended', async () => {
    const { w, dean, rightsChange, opened, confirmed } = await assistance()
    await opened()
    await withRoles(w, dean, ['user'])
    expect(await confirmed()).toMatchObject(refused(RecoveryNotFound))
    await withRoles(w, dean, ['user', 'admin'])
    await rightsChange(dean, { epoch: 9 })
    expect(await confirmed()).toMatchObject(refused(RecoveryNotFound))
  })

  it('does it in a session that has just shown a factor of their own, which is old', async () => {
    const { w, dean, fresh, opened, confirmed } = await assistance()
    w.clock.advance(16 * 60)
    await dean.device.refreshToken()
    expect(await opened()).toMatchObject(refused(StrongProofRequired))
    const young = await withRoles(w, await registered(w, 'young'), ['user', 'admin'])
    expect(await opened(young)).toMatchObject(refused(SecondFactorRequired))
    await withTotp(w, young.device)
    expect(await opened(young)).toMatchObject(refused(FactorTooYoung))
    await fresh()
    await opened()
    expect(await confirmed(young)).toMatchObject(refused(FactorTooYoung))
  })

  it('does it in no session that has shown a factor of just now, whoever has an old one too', async () => {
    const { w, mia, opened, confirmed } = await assistance()
    await opened()
    const { key, origin } = await withPasskey(w, mia.device)
    await confirmWith(mia.device, key, origin)
    expect(await confirmed()).toMatchObject(refused(FactorTooYoung))
  })

  it('does it with nobody whom one of them has made an administrator just now', async () => {
    const { w, dean, shownNow, fresh, opened, confirmed } = await assistance()
    const accomplice = await registered(w, 'accomplice')
    await withTotp(w, accomplice.device)
    w.clock.advance(14 * 24 * hour)
    await fresh()
    await opened()
    const made = { userId: accomplice.user._id, role: 'admin', assign: true }
    expect((await dean.device.setAdminRole(made)).status).toBe(200)
    await shownNow(accomplice)
    expect(await confirmed(accomplice)).toMatchObject(refused(FactorTooYoung))
  })

  it('may be one of the platform, who is no member', async () => {
    const { w, root, rightsChange, shownNow, fresh, opened, confirmed } = await assistance()
    await root.device.login({ email: root.email, password })
    await withTotp(w, root.device)
    w.clock.advance(14 * 24 * hour)
    await rightsChange(root, { memberships: {} })
    await shownNow(root)
    await fresh()
    await opened()
    expect((await confirmed(root)).status).toBe(200)
  })

  it('does it for nobody who ranks above the one of both who ranks lower, by then', async () => {
    const { w, mia, ben, opened, confirmed, goesOn } = await assistance()
    await opened()
    for (const one of [ben, mia]) await withRoles(w, one, ['user', 'root'])
    expect(await confirmed()).toMatchObject(refused(RecoveryNotFound))
    await withRoles(w, ben, ['user', 'admin'])
    expect((await confirmed()).status).toBe(200)
    await withRoles(w, ben, ['user', 'root'])
    w.clock.advance(hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
    await withRoles(w, ben, ['user', 'admin'])
    expect((await goesOn()).status).toBe(200)
  })

  it('does it for none but members who rank no higher, have a factor, and are somebody else', async () => {
    const { w, dean, opened } = await assistance()
    expect(await opened(dean, dean)).toMatchObject(refused(OwnRecovery))
    const chief = await withRoles(w, await registered(w, 'chief'), ['user', 'root'])
    await withTotp(w, chief.device)
    expect(await opened(dean, chief)).toMatchObject(refused(Outranked))
    expect(await opened(dean, await registered(w, 'none'))).toMatchObject(refused(NothingLost))
    const nowhere = await dean.device.openFactorRecovery({ userId: 'nobody' })
    expect(nowhere).toMatchObject(refused(MemberNotFound))
  })

  // rules/mfa 25
  it('does it for nobody whose account is something beyond the school, at whichever step that shows', async () => {
    const { root, dean, ben, joinsElsewhere, opened, confirmed } = await assistance()
    await opened()
    await joinsElsewhere(ben)
    expect(await confirmed()).toMatchObject(refused(BeyondSchool))
    expect(await opened()).toMatchObject(refused(BeyondSchool))
    expect(await opened(dean, root)).toMatchObject(refused(BeyondSchool))
  })

  it('has done nothing for who has become more since', async () => {
    const { w, ben, joinsElsewhere, opened, confirmed, goesOn } = await assistance()
    await opened()
    await confirmed()
    await joinsElsewhere(ben)
    w.clock.advance(hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  it('has done nothing for a sign-in at another school', async () => {
    const { w, ben, opened, confirmed, goesOn } = await assistance()
    await opened()
    await confirmed()
    w.clock.advance(hour)
    const { device } = await halfSignedIn(w, ben.email, w.sister)
    expect((await device.completeFactorRecovery()).body.code).toBe(RecoveryNotFound.code)
    expect((await goesOn()).status).toBe(200)
  })
})

describe('at the same moment', () => {
  it('confirming and ending leave one outcome', async () => {
    const { w, ben, opened, confirmed, goesOn, mailsTo } = await assistance()
    await opened()
    const link = linkIn((await mailsTo(ben.email))[0]?.text)
    const given = { id: link.get('id'), code: link.get('code') }
    const [yes, no] = await Promise.all([confirmed(), w.device().cancelFactorRecovery(given)])
    const row = await w.table().get(factorRecovery, { globalUserId: ben.user.globalUserId }, { strong: true })
    expect(row).toBeUndefined()
    expect(no.status).toBe(200)
    expect([200, ConcurrentChange.status, RecoveryNotFound.status]).toContain(yes.status)
    w.clock.advance(hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  it('two open it once, and one alone may not confirm it', async () => {
    const { w, dean, mia, ben, opened, confirmed } = await assistance()
    const both = await Promise.all([opened(dean), opened(mia)])
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const row = await w.table().get(factorRecovery, { globalUserId: ben.user.globalUserId }, { strong: true })
    const opener = row?.assisted?.by === dean.user.globalUserId ? dean : mia
    expect(await confirmed(opener)).toMatchObject(refused(OtherAdministratorRequired))
  })

  it('it is used once', async () => {
    const { w, ben, opened, confirmed } = await assistance()
    await opened()
    await confirmed()
    w.clock.advance(hour)
    const halves = await Promise.all([halfSignedIn(w, ben.email), halfSignedIn(w, ben.email)])
    const done = await Promise.all(halves.map(({ device }) => device.completeFactorRecovery()))
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await w.table().get(totp, { globalUserId: ben.user.globalUserId }, { strong: true }),
    ).toBeUndefined()
  })
})
