import { describe, expect, it } from 'vitest'
import { RecoveryNotFound, RecoveryNotReady } from '../../../functions/mfa/shapes.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { factorRecovery } from '../../../lib/identity/factor/records.ts'
import { withRoles } from '../../support/administrators.ts'
import { refused } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import { isWriteOf, meanwhile, type Sent } from '../../support/table/instead.ts'
import { type World, world } from '../../support/world.ts'
import { assistance, linkIn } from '../assistance-stage.ts'
import { halfSignedIn, withTotp } from '../factors.ts'

const isStep = isWriteOf('factor.assistance')
const isWait = isWriteOf('factor.recovery')

const rowOf = (w: World, { globalUserId }: { readonly globalUserId: string }) =>
  w.table().get(factorRecovery, { globalUserId }, { strong: true })

describe('at the moment that an administrator opens it', () => {
  // rules/mfa 24
  it('another one may, of whom the first word stays', async () => {
    const { w, mia, ben, opened } = await assistance()
    await (await halfSignedIn(w, ben.email)).device.startFactorRecovery()
    meanwhile(w, isStep, async () => {
      expect((await opened(mia)).status).toBe(200)
    })
    expect(await opened()).toMatchObject(refused(ConcurrentChange))
    expect((await rowOf(w, ben.user))?.assisted?.by).toBe(mia.user.globalUserId)
  })
})

describe('at the moment that somebody begins a wait of their own', () => {
  // rules/mfa 24
  it('what was opened may be confirmed, and stays so', async () => {
    const { w, ben, opened, confirmed, stateOf } = await assistance()
    await opened()
    const { device } = await halfSignedIn(w, ben.email)
    meanwhile(w, isWait, async () => {
      expect((await confirmed()).status).toBe(200)
    })
    expect(await device.startFactorRecovery()).toMatchObject(refused(ConcurrentChange))
    expect(await stateOf()).toBe('confirmed')
  })
})

describe('at the moment that another administrator confirms it', () => {
  // rules/mfa 20, rules/mfa 24
  it('the link of the mail ends it for good', async () => {
    const { w, ben, opened, confirmed, mailsTo } = await assistance()
    await opened()
    const link = linkIn((await mailsTo(ben.email))[0]?.text)
    const given = { id: link.get('id'), code: link.get('code') }
    meanwhile(w, isStep, async () => {
      expect((await w.device().cancelFactorRecovery(given)).status).toBe(200)
    })
    expect(await confirmed()).toMatchObject(refused(ConcurrentChange))
    expect(await rowOf(w, ben.user)).toBeUndefined()
  })

  // rules/mfa 24
  it('it may be taken back and opened anew, and what was taken back is not confirmed', async () => {
    const { w, dean, mia, ben, opened, confirmed } = await assistance()
    await (await halfSignedIn(w, ben.email)).device.startFactorRecovery()
    await opened()
    meanwhile(w, isStep, async () => {
      expect((await dean.device.withdrawFactorRecovery({ userId: ben.user._id })).status).toBe(200)
      expect((await opened(mia)).status).toBe(200)
    })
    expect(await confirmed()).toMatchObject(refused(ConcurrentChange))
    expect(await rowOf(w, ben.user)).toMatchObject({
      assistance: 'opened',
      assisted: { by: mia.user.globalUserId },
    })
  })

  it('a wait of the own may begin, and goes on', async () => {
    const { w, ben, opened, confirmed } = await assistance()
    await opened()
    const { device } = await halfSignedIn(w, ben.email)
    meanwhile(w, isStep, () => device.startFactorRecovery())
    expect(await confirmed()).toMatchObject(refused(ConcurrentChange))
    expect((await rowOf(w, ben.user))?.readyAt).toBeDefined()
  })

  // rules/mfa 25
  it('the account may become more than one of the school, and nothing is confirmed', async () => {
    const { w, ben, joinsElsewhere, opened, confirmed } = await assistance()
    await opened()
    meanwhile(w, isStep, () => joinsElsewhere(ben))
    expect(await confirmed()).toMatchObject(refused(ConcurrentChange))
    expect((await rowOf(w, ben.user))?.assistance).toBe('opened')
  })

  // rules/mfa 24
  it.each(['dean', 'mia'] as const)('%s may be an administrator no more, and nothing is', async (who) => {
    const school = await assistance()
    const { w, ben, opened, confirmed } = school
    await opened()
    meanwhile(w, isStep, () => withRoles(w, school[who], ['user']))
    expect(await confirmed()).toMatchObject(refused(ConcurrentChange))
    expect((await rowOf(w, ben.user))?.assistance).toBe('opened')
  })
})

/** Somebody who waits, what begins a wait of theirs and what the link of the first mail does. */
const waiting = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  await withTotp(w, ada.device)
  const begin = async () => (await halfSignedIn(w, ada.email)).device.startFactorRecovery()
  await begin()
  await w.deliver()
  const link = linkIn(w.mails.find(({ kind }) => kind === 'factor_recovery')?.text)
  const given = { id: link.get('id'), code: link.get('code') }
  const cancel = () => w.device().cancelFactorRecovery(given)
  const begunAnew = async () => {
    expect((await cancel()).status).toBe(200)
    expect((await begin()).status).toBe(200)
  }
  return { w, ada, cancel, begunAnew }
}

const isRemoval = ({ constructor: { name } }: Sent): boolean => name === 'DeleteCommand'

describe('at the moment that a wait ends', () => {
  // rules/mfa 20
  it('by the link of a mail, it may have ended, and the next one goes on', async () => {
    const { w, ada, cancel, begunAnew } = await waiting()
    meanwhile(w, isRemoval, begunAnew)
    expect(await cancel()).toMatchObject(refused(RecoveryNotFound))
    expect(await rowOf(w, ada.user)).toBeDefined()
  })

  // rules/mfa 20
  it('by its time, the link of a mail may end it, and the next one takes as long', async () => {
    const { w, ada, begunAnew } = await waiting()
    w.clock.advance(3 * 24 * 3600)
    const { device } = await halfSignedIn(w, ada.email)
    meanwhile(w, isWait, begunAnew)
    expect(await device.completeFactorRecovery()).toMatchObject(refused(RecoveryNotReady))
    expect(await rowOf(w, ada.user)).toBeDefined()
  })

  // rules/mfa 24
  it.each(['dean', 'mia'] as const)('by %s, who is an administrator no more, it does not', async (whose) => {
    const at = await assistance()
    const { w, ben, opened, confirmed, goesOn } = at
    await opened()
    await confirmed()
    w.clock.advance(3600)
    meanwhile(w, isWait, () => withRoles(w, at[whose], ['user']))
    expect(await goesOn()).toMatchObject(refused(RecoveryNotFound))
    expect(await rowOf(w, ben.user)).toBeDefined()
  })
})
