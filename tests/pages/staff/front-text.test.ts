import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let w: World
let page: Browser

beforeAll(async () => {
  const found = await admins()
  w = found.w
  await enrolSchool(w, w.home)
  page = browser(w, { jar: found.dean.device.jar })
})

const front = async () => (await browser(w).open('/')).html

describe('the text of the front page', () => {
  it("is the platform's until the school writes its own, which a preview and every visitor show", async () => {
    expect(await front()).toContain('<h1>Upcoming events</h1>')
    await page.open('/admin?part=settings')
    await page.follow('Front page')
    const text = { heading: 'What is on <here>', description: 'Find a club.\nBring friends.' }
    const saved = await page.send('/admin', { do: 'front-save', ...text })
    expect(saved.text).toContain('Front page text saved.')
    expect(saved.html).toContain('<h2><bdi>What is on &lt;here&gt;</bdi></h2>')
    const shown = await front()
    expect(shown).toContain('<h1><bdi>What is on &lt;here&gt;</bdi></h1>')
    expect(shown).toContain('Find a club.<br>Bring friends.')
    await page.send('/admin', { do: 'front-save', heading: ' ', description: '' })
    expect(await front()).toContain('<h1>Upcoming events</h1>')
  })

  it('keeps what was entered where it is too long, and is refused to students', async () => {
    await page.open('/admin?part=front')
    const refused = await page.send('/admin', {
      do: 'front-save',
      heading: 'x'.repeat(101),
      description: 'Kept',
    })
    expect([refused.status, refused.html.includes('>Kept</textarea>')]).toEqual([400, true])
    const student = await signedIn(w, (await registered(w, 'ada')).email, password)
    const status = (await student.post('/admin', { do: 'front-save', heading: 'Mine' })).status
    expect(status).toBe(403)
    expect(await front()).not.toContain('Mine')
  })
})
