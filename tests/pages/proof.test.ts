import { expect, it } from 'vitest'
import { withTotp } from '../mfa/factors.ts'
import { admins } from '../support/administrators.ts'
import { password } from '../support/people.ts'
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
