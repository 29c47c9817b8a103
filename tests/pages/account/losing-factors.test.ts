import { expect, it } from 'vitest'
import { withTotp } from '../../mfa/factors.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, browser } from '../browser.ts'

const day = 86_400
const factors = '/settings?part=factors'

const somebody = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada')
  return { w, ada, app: await withTotp(w, ada.device) }
}

const halfIn = async (w: World, email: string): Promise<Browser> => {
  const one = browser(w)
  await one.open('/login')
  await one.send('/login/form', { email, password })
  return one
}

// rules/mfa 19
it('who has lost every factor is told from when on they go on, and then what to set up', async () => {
  const { w, ada } = await somebody()
  const early = await halfIn(w, ada.email)
  expect((await early.send('/login/confirm/form', { do: 'lost' })).text).toContain('The wait has begun')
  const refused = await early.send('/login/confirm/form', { do: 'without' })
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringMatching(/when the waiting period has ended: from \w{3}, Mar \d+, \d+:\d\d\s[AP]M on/),
  ])
  w.clock.advance(3 * day)
  const later = await halfIn(w, ada.email)
  const inside = await later.send('/login/confirm/form', { do: 'without' })
  expect([inside.address, inside.text]).toEqual([
    `${factors}&done=factors-gone`,
    expect.stringContaining('all your second factors are gone. Set up a new one here.'),
  ])
})

// rules/mfa 20
it('who ends a wait a second time is told that it has ended', async () => {
  const { w, ada } = await somebody()
  await (await halfIn(w, ada.email)).send('/login/confirm/form', { do: 'lost' })
  await w.deliver()
  const mail = w.mails.find(({ kind }) => kind === 'factor_recovery')?.text ?? ''
  expect(mail).toContain('second factor that you had for fourteen days or longer when this began ends it')
  const { pathname, search } = new URL(/https?:\S+\/login\/confirm\S+/.exec(mail)?.[0] ?? 'none:')
  const owner = browser(w)
  await owner.open(`${pathname}${search}`)
  expect((await owner.send('/login/confirm/form', { do: 'cancel' })).text).toContain('The wait has ended')
  await owner.open(`${pathname}${search}`)
  const again = await owner.send('/login/confirm/form', { do: 'cancel' })
  expect([again.status, again.text]).toEqual([
    404,
    expect.stringContaining('No factor recovery is open, or it has expired. Start a new one.'),
  ])
})

// rules/mfa 9
it('whose recovery codes come to an end is warned', async () => {
  const { w, ada, app } = await somebody()
  const page = browser(w, { jar: ada.device.jar })
  for (const code of app.recoveryCodes.slice(0, 7)) await ada.device.confirmByCode({ code })
  expect((await page.open(factors)).html).toContain('<p>3 of 10 codes left.')
  await ada.device.confirmByCode({ code: app.recoveryCodes[7] ?? '' })
  expect((await page.open(factors)).html).toContain('<p class="tell warn">2 of 10 codes left.')
})

// rules/mfa 11
it('who has to show a factor is not sent a code by mail, which would not do', async () => {
  const { w, ada } = await somebody()
  const page = browser(w, { jar: ada.device.jar })
  w.clock.advance(20 * 60)
  await ada.device.refreshToken()
  await page.open(factors)
  await page.send('/settings', { do: 'renew-codes' })
  const proof = await page.follow('Confirm it')
  expect(proof.text).toContain('authenticator app')
  expect(proof.text).not.toContain('Send me a code')
  const wrong = await page.send('/settings/proof', { do: 'factor', code: '000000' })
  expect(wrong.text).not.toContain('Send me a code')
  expect((await page.open('/settings/proof')).text).toContain('Send me a code')
})
