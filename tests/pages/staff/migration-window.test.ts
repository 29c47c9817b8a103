import { beforeEach, describe, expect, it } from 'vitest'
import { withTotp } from '../../mfa/factors.ts'
import { type SamlSchool, signIn } from '../../saml/school.ts'
import { proven, trustedSchool } from '../../saml/sign-in/trusting.ts'
import { streamOf } from '../../support/streamed.ts'
import { type Browser, browser } from '../browser.ts'

const path = '/admin?part=migration'

let school: SamlSchool
let page: Browser

const signedIn = (name: string, nameId: string) => {
  const attributes = { email: [school.w.email(name)], displayName: ['Some Body'] }
  return signIn(school, { facts: { nameId, attributes } })
}

const come = async (name: string, nameId: string) => (await signedIn(name, nameId)).reply.status

const inDays = (days: number): string =>
  new Date(school.w.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const window = async () => (await school.dean.getSamlMigration()).body.data.migration

const open = (people: readonly string[], lastDay = inDays(7)) =>
  page.send('/admin', { do: 'migration-open', people: people.join('\n'), lastDay })

beforeEach(async () => {
  school = await trustedSchool()
  page = browser(school.w, { jar: school.dean.jar })
  for (const name of ['ada', 'bob']) {
    await proven(school, name)
    expect(await come(name, `${name}-one`)).toBe(200)
  }
})

describe('the page of the migration window', () => {
  // rules/saml 46
  it('opens a window for listed people, shows who has moved, takes more people, and closes it', async () => {
    await page.open('/admin?part=sign-in')
    const first = await page.follow('Migration window')
    expect(first.text).toContain('Open a migration window')
    const opened = await open([school.w.email('ada')])
    expect(opened.address).toBe(`${path}&done=people-listed`)
    expect(opened.text).toContain('The people are listed. Each of them gets an email.')
    expect(opened.text).toContain('1 person is listed.')
    expect(opened.text).toContain('Not moved yet')
    await streamOf(school.w).drain()
    await school.w.deliver()
    const mailed = school.w.mails.filter(({ to }) => to === school.w.email('ada'))
    expect(mailed.map(({ subject }) => subject)).toContain(
      'Your school changes the identifier that signs you in',
    )
    expect(await come('ada', 'ada-two')).toBe(200)
    expect(await come('bob', 'bob-two')).toBe(403)
    expect((await page.open(path)).text).toMatch(/Moved Mon, Mar 2, 12:00\sPM/)
    await page.send('/admin', { do: 'migration-open', people: school.w.email('bob') })
    expect(page.page().text).toContain('2 people are listed.')
    expect(await come('bob', 'bob-two')).toBe(200)
    const closed = await page.send('/admin', { do: 'migration-close' })
    expect(closed.text).toContain('The migration window is closed.')
    expect(await window()).toBeNull()
    expect(await come('ada', 'ada-three')).toBe(403)
  })

  // rules/saml 46
  it('closes at the end of the last day on the clock of the school, and within thirty days', async () => {
    await school.dean.setSchoolZone({ timezone: 'America/New_York' })
    school.w.clock.advance(3)
    await page.open(path)
    for (const lastDay of [inDays(40), inDays(-1), '', 'soon']) {
      const refused = await open([school.w.email('ada')], lastDay)
      expect([refused.status, refused.html.includes('id="lastDay-wrong"')]).toEqual([400, true])
      expect(refused.text).toContain('at most 30 days from now')
      expect(refused.html).toContain(school.w.email('ada'))
    }
    await open([school.w.email('ada')], inDays(7))
    // Clocks there change on 8 March.
    expect((await window()).endsAt).toBe('2026-03-10T03:59:00.000Z')
    await page.send('/admin', { do: 'migration-close' })
    await page.open(path)
    await open([school.w.email('ada')], inDays(30))
    expect((await window()).endsAt).toBe(
      new Date(school.w.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    )
  })

  // rules/saml 47, rules/saml 63
  it('says who was not added and why', async () => {
    await page.open(path)
    const shown = await open([school.w.email('ada'), 'nobody@x.example.edu', school.w.email('dean')])
    expect(shown.text).toContain('1 person was added. Not added:')
    expect(shown.text).toContain('nobody@x.example.edu is not a member of this school.')
    expect(shown.text).toContain(`${school.w.email('dean')} is an administrator.`)
    await page.open(path)
    const again = await page.send('/admin', { do: 'migration-open', people: school.w.email('ada') })
    expect(again.text).toContain('is listed already.')
  })

  // rules/saml 63
  it('takes five hundred people at a time, and says so', async () => {
    await page.open(path)
    expect(page.page().text).toContain('at most 500 at a time')
    const many = Array.from({ length: 501 }, (_, at) => `p${at}@x.example.edu`)
    const refused = await open(many)
    expect([refused.status, refused.html.includes('id="people-wrong"')]).toEqual([400, true])
    expect(refused.text).toContain('You listed 501 people, and a request takes 500.')
    expect(refused.html).toContain('p500@x.example.edu')
    expect(await window()).toBeNull()
    expect((await open(many.slice(1))).text).toContain('0 people were added.')
    expect((await page.send('/admin', { do: 'migration-open', people: ' \n' })).text).toContain(
      'List at least one person.',
    )
  })

  // rules/mfa 32
  it('wants the second factor of an administrator who has one, and keeps the list', async () => {
    const app = await withTotp(school.w, school.dean)
    school.w.clock.advance(16 * 60)
    await school.dean.refreshToken()
    await page.open(path)
    const refused = await open([school.w.email('ada')])
    expect([refused.status, refused.title]).toEqual([403, expect.stringContaining('Confirm your identity')])
    expect(await window()).toBeNull()
    expect((await school.dean.confirmByCode({ code: app.code() })).status).toBe(200)
    expect((await page.send('/admin', { do: 'migration-open' })).text).toContain('1 person is listed.')
    school.w.clock.advance(16 * 60)
    await school.dean.refreshToken()
    await page.open(path)
    expect((await page.send('/admin', { do: 'migration-close' })).status).toBe(403)
    expect(await window()).not.toBeNull()
  })

  it('takes no form of another site, and shows people nothing', async () => {
    await page.open(path)
    const at = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const people = school.w.email('ada')
    const strange = await page.send('/admin', { do: 'migration-open', people, lastDay: inDays(7) }, at)
    expect([strange.status, await window()]).toEqual([403, null])
    const student = browser(school.w, { jar: (await signedIn('bob', 'bob-one')).device.jar })
    expect((await student.open(path)).html).not.toContain('migration-open')
    await student.open('/settings')
    expect((await student.post('/admin', { do: 'migration-open', people, lastDay: inDays(7) })).status).toBe(
      403,
    )
  })
})
