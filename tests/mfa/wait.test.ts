import { describe, expect, it } from 'vitest'
import { RecoveryNotFound } from '../../functions/mfa/shapes.ts'
import { factorRecovery } from '../../lib/identity/factor/records.ts'
import { access, credential, tenantUser } from '../../lib/identity/person/records.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { world } from '../support/world.ts'
import { assistance } from './assistance-stage.ts'
import { appShown, halfSignedIn, withPasskey, withTotp } from './factors.ts'

const hour = 3600
const day = 24 * hour
const newPassword = 'another long password'

/** A thief who knew the password has added an app and a passkey. The owner waits to get in without them. */
const robbed = async (ageDays = 1) => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  const thief = w.device()
  await thief.login({ email: ada.email, password })
  const app = await withTotp(w, thief)
  const { key, origin } = await withPasskey(w, thief)
  w.clock.advance(ageDays * day)
  const { device } = await halfSignedIn(w, ada.email)
  expect((await device.startFactorRecovery()).status).toBe(200)
  const thiefIn = async () => {
    const half = await halfSignedIn(w, ada.email)
    expect((await half.device.verifyTotp({ code: app.code() })).status).toBe(200)
    return half.device
  }
  const thiefByPasskey = async () => {
    const alone = w.device()
    const { options } = (await alone.startPasskeySignIn()).body.data
    expect((await alone.signInByPasskey({ credential: key.use(options, { origin }) })).status).toBe(200)
  }
  const ownerIn = async (word = password) => {
    const half = w.device()
    await half.login({ email: ada.email, password: word })
    return half.completeFactorRecovery()
  }
  return { w, ada, thiefIn, thiefByPasskey, ownerIn }
}

describe('a wait for lost factors', () => {
  // rules/mfa 20
  it('goes on when a thief signs everybody else out', async () => {
    const { w, thiefIn, ownerIn } = await robbed(13)
    w.clock.advance(2.9 * day)
    expect((await (await thiefIn()).revokeAllOtherSessions()).status).toBe(200)
    w.clock.advance(0.2 * day)
    expect((await ownerIn()).status).toBe(200)
  })

  // rules/mfa 20
  it('goes on when somebody changes the password', async () => {
    const { w, thiefIn, ownerIn } = await robbed()
    const changed = await (await thiefIn()).changePassword({ currentPassword: password, newPassword })
    expect(changed.status).toBe(200)
    w.clock.advance(3 * day)
    expect((await ownerIn(newPassword)).status).toBe(200)
  })

  // rules/mfa 20
  it('goes on whatever raises the epoch of the account', async () => {
    const { w, ada, ownerIn } = await robbed()
    const { globalUserId } = ada.user
    await w.table().update(access, { globalUserId }, { add: { epoch: 1, version: 1 } })
    await w.table().update(credential, { globalUserId }, { add: { epoch: 1 } })
    w.clock.advance(3 * day)
    expect((await ownerIn()).status).toBe(200)
  })

  // rules/mfa 20
  it('is not ended by a factor that turns fourteen days old meanwhile', async () => {
    const { w, thiefIn, thiefByPasskey, ownerIn } = await robbed(13.5)
    w.clock.advance(day)
    await thiefIn()
    await thiefByPasskey()
    w.clock.advance(2 * day)
    expect((await ownerIn()).status).toBe(200)
  })

  // rules/mfa 20
  it.each(['thiefIn', 'thiefByPasskey'] as const)(
    'is ended by a factor that was fourteen days old when it began: %s',
    async (shows) => {
      const at = await robbed(14)
      await at[shows]()
      at.w.clock.advance(3 * day)
      expect(await at.ownerIn()).toMatchObject(refused(RecoveryNotFound))
    },
  )

  // rules/mfa 20
  it('is not mailed to a school address that was linked within fourteen days', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w)
    await withTotp(w, ada.device)
    const linked = { affiliatedEmail: 'thief@linked.example.edu', affiliatedEmailVerified: true }
    const link = async (affiliatedEmailAt: string) =>
      w.table().update(tenantUser, { id: ada.user._id }, { set: { ...linked, affiliatedEmailAt } })
    const mailed = async () => {
      await w.deliver()
      return w.mails.filter(({ kind }) => kind === 'factor_recovery').map(({ to }) => to)
    }
    await link(w.clock.now().toISOString())
    await (await halfSignedIn(w, ada.email)).device.startFactorRecovery()
    expect(await mailed()).toEqual([ada.email])
  })
})

