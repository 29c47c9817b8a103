import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import { enrolSchool } from '../../support/schools.ts'
import { type Browser, browser } from '../browser.ts'

let page: Browser

beforeAll(async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  page = browser(w, { jar: dean.device.jar })
})

describe('the admin console of an empty school', () => {
  it.each([
    ['budgets', 'No budget is in review', '/admin?part=templates'],
    ['decided', 'Nothing approved yet', '/admin?part=waits'],
    ['groups', 'No club decides on events', '/admin?part=orgs'],
    ['orgs', 'No clubs yet', '/clubs?new=yes'],
    ['clubs', 'No clubs waiting for approval', '/admin?part=settings'],
    ['events', 'No upcoming events yet', '/create-event'],
  ])('says on %s what to do next', async (part, title, href) => {
    const { html, text } = await page.open(`/admin?part=${part}`)
    expect(text).toContain(title)
    expect(html).toContain(`<a class="btn" href="${href}"`)
  })
})
