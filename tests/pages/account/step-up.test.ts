import { expect, it } from 'vitest'
import { withTotp } from '../../mfa/factors.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, joined } from '../../support/societies.ts'
import { world } from '../../support/world.ts'
import { signedIn } from '../browser.ts'

const minutes = 60

/** Ada has a factor, her session has not shown it lately, and her browser has the session. */
const stage = async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada')
  const page = await signedIn(w, ada.email, password)
  const device = w.device({ jar: page.jar })
  const app = await withTotp(w, device)
  w.clock.advance(16 * minutes)
  await device.refreshToken()
  return { w, ada: { ...ada, device }, page, app }
}

// rules/mfa 32
it('keeps what a person wrote while they show a factor, and sends it as it was', async () => {
  const { w, ada, page, app } = await stage()
  const { orgId } = await founded({ ...ada, device: w.device({ jar: page.jar }) })
  const content = 'We meet at <noon>, in "Ryle 12".'
  const desk = `/club-dashboard/${orgId}`
  await page.open(`${desk}?part=news`)
  const refused = await page.send(desk, { do: 'post', content })
  expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('Confirm your identity')])
  expect(refused.html).toContain('target="_blank"')
  // The confirmation, in the other tab.
  expect((await ada.device.confirmByCode({ code: app.code() })).status).toBe(200)
  const sent = await page.send(desk, { do: 'post' })
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(content)])
})

// rules/mfa 32
it('leads to the factor before a download, and links to it afterwards', async () => {
  const { page, app } = await stage()
  const before = await page.open('/settings/data')
  expect(before.links.map(({ href }) => href)).not.toContain('/my-data')
  await page.follow('Confirm your identity to download your data')
  const after = await page.send('/settings/proof', { do: 'factor', code: app.code() })
  expect([after.title, after.links.map(({ href }) => href)]).toEqual([
    expect.stringContaining('Your data'),
    expect.arrayContaining(['/my-data']),
  ])
})

// rules/mfa 31
it('repeats no password where an account is to be deleted', async () => {
  const { page } = await stage()
  await page.open('/settings/data')
  const refused = await page.send('/settings/data', { do: 'delete', password, sure: 'yes' })
  expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('Confirm your identity')])
  expect(refused.html).not.toContain(password)
})

it('links to the export of attendees for people without a factor', async () => {
  const w = await world()
  const ada = await registered(w, 'ada')
  await joined(await founded(ada), await registered(w, 'ben'))
  const page = await signedIn(w, ada.email, password)
  expect((await page.open('/settings/data')).links.map(({ href }) => href)).toContain('/my-data')
})
