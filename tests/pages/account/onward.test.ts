import { expect, it } from 'vitest'
import { withTotp } from '../../mfa/factors.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { world } from '../../support/world.ts'
import { browser, type Shown } from '../browser.ts'

it('the links of the sign-in page keep where the reader wants to go', async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const page = await browser(w).open('/login?next=%2Fevent%2Fx&done=signed-out')
  const signInOf = ({ links }: Shown) =>
    links.filter(({ text }) => text === 'Sign in').map(({ href }) => href)
  expect(signInOf(page)).toEqual(['/login?next=%2Fevent%2Fx'])
  const foreign = await browser(w).open('/login?next=%2F%2Fevil.example')
  expect(signInOf(foreign)).toEqual(['/login?next=%2F'])
})

const elsewhere = ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']

// rules/mfa 11
it.each(elsewhere)('who has shown a factor goes on to no address of another site: %s', async (next) => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada')
  const app = await withTotp(w, ada.device)
  const [first = '', second = ''] = app.recoveryCodes
  const page = browser(w, { jar: ada.device.jar })
  const proven = await page.post('/settings/proof', { do: 'factor', code: first, next })
  expect([proven.status, proven.address]).toEqual([200, '/?done=proven'])
  const half = browser(w)
  await half.open('/login')
  await half.send('/login/form', { email: ada.email, password })
  const inside = await half.post('/login/confirm/form', { do: 'confirm', code: second, next })
  expect([inside.status, inside.address]).toEqual([200, '/?done=signed-in'])
})
