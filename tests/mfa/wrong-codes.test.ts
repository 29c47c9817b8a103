import { describe, expect, it } from 'vitest'
import { SecondStepOver, TooManyWrongCodes, WrongSecondCode } from '../../functions/mfa/shapes.ts'
import { browser } from '../pages/browser.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { world } from '../support/world.ts'
import { halfSignedIn, withTotp } from './factors.ts'

describe('a second step with wrong codes', () => {
  // rules/mfa 4
  it('takes five codes, and tells the owner', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const { device } = await halfSignedIn(w, ada.email)
    await w.deliver()
    for (let at = 0; at < 5; at += 1)
      expect(await device.verifyTotp({ code: '000000' })).toMatchObject(refused(WrongSecondCode))
    expect(await device.verifyTotp({ code: app.code() })).toMatchObject(refused(SecondStepOver))
    await w.deliver()
    expect(w.mails.at(-1)).toMatchObject({ to: ada.email, kind: 'second_step_failed' })
  })

  // rules/mfa 5
  it('tells the owner of wrong codes, however few each sign-in tries', async () => {
    const w = await world()
    const ada = await registered(w)
    await withTotp(w, ada.device)
    for (let at = 0; at < 6; at += 1) {
      const { device } = await halfSignedIn(w, ada.email)
      expect(await device.verifyTotp({ code: '000000' })).toMatchObject(refused(WrongSecondCode))
    }
    await w.deliver()
    expect(w.mails.filter(({ kind }) => kind === 'second_step_failed')).toMatchObject([{ to: ada.email }])
  })

  // rules/mfa 5
  it('bounds wrong codes over all sign-ins at one moment, and still takes a recovery code', async () => {
    const w = await world()
    const ada = await registered(w)
    const { recoveryCodes } = await withTotp(w, ada.device)
    const halves = []
    for (let at = 0; at < 4; at += 1) halves.push(await halfSignedIn(w, ada.email))
    const tries = halves.flatMap(({ device }) =>
      Array.from({ length: 5 }, () => device.verifyTotp({ code: '000000' })),
    )
    const codes = (await Promise.all(tries)).map(({ status }) => status)
    expect(codes.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    const { device } = await halfSignedIn(w, ada.email)
    expect(await device.verifyTotp({ code: '000000' })).toMatchObject(refused(TooManyWrongCodes))
    expect((await device.verifyTotp({ code: recoveryCodes[0] })).status).toBe(200)
  })
})

describe('the page of the second step', () => {
  it('is where somebody goes on whom Apple has led back, to where they wanted to be', async () => {
    const w = await world()
    const shown = await browser(w).open('/login?mfa=required&next=%2Fmy-events')
    // Nothing waits in this browser.
    expect(shown.address).toBe('/login?error=expired')
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const one = browser(w)
    await one.open('/login')
    await one.send('/login/form', { email: ada.email, password })
    await one.open('/login?mfa=required&next=%2Fmy-events')
    expect((await one.send('/login/confirm/form', { code: app.code() })).address).toMatch(/^\/my-events/)
  })

  it('serves the platform host, where its administrators sign in', async () => {
    const { w, root } = await admins()
    const app = await withTotp(w, root.device)
    const one = browser(w, { tenant: 'www' })
    await one.open('/login')
    expect((await one.send('/login/form', { email: root.email, password })).title).toContain('Confirm')
    const done = await one.send('/login/confirm/form', { code: app.code() })
    expect([done.status, done.address]).not.toContain('/login/confirm/form')
    expect(done.status).toBe(200)
  })
})