describe('a recovery against a thief’s factor', () => {
  /** The app of ben is old, and a thief has it. */
  const against = async (reason?: 'stolen') => {
    const at = await assistance()
    const { w, dean, ben, app, opened } = at
    const opens = () => opened(dean, ben, reason ? { reason } : {})
    const thiefIn = async () => {
      const { device } = await halfSignedIn(w, ben.email)
      expect((await device.verifyTotp({ code: app.code() })).status).toBe(200)
    }
    return { ...at, opens, thiefIn }
  }

  // rules/mfa 34
  it('is ended by no factor, whenever it is shown', async () => {
    const { w, ben, opens, confirmed, thiefIn, goesOn, mailsTo } = await against('stolen')
    expect((await opens()).body.data).toMatchObject({ state: 'opened', reason: 'stolen' })
    await thiefIn()
    expect((await confirmed()).body.data).toMatchObject({ state: 'confirmed', reason: 'stolen' })
    await thiefIn()
    const texts = (await mailsTo(ben.email)).map(({ text }) => text)
    const says = (words: string) => texts.map((text) => text.includes(words))
    expect(says('signing in with a factor does not')).toEqual([true, true])
    expect(says('for fourteen days or longer')).toEqual([false, false])
    w.clock.advance(hour)
    expect((await goesOn()).status).toBe(200)
  })

  // rules/mfa 34
  it('is ended by the factor where nobody has said that it is a thief’s', async () => {
    const { opens, confirmed, thiefIn, stateOf } = await against()
    expect((await opens()).body.data.reason).toBe('lost')
    await confirmed()
    await thiefIn()
    expect(await stateOf()).toBe('none')
  })

  // rules/mfa 34
  it('leaves the person’s own wait to the factor', async () => {
    const { w, ben, opens, thiefIn, stateOf } = await against('stolen')
    const { globalUserId } = ben.user
    const row = async () => w.table().get(factorRecovery, { globalUserId }, { strong: true })
    await (await halfSignedIn(w, ben.email)).device.startFactorRecovery()
    await opens()
    await thiefIn()
    expect([(await row())?.readyAt, await stateOf()]).toEqual([undefined, 'opened'])
    await (await halfSignedIn(w, ben.email)).device.startFactorRecovery()
    // Nobody has confirmed it within four hours.
    w.clock.advance(4 * hour)
    await thiefIn()
    expect(await row()).toBeUndefined()
  })
})

describe('a recovery that two administrators have confirmed', () => {
  const confirmedFor = async () => {
    const at = await assistance()
    await at.opened()
    expect((await at.confirmed()).body.data.state).toBe('confirmed')
    return at
  }

  // rules/mfa 24
  it('goes on when somebody signs the person’s other devices out', async () => {
    const { w, ben, goesOn } = await confirmedFor()
    await ben.device.refreshToken()
    expect((await ben.device.revokeAllOtherSessions()).status).toBe(200)
    w.clock.advance(hour)
    expect((await goesOn()).status).toBe(200)
  })

  const ends = {
    'has lost the role': async ({ w, one }) => withRoles(w, one, ['user']),
    'has lost the role and got it back': async ({ w, one }) => {
      await withRoles(w, one, ['user'])
      w.clock.advance(1)
      await withRoles(w, one, ['user', 'admin'])
    },
    'is suspended': async ({ w, one: { user } }) => {
      const { globalUserId } = user
      const rights = await w.table().get(access, { globalUserId }, { strong: true })
      const here = rights?.memberships[w.home] ?? expect.fail()
      const memberships = { ...rights?.memberships, [w.home]: { ...here, suspended: true } }
      await w.table().update(access, { globalUserId }, { set: { memberships }, add: { version: 1 } })
    },
    'has had all sessions ended': async ({ w, one: { user } }) => {
      const { globalUserId } = user
      await w.table().update(access, { globalUserId }, { add: { epoch: 1, version: 1 } })
    },
  } satisfies Record<
    string,
    (at: {
      w: Awaited<ReturnType<typeof world>>
      one: { user: { globalUserId: string } }
    }) => Promise<unknown>
  >

  // rules/mfa 24
  it.each(
    Object.entries(ends).flatMap(([what, end]) =>
      (['dean', 'mia'] as const).map((whose) => [whose, what, end] as const),
    ),
  )('is of no use once %s %s', async (whose, _, end) => {
    const at = await confirmedFor()
    const { w, goesOn } = at
    await end({ w, one: at[whose] })
    w.clock.advance(hour)
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 24
  it('counts while an administrator of the platform who took part is one since the same day', async () => {
    const { w, root, dean } = await admins()
    await enrolSchool(w, w.home)
    const ben = await registered(w, 'ben')
    for (const one of [root, dean, ben]) await withTotp(w, one.device)
    w.clock.advance(14 * day)
    for (const one of [root, dean]) {
      await one.device.refreshToken()
      await appShown(w, one.user.globalUserId)
    }
    const userId = ben.user._id
    expect((await root.device.openFactorRecovery({ userId })).status).toBe(200)
    expect((await dean.device.confirmFactorRecovery({ userId })).status).toBe(200)
    w.clock.advance(hour)
    expect((await (await halfSignedIn(w, ben.email)).device.completeFactorRecovery()).status).toBe(200)
  })
})
