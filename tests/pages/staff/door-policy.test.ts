import { expect, it } from 'vitest'
import { changeSchool } from '../../../lib/identity/school/tenants.ts'
import { assistance } from '../../mfa/assistance-stage.ts'
import { withTotp } from '../../mfa/factors.ts'
import { admins } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { streamOf } from '../../support/streamed.ts'
import type { World } from '../../support/world.ts'
import { browser, signedIn } from '../browser.ts'

/** What the sign-in page keeps for those who may come in by every way. */
const inside = async (w: World) => {
  const { html } = await browser(w).open('/login')
  const part = html.split('Administrators who may use every sign-in method')[1]?.split('</details>')[0] ?? ''
  return [...part.matchAll(/type="(password)"|data-(passkey)=/g)].map((found) => found[1] ?? found[2])
}

// rules/mfa 14
it('a school closes ways in once whom it locks out was shown', async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada', { name: 'Ada Locked Out' })
  await withTotp(w, dean.device)
  const page = browser(w, { jar: dean.device.jar })
  const shown = await page.open('/admin?part=door')
  expect(shown.text).toContain('Sign-in methods')
  expect(shown.text).toContain('People on the roster')
  expect(shown.text).toContain('has the button that saves your changes. Preview who is locked out')
  const own = { [`glass-${dean.user._id}`]: 'yes', 'way-password': '' }
  const refused = await page.send('/admin', { do: 'door-ask', 'way-password': '' })
  expect(refused.text).toContain('Choose one to five administrators for emergency access')
  expect(refused.html).toContain('id="breakGlass-wrong">Choose one to five')
  const eve = await registered(w, 'eve', { name: 'Eve Unprotected' })
  await dean.device.setAdminRole({ userId: eve.user._id, role: 'admin', assign: true })
  await page.open('/admin?part=door')
  const unfit = await page.send('/admin', { do: 'door-ask', ...own, [`glass-${eve.user._id}`]: 'yes' })
  expect(unfit.html).toContain('id="breakGlass-wrong">Eve Unprotected has no second factor yet')
  await dean.device.setAdminRole({ userId: eve.user._id, role: 'admin', assign: false })
  await page.open('/admin?part=door')
  const short = await page.send('/admin', { do: 'door-ask', ...own, longestSession: '5' })
  expect(short.html).toContain('id="longestSession-wrong">Enter 30 or more<')
  expect(short.text).not.toContain('Longest session: ')
  const asked = await page.send('/admin', { do: 'door-ask', ...own, longestSession: '43200' })
  expect(asked.text).toContain('Ada Locked Out')
  expect((await dean.device.getDoor()).body.data.ways).toContain('password')
  const changed = await page.send('/admin', { do: 'door-save', publishers: 'proven' })
  expect([changed.status, changed.text]).toEqual([409, expect.stringContaining('Preview again, then save')])
  await page.send('/admin', { do: 'door-ask' })
  const saved = await page.send('/admin', { do: 'door-save' })
  expect(saved.text).toContain('Sign-in rules saved.')
  await streamOf(w).drain()
  const told = w.mails.filter(({ text }) => text.includes('published by: proven addresses'))
  expect(told.map(({ to }) => to)).toContain(dean.email)
  const { ways, publishers, breakGlass } = (await dean.device.getDoor()).body.data
  expect([ways.includes('password'), publishers, breakGlass.length]).toEqual([false, 'proven', 1])
  w.clock.advance(3)
  expect(await inside(w)).toEqual(['password'])
  const out = await browser(w).post('/login/form', { email: ada.email, password })
  expect(out.text).not.toContain('Account')
  const door = { ways: ['saml' as const], breakGlass: [dean.user.globalUserId] }
  await changeSchool(w.table(), {
    tenantKey: w.home,
    at: w.clock.now(),
    change: () => ({ door }),
    also: () => [],
  })
  w.clock.advance(3)
  expect(await inside(w)).toEqual(['password', 'passkey'])
})

