import { expect, it } from 'vitest'
import { access } from '../../../lib/identity/person/records.ts'
import { withTotp } from '../../mfa/factors.ts'
import { mfa, stage } from '../../mfa/provider-stage.ts'
import { admins } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { vouchedFor } from '../../support/provider-sign-in.ts'
import { enrolSchool } from '../../support/schools.ts'
import { browser, signedIn } from '../browser.ts'

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
  expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('Confirm your identity')])
  await page.follow('Confirm it')
  const wrong = await page.send('/settings/proof', { do: 'factor', code: '000000' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This code is wrong')])
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
  const offered = async () =>
    (await page.open('/settings/proof?next=/admin&by=school')).links.map(({ href }) => href)
  const there = '/auth/saml/login?redirect=true&proof=strong&relayState=%2Fadmin'
  expect(await offered()).not.toContain(there)
  await dean.setSecondFactorPolicy({ required: 'nobody', providerContext: mfa })
  w.clock.advance(3)
  expect(await offered()).toContain(there)
  const device = w.device({ jar: page.jar })
  const begun = await device.startSamlLogin({ redirect: 'true', proof: 'strong', relayState: '/admin' })
  expect([begun.status, begun.headers.location]).toEqual([302, expect.stringContaining('SAMLRequest=')])
})

// rules/mfa 21
it('offers the identity provider to nobody whom its word does not help', async () => {
  const { w, mia } = await stage()
  const { globalUserId } = mia.user
  const page = browser(w, { jar: mia.device.jar })
  w.clock.advance(20 * 60)
  await mia.device.refreshToken()
  const offered = () => page.page().links.some(({ text }) => text === 'Confirm at your school')
  const refuse = async () => {
    await page.open('/admin?part=settings')
    await page.send('/admin', { do: 'zone', timezone: 'America/Chicago' })
    await page.follow('Confirm it')
  }
  await refuse()
  expect(offered()).toBe(true)
  const wrong = await page.send('/settings/proof', { do: 'factor', code: '000000' })
  expect([wrong.status, offered()]).toEqual([400, true])
  await w.table().update(access, { globalUserId }, { set: { platformRoles: ['platform_admin'] } })
  await refuse()
  expect(offered()).toBe(false)
  await w.table().update(access, { globalUserId }, { set: { platformRoles: [] } })

  for (const [name, value] of (await vouchedFor(w, mia)).jar) page.jar.set(name, value)
  await page.open('/settings')
  await page.follow('Confirm it')
  expect(offered()).toBe(false)
  await page.send('/settings/proof', { do: 'send' })
  expect(offered()).toBe(false)
})

// rules/mfa 30
it('tells somebody without a second factor where to set one up, instead of asking for a code', async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  const page = await signedIn(w, dean.email, password)
  const roster = await page.open('/admin?part=roster')
  expect(roster.text).toContain('You see a preview before anything changes.')
  expect(roster.text).not.toContain('your second factor')
  const without = await page.open('/settings/proof?next=/admin&by=factor')
  expect(without.text).toContain('You have no passkey or authenticator app yet.')
  expect(without.text).not.toContain('recovery code')
  expect(without.links.find(({ text }) => text === 'Set up two-step verification')?.href).toBe(
    '/settings?part=factors',
  )
  await withTotp(w, w.device({ jar: page.jar }))
  expect((await page.open('/admin?part=roster')).text).toContain('used your second factor in the last')
  expect((await page.open('/settings/proof?next=/admin&by=factor')).text).toContain('or a recovery code')
})

it.each(['/a"b', '/a<b', '/a\\b', '/.//evil.example'])(
  'goes back to no path that a sign-in refuses: %s',
  async (next) => {
    const { w } = await stage()
    const page = await signedIn(w, (await registered(w, 'ned')).email, password)
    const { forms } = await page.open(`/settings/proof?next=${encodeURIComponent(next)}`)
    const onward = forms.flatMap(({ fields }) => fields.next ?? [])
    expect([...new Set(onward)]).toEqual(['/'])
  },
)
