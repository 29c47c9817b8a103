import { expect, it } from 'vitest'
import { withTotp } from '../mfa/factors.ts'
import { mfa, stage } from '../mfa/provider-stage.ts'
import { admins } from '../support/administrators.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { signedIn } from './browser.ts'

// rules/mfa 11
it('a page that wants a second factor leads to where one is shown, and back', async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  const page = await signedIn(w, dean.email, password)
  const app = await withTotp(w, w.device({ jar: page.jar }))
  w.clock.advance(20 * 60)
  await w.device({ jar: page.jar }).refreshToken()
  const zone = { do: 'zone', timezone: 'America/Chicago' }

  await page.open('/admin?part=settings')
  const refused = await page.send('/admin', zone)
  expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('Confirm that it is you')])
  await page.follow('Confirm by a code')
  const wrong = await page.send('/settings/proof', { do: 'factor', code: '000000' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('That code is wrong')])
  const back = await page.send('/settings/proof', { do: 'factor', code: app.code() })
  expect([back.status, back.address]).toEqual([200, expect.stringContaining('/admin')])

  await page.open('/admin?part=settings')
  const done = await page.send('/admin', zone)
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('value="America/Chicago"')])
})

// rules/mfa 21
it('offers the identity provider of a school that takes its word for a second factor', async () => {
  const { w, dean } = await stage(null)
  const page = await signedIn(w, (await registered(w, 'ned')).email, password)
  const offered = async () => (await page.open('/settings/proof?next=/admin')).links.map(({ href }) => href)
  const there = '/auth/saml/login?redirect=true&proof=strong&relayState=%2Fadmin'
  expect(await offered()).not.toContain(there)
  await dean.setSecondFactorPolicy({ required: 'nobody', providerContext: mfa })
  w.clock.advance(3)
  expect(await offered()).toContain(there)
  const device = w.device({ jar: page.jar })
  const begun = await device.startSamlLogin({ redirect: 'true', proof: 'strong', relayState: '/admin' })
  expect([begun.status, begun.headers.location]).toEqual([302, expect.stringContaining('SAMLRequest=')])
})