// rules/auth 55
it('a school names the networks of its campus, and keeps them with other changes', async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  await withTotp(w, dean.device)
  const page = browser(w, { jar: dean.device.jar })
  const networks = async () => (await dean.device.getDoor()).body.data.campusNetworks
  expect((await page.open('/admin?part=door')).text).toContain('Campus networks')
  const refused = await page.send('/admin', { do: 'door-ask', campusNetworks: '192.0.2.0/24, 10.0.0.0/8' })
  expect(refused.html).toContain('id="campusNetworks-wrong"')
  expect(refused.text).toContain('"10.0.0.0/8" is too large. Name networks of /16 or smaller')
  await page.send('/admin', { do: 'door-ask', campusNetworks: '192.0.2.0/24, 2001:db8::/48' })
  expect((await page.send('/admin', { do: 'door-save' })).text).toContain('Sign-in rules saved.')
  expect(await networks()).toEqual(['192.0.2.0/24', '2001:db8::/48'])
  await streamOf(w).drain()
  const notice = w.mails.find(({ text }) => text.includes('Campus networks: 192.0.2.0/24, 2001:db8::/48.'))
  expect(notice?.to).toBe(dean.email)
  const later = await page.open('/admin?part=door')
  expect(later.html).toContain('value="192.0.2.0/24, 2001:db8::/48"')
  await page.send('/admin', { do: 'door-ask', idleTime: '60' })
  await page.send('/admin', { do: 'door-save' })
  expect(await networks()).toEqual(['192.0.2.0/24', '2001:db8::/48'])
  await page.open('/admin?part=door')
  await page.send('/admin', { do: 'door-ask', campusNetworks: '' })
  await page.send('/admin', { do: 'door-save' })
  expect(await networks()).toEqual([])
})

// rules/mfa 22
it('a school asks second factors of roles once who has none was shown', async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada', { name: 'Ada Without' })
  const role = 'safety officer'
  await dean.device.assignStakeholderRole({ id: role, userId: ada.user._id })
  await withTotp(w, dean.device)
  const page = browser(w, { jar: dean.device.jar })
  expect((await page.open('/admin?part=door')).text).toContain('Required for')
  const own = {
    required: 'staff',
    [`role-${role}`]: 'yes',
    providerContext: 'https://refeds.org/profile/mfa',
  }
  const asked = await page.send('/admin', { do: 'factor-ask', ...own })
  expect(asked.text).toContain('Ada Without')
  const policy = async () => (await dean.device.getSecondFactorPolicy()).body.data
  expect((await policy()).required).toBe('nobody')
  expect((await page.send('/admin', { do: 'factor-save' })).text).toContain('Sign-in rules saved.')
  expect(await policy()).toMatchObject({
    required: 'staff',
    roles: [role],
    providerContext: own.providerContext,
  })
  const wrong = await page.send('/admin', { do: 'factor-save', providerContext: 'no address' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Two-step verification')])
})

// rules/mfa 24
it('two administrators let somebody go on who has lost every factor', async () => {
  const { w, dean, mia, ben, stateOf } = await assistance()
  const [one, other] = [dean, mia].map(({ device }) => browser(w, { jar: device.jar }))
  const path = `/admin?part=people&id=${ben.user._id}`
  expect((await one?.open(path))?.text).toContain('Start recovery')
  const opened = await one?.send('/admin', { do: 'recovery-open' })
  expect(opened?.text).toContain('Another administrator')
  expect(opened?.text).toMatch(
    /Waiting for another administrator\. .*The person can sign in from \w{3}, \w{3} \d+, \d+:\d\d\s[AP]M/,
  )
  expect(await stateOf()).toBe('opened')
  await other?.open(path)
  await other?.send('/admin', { do: 'recovery-confirm' })
  expect(await stateOf()).toBe('confirmed')
  await other?.open(path)
  await other?.send('/admin', { do: 'recovery-end' })
  expect(await stateOf()).toBe('none')
  // rules/mfa 34
  await one?.open(path)
  const disputed = await one?.send('/admin', { do: 'recovery-open', reason: 'stolen' })
  expect(disputed?.text).toContain('The account was reported as stolen.')
  const stranger = await signedIn(w, (await registered(w, 'zoe')).email, password)
  expect((await stranger.open(path)).text).not.toContain('Start recovery')
})
