import { expect, it } from 'vitest'
import { appShown, withTotp } from '../../mfa/factors.ts'
import { password, registered } from '../../support/people.ts'
import { world } from '../../support/world.ts'
import { browser } from '../browser.ts'

// rules/auth 49
it('signing all others out leads to the factor first, where one of the session’s own would go', async () => {
  const w = await world()
  const ada = await registered(w)
  await w.device().login({ email: ada.email, password })
  await withTotp(w, ada.device)
  w.clock.advance(20 * 60)
  await ada.device.refreshToken()
  const page = browser(w, { jar: ada.device.jar })
  await page.open('/settings')
  const asked = await page.send('/settings', { do: 'end-others' })
  expect(asked.title).toContain('Confirm your identity')
  expect((await ada.device.listWaysIn()).body.data.ways).toHaveLength(2)
  await appShown(w, ada.user.globalUserId)
  const shown = await page.open('/settings')
  expect(shown.text).toMatch(
    /All other devices have to sign in again\. For safety, .*: Authenticator app, added/,
  )
  expect(
    shown.links.some(({ href, text }) => href === '/settings?part=factors' && /^Manage ?: Auth/.test(text)),
  ).toBe(true)
  const ended = await page.send('/settings', { do: 'end-others' })
  expect(ended.text).toContain('were removed for safety: set them up again.')
  expect((await ada.device.listWaysIn()).body.data.ways).toEqual([])
})
