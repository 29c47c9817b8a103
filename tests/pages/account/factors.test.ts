import { beforeAll, describe, expect, it } from 'vitest'
import { authenticator } from '../../mfa/authenticator.ts'
import { codeFrom, originOf } from '../../mfa/factors.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

const factors = '/settings?part=factors'

let w: World
let ada: Person
let page: Browser
let app: string
let codes: string[]

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada')
  page = await signedIn(w, ada.email, password)
})

const codesIn = (html: string): string[] =>
  [...html.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code)
const next = (): string => {
  w.clock.advance(30)
  return codeFrom(w, app)
}
/** What the script of the page does: asks, has the passkey made or used, and sends the form. */
const optionsFrom = async (one: Browser, path: 'startPasskey' | 'startPasskeyConfirmation') =>
  (await w.device({ jar: one.jar })[path]()).body.data.options
const origin = () => originOf(w)

describe('second factors', () => {
  // rules/mfa 1
  it('an app is set up by a picture or a text, and by its first code, which brings ten codes once', async () => {
    await page.open('/settings')
    const none = await page.follow('Two-step verification')
    expect(none.text).toContain('Set up an app')
    const shown = await page.send('/settings', { do: 'set-up-app' })
    app = shown.forms.find(({ fields }) => fields.do === 'confirm-app')?.fields.setUp ?? ''
    expect(shown.html).toContain('<svg')
    const secret = new URL(app).searchParams.get('secret') ?? 'none'
    expect(shown.text.replaceAll(' ', '')).toContain(secret)
    const wrong = await page.send('/settings', { do: 'confirm-app', code: '000000' })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This code is wrong')])
    // Another address than one of an app is not drawn.
    const strange = { do: 'confirm-app', code: '000000', setUp: 'https://evil.example' }
    const plain = await page.post('/settings', strange)
    expect([plain.status, plain.html]).toEqual([400, expect.not.stringContaining('evil.example')])
    app =
      (await page.send('/settings', { do: 'set-up-app' })).forms.find(({ fields }) => fields.setUp)?.fields
        .setUp ?? ''
    const done = await page.send('/settings', { do: 'confirm-app', code: next() })
    codes = codesIn(done.html)
    expect([done.status, codes.length]).toEqual([200, 10])
    const after = await page.follow('I have saved them')
    expect([after.text, codesIn(after.html)]).toEqual([expect.stringContaining('10 of 10 codes left'), []])
  })

  // rules/mfa 4
  it('a sign-in takes a code, and a recovery code', async () => {
    for (const code of [next().replace(/^(...)/, '$1 '), codes[0] ?? '']) {
      const one = browser(w)
      await one.open('/login')
      const step = await one.send('/login/form', { email: ada.email, password })
      expect(step.title).toContain('Confirm your sign-in')
      expect(step.text).toContain('Enter the code of your authenticator app, or one of your recovery codes.')
      expect((await one.send('/login/confirm/form', { do: 'confirm', code })).text).toContain('Account')
    }
  })

  it('a passkey is added by what a script hands over, named, and signs in alone', async () => {
    const key = authenticator()
    await page.open(factors)
    const credential = JSON.stringify(
      key.create(await optionsFrom(page, 'startPasskey'), { origin: origin() }),
    )
    const added = await page.send('/settings', { do: 'add-passkey', nickname: 'My phone', credential })
    expect(added.text).toContain('My phone')
    const named = await page.send('/settings', { do: 'name-passkey', nickname: 'Old phone' })
    expect(named.text).toContain('Old phone')
    const one = browser(w)
    const { html } = await one.open('/login')
    expect(html).toContain('data-passkey="/passkeys/sign-in/options"')
    const { body } = await w.device({ jar: one.jar }).startPasskeySignIn()
    const used = JSON.stringify(key.use(body.data.options, { origin: origin() }))
    const inside = await one.send('/login/confirm/form', { do: 'alone', credential: used })
    expect(inside.text).toContain('Account')
    const refused = await browser(w).post('/login/confirm/form', { do: 'alone', credential: 'none' })
    expect(refused.text).toMatch(/Sign in/)
  })

  // rules/mfa 11
  it('what is privileged leads to the proof and back, by a passkey too', async () => {
    w.clock.advance(20 * 60)
    await w.device({ jar: page.jar }).refreshToken()
    await page.open(factors)
    const refused = await page.send('/settings', { do: 'renew-codes' })
    expect(refused.title).toContain('Confirm your identity')
    const proof = await page.follow('Confirm it')
    expect(proof.html).toContain('data-passkey="/mfa/confirm/passkey/options"')
    const wrong = await page.send('/settings/proof', { do: 'passkey', credential: '{}' })
    expect(wrong.title).toContain('Confirm your identity')
    const back = await page.send('/settings/proof', { do: 'factor', code: next() })
    expect([back.title, back.address]).toEqual([
      expect.stringContaining('Two-step verification'),
      expect.stringContaining(factors),
    ])
    const renewed = await page.send('/settings', { do: 'renew-codes' })
    expect(codesIn(renewed.html)).toHaveLength(10)
    expect(codesIn(renewed.html)).not.toContain(codes[1])
  })

  it('each is removed, and no code of an app is asked for without one', async () => {
    await page.open(factors)
    const none = await page.send('/settings', { do: 'remove-app' })
    expect([none.text, none.address]).toEqual([
      expect.stringContaining('Set up an app'),
      `${factors}&done=removed`,
    ])
    const one = browser(w)
    await one.open('/login')
    const step = await one.send('/login/form', { email: ada.email, password })
    expect(step.text).toContain('Enter one of your recovery codes.')
    const left = await page.send('/settings', { do: 'remove-passkey' })
    expect(left.text).toContain('No passkeys yet')
  })
})
