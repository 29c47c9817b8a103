import { describe, expect, it } from 'vitest'
import {
  BeyondSchool,
  MemberNotFound,
  PasskeyNotFound,
  RecoveryNotFound,
} from '../../functions/mfa/shapes.ts'
import { SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { factorRecovery } from '../../lib/identity/factor/records.ts'
import { access, session } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { world } from '../support/world.ts'
import { assistance } from './assistance-stage.ts'
import { halfSignedIn, withTotp } from './factors.ts'
import { comeIn, mfa, stage } from './provider-stage.ts'

type Assistance = Awaited<ReturnType<typeof assistance>>

const hour = 3600
const day = 24 * hour

describe('a wait that is over', () => {
  // rules/mfa 10
  it('is mailed to who had the factors', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w)
    await withTotp(w, ada.device)
    await (await halfSignedIn(w, ada.email)).device.startFactorRecovery()
    w.clock.advance(3 * day)
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.completeFactorRecovery()).status).toBe(200)
    await w.deliver()
    const told = w.mails.filter(({ text }) => text.includes('Every second factor of your account'))
    expect(told).toMatchObject([{ to: ada.email, kind: 'factor_changed' }])
  })

  // rules/mfa 19
  it('that goes on is not begun anew, which would make it longer', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w)
    await withTotp(w, ada.device)
    const begin = async () => (await halfSignedIn(w, ada.email)).device.startFactorRecovery()
    const { readyAt } = (await begin()).body.data
    w.clock.advance(day)
    expect((await begin()).body.data.readyAt).toBe(readyAt)
    await w.deliver()
    expect(w.mails.filter(({ kind }) => kind === 'factor_recovery')).toHaveLength(1)
  })
})

describe('an administrator', () => {
  // rules/mfa 24
  it('who was suspended since has opened nothing', async () => {
    const { w, dean, opened, confirmed } = await assistance()
    await opened()
    const { globalUserId } = dean.user
    const { memberships } = (await w.table().get(access, { globalUserId }, { strong: true })) ?? expect.fail()
    const here = { ...memberships[w.home], suspended: true }
    const change = { set: { memberships: { ...memberships, [w.home]: here } } }
    await w.table().update(access, { globalUserId }, change as never)
    expect(await confirmed()).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 24
  it('of another school neither sees nor ends what was opened', async () => {
    const { w, dean, ben, opened } = await assistance()
    await opened()
    const { globalUserId } = ben.user
    const row = (await w.table().get(factorRecovery, { globalUserId }, { strong: true })) ?? expect.fail()
    const { assisted = expect.fail() } = row
    await w.table().put(factorRecovery, { ...row, assisted: { ...assisted, school: w.sister } })
    const userId = ben.user._id
    expect((await dean.device.getFactorRecovery({ userId })).body.data.state).toBe('none')
    expect(await dean.device.withdrawFactorRecovery({ userId })).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 24
  it('opens nothing for who is no member any more', async () => {
    const { w, ben, opened, rightsChange } = await assistance()
    const { globalUserId } = ben.user
    const { memberships } = (await w.table().get(access, { globalUserId }, { strong: true })) ?? expect.fail()
    const here = { ...memberships[w.home], status: 'left' }
    await rightsChange(ben, { memberships: { ...memberships, [w.home]: here } })
    expect(await opened()).toMatchObject(refused(MemberNotFound))
  })

  // rules/mfa 24
  it('who has no factor any more opens nothing, however lately one was shown', async () => {
    const { dean, opened } = await assistance()
    expect((await dean.device.disableTotp()).status).toBe(200)
    expect(await opened()).toMatchObject(refused(SecondFactorRequired))
  })

  // rules/mfa 21
  it('whom the provider has asked just now loosens nothing by a factor of before', async () => {
    const school = await stage()
    const { w, mia } = school
    const { device } = await comeIn(school, { facts: { context: mfa } })
    const { globalUserId } = mia.user
    const { items } = await w.table().list(session, { keyParams: { globalUserId }, limit: 10, strong: true })
    const strong = { at: new Date(w.clock.now().getTime() - 20 * 60_000).toISOString(), by: 'totp' as const }
    for (const one of items) await w.table().update(session, one, { set: { strong } })
    const looser = { required: 'nobody', providerContext: 'https://login.example.edu/two-steps' } as const
    expect(await device.setSecondFactorPolicy(looser)).toMatchObject(refused(StrongProofRequired))
  })
})

describe('what two administrators have confirmed', () => {
  const runsThePlatform = {
    'runs the platform': ({ ben, rightsChange }: Assistance) =>
      rightsChange(ben, { platformRoles: ['platform_admin'] }),
    'is listed to run it': async ({ w, ben }: Assistance) =>
      Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: ben.email }),
  }

  // rules/mfa 25
  it.each(Object.entries(runsThePlatform))('counts for nobody who %s by now', async (_, change) => {
    const school = await assistance()
    const { w, opened, confirmed, goesOn } = school
    await opened()
    await confirmed()
    await change(school)
    w.clock.advance(hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 25
  it.each(Object.entries(runsThePlatform))('is begun for nobody who %s', async (_, change) => {
    const school = await assistance()
    await change(school)
    expect(await school.opened()).toMatchObject(refused(BeyondSchool))
  })

  // rules/mfa 25
  it('counts for nobody who has left the school, in a sign-in that makes them no member again', async () => {
    const { w, ben, opened, confirmed, rightsChange } = await assistance()
    await opened()
    await confirmed()
    const { globalUserId } = ben.user
    const { memberships } = (await w.table().get(access, { globalUserId }, { strong: true })) ?? expect.fail()
    const left = { ...memberships, [w.home]: { ...memberships[w.home], status: 'left' } }
    w.clock.advance(hour)
    // Only who runs the platform begins on its host; by the end they may not any more.
    await rightsChange(ben, { platformRoles: ['platform_admin'] })
    const { device } = await halfSignedIn(w, ben.email, 'www')
    await rightsChange(ben, { platformRoles: [], memberships: left })
    expect(await device.completeFactorRecovery()).toMatchObject(refused(RecoveryNotFound))
    await rightsChange(ben, { memberships })
    expect((await device.completeFactorRecovery()).status).toBe(200)
  })
})

it('nobody names a passkey that they do not have', async () => {
  const w = await world()
  const ada = await registered(w)
  const given = { passkeyId: 'nobodys', nickname: 'Mine' }
  expect(await ada.device.renamePasskey(given)).toMatchObject(refused(PasskeyNotFound))
})
