import { expect, it } from 'vitest'
import { appShown, withTotp } from '../../mfa/factors.ts'
import { registered } from '../../support/people.ts'
import { world } from '../../support/world.ts'
import { browser } from '../browser.ts'

// rules/auth 49
it('signing all others out leads to the factor first, where one of the session’s own would go', async () => {
  const w = await world()
  const ada = await registered(w)
  await withTotp(w, ada.device)
  w.clock.advance(20 * 60)
  await ada.device.refreshToken()
  const page = browser(w, { jar: ada.device.jar })
  await page.open('/settings')
  const asked = await page.send('/settings', { do: 'end-others' })
  expect(asked.title).toContain('Confirm your identity')
  expect((await ada.device.listWaysIn()).body.data.ways).toHaveLength(2)
  await appShown(w, ada.user.globalUserId)
  await page.open('/settings')
  await page.send('/settings', { do: 'end-others' })
  expect((await ada.device.listWaysIn()).body.data.ways).toEqual([])
})
