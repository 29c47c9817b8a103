import { expect, it } from 'vitest'
import { assistance } from '../../mfa/assistance-stage.ts'
import { password, registered } from '../../support/people.ts'
import { linked } from '../../support/ways.ts'
import { browser } from '../browser.ts'

// rules/mfa 29
it('an administrator secures a stolen account on the page of people', async () => {
  const { w, dean } = await assistance()
  const eve = await registered(w, 'eve')
  w.clock.advance(1)
  await linked(w, eve.device, 'google', 'thief')
  const page = browser(w, { jar: dean.device.jar })
  const { text } = await page.open(`/admin?part=people&id=${eve.user._id}`)
  expect(text).toContain('Secure this account')
  expect(text).toContain('Google, added')
  const { ways } = (await dean.device.getAccountSecurity({ userId: eve.user._id })).body.data
  const fields = { [`way.${ways[0].id}`]: 'remove', password: 'new' }
  const done = await page.send('/admin', { do: 'secure', ...fields })
  expect(done.text).toContain('The account is secured.')
  expect((await eve.device.validateToken()).status).toBe(401)
  expect((await w.device().login({ email: eve.email, password })).status).toBe(401)
  expect((await dean.device.getAccountSecurity({ userId: eve.user._id })).body.data.ways).toEqual([])
})

// rules/mfa 29
it('an administrator who has shown no factor lately is asked for it first', async () => {
  const { w, dean, ben, shownNow } = await assistance()
  w.clock.advance(16 * 60)
  await dean.device.refreshToken()
  const page = browser(w, { jar: dean.device.jar })
  const address = `/admin?part=people&id=${ben.user._id}`
  const { title, text, links } = await page.open(address)
  expect(title).toContain('Confirm your identity')
  expect(text).not.toContain('Secure this account')
  expect(links.map(({ href }) => href)).toContain(
    `/settings/proof?next=${encodeURIComponent(address)}&by=factor`,
  )
  await shownNow(dean)
  expect((await page.open(address)).text).toContain('Secure this account')
})
