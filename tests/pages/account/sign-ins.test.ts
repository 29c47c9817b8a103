import { expect, it } from 'vitest'
import { withRoles } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { world } from '../../support/world.ts'
import { signedIn } from '../browser.ts'

// rules/auth 50
it('the account leads to the sign-in history, failed attempts among it', async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada')
  await w.device().login({ email: ada.email, password: 'wrong words altogether' })
  w.clock.advance(60)
  const page = await signedIn(w, ada.email, password)
  w.clock.advance(60)
  await w.device().login({ email: ada.email, password: 'wrong words altogether' })
  await page.open('/settings')
  const { title, text } = await page.follow('Sign-in history')
  expect(title).toContain('Sign-in history')
  for (const words of ['Password', 'Signed in', 'Failed', 'wrong password']) expect(text).toContain(words)
  const [failed, signed] = [text.indexOf('Failed 2 times'), text.indexOf('Signed in')]
  expect([failed > 0, failed < signed]).toEqual([true, true])
})

// rules/auth 52
it('administrators see the sign-ins of a member beside the recovery', async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada', { username: 'ada' })
  const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
  const page = await signedIn(w, dean.email, password)
  const { links } = await page.open('/admin?part=people&search=ada')
  const { href = '' } = links.find(({ text }) => text.startsWith('Manage account')) ?? {}
  const { text } = await page.open(href)
  expect(text).toContain('Sign-ins at this school')
  expect(text).toContain('Signed in')
  expect((await page.open(`/admin?part=people&id=${ada.user._id}`)).status).toBe(200)
})
