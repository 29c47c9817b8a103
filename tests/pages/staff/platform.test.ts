import { beforeAll, describe, expect, it } from 'vitest'
import { dueMark } from '../../../lib/scheduled/sweep-state.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let w: World
let root: Person
let console: Browser

beforeAll(async () => {
  const found = await admins()
  w = found.w
  root = found.root
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  console = await signedIn(w, root.email, password, 'www')
})

const nameOf = async (tenantKey: string): Promise<string> =>
  (await root.device.getTenant({ tenantKey })).body.data.name

describe('the frame of the platform console', () => {
  it('has its parts at the side, and the account in the bar', async () => {
    const { html, links } = await console.open('/admin')
    expect(html).toContain('<nav class="side" aria-label="Platform">')
    const texts = links.map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining(['Schools', 'Administrators', 'Audit log', 'Platform health', 'Account']),
    )
    for (const part of ['Administrators', 'Audit log', 'Platform health'])
      expect((await console.follow(part)).html).toMatch(new RegExp(`<h1>${part}</h1>`))
  })

  it('leads to an account that names its owner, who signs out there', async () => {
    const one = await signedIn(w, root.email, password, 'www')
    await one.open('/admin')
    const account = await one.follow('Account')
    expect([account.status, account.text.includes(root.email)]).toEqual([200, true])
    expect((await one.follow('Two-step verification')).text).toContain('Set up an app')
    expect((await one.open('/settings/proof')).text).toContain('Confirm your identity')
    await one.open('/settings')
    expect((await one.follow('Choose your school')).html).toMatch(/<h1>Choose your school/)
    await one.open('/settings')
    await one.send('/sign-out')
    expect((await one.open('/admin')).address).toContain('/login')
  })

  it('lets people who forgot their password reset it, and offers no account there', async () => {
    const visitor = browser(w, { tenant: 'www' })
    const signIn = await visitor.open('/login')
    expect(signIn.text).not.toContain('Create account')
    expect(signIn.text).toContain('For people who run the platform.')
    expect((await visitor.follow('Forgot your password?')).status).toBe(200)
    const sent = await visitor.send('/forgot-password/form', { email: root.email })
    expect(sent.address).toContain('/reset-password?email=')
  })

  it('is shown to no one else, whichever part they open', async () => {
    const ada = await registered(w, 'ada', {})
    const student = browser(w, { jar: ada.device.jar, tenant: 'www' })
    for (const part of ['schools', 'enrol', 'school', 'administrators', 'audit', 'health']) {
      const { status } = await student.open(`/admin?part=${part}&id=${w.home}`)
      expect(status, part).toBeGreaterThanOrEqual(400)
    }
    expect((await student.open('/settings')).text).toContain('Sign out on this device')
    const visitor = browser(w, { tenant: 'www' })
    expect((await visitor.open('/admin?part=enrol')).address).toContain('/login')
  })
})

describe('the table of schools', () => {
  const found = async (query: string): Promise<string[]> => {
    const { links } = await console.open(`/admin?part=schools${query}`)
    const names = [await nameOf(w.home), await nameOf(w.sister)]
    return links.map(({ text }) => text).filter((text) => names.includes(text))
  }

  it('sorts, searches and filters in the address', async () => {
    const [home, sister] = [await nameOf(w.home), await nameOf(w.sister)]
    const sorted = await found(`&search=School`)
    expect(sorted).toEqual([home, sister].sort())
    expect(await found('&search=School&sort=-name')).toEqual(sorted.toReversed())
    expect(await found(`&search=${w.sister}`)).toEqual([sister])
    expect(await found(`&search=${w.sister}&filter=maintenance`)).toEqual([])
    expect(console.page().text).toContain('No school found')
  })
})

describe('the health of the platform', () => {
  it('does not call tasks healthy that are an hour late, and says what is late', async () => {
    const now = w.clock.now()
    const hour = Math.floor(now.getTime() / 3_600_000) - 1
    await w.table('www').put(dueMark, { name: 'sweep', hour, at: now.toISOString() })
    // The tasks of an hour may take some minutes after its end.
    const first = await console.open('/admin?part=health')
    expect(first.text).toContain('Overdue tasks Healthy No task is late')
    w.clock.advance(10 * 60)
    const { text } = await console.open('/admin?part=health')
    expect(text).toContain('Overdue tasks Late Reminders and other timed tasks are 1 hour late')
  })
})

describe("a school's record", () => {
  it('warns of a mail domain that another school has too', async () => {
    const domains = 'shared.example.edu'
    await console.open(`/admin?part=school&id=${w.sister}`)
    const first = await console.send('/admin', { do: 'school-save', domains: `@${domains}` })
    expect(first.html).toContain(`>${domains}</textarea>`)
    expect(first.text).not.toContain('is a mail domain of')
    await console.open(`/admin?part=school&id=${w.home}`)
    const second = await console.send('/admin', { do: 'school-save', domains })
    expect(second.text).toContain(`${domains} is a mail domain of ${await nameOf(w.sister)} too.`)
  })

  it('shows the logo that was entered, from its own site and from no other', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const logo = 'https://pictures.example.edu/logo.png'
    const shown = await console.send('/admin', { do: 'school-preview', logo })
    expect(shown.html).toContain(`<img src="${logo}" alt="Logo" height="36">`)
    expect(shown.headers['content-security-policy']).toContain(' https://pictures.example.edu;')
    const odd = await console.send('/admin', { do: 'school-preview', logo: 'javascript:alert(1)' })
    expect(odd.html).not.toContain('alt="Logo"')
  })

  it('shows a long name in the preview by whole words', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const name = 'University of the Northern Lakes and Rivers'
    const shown = await console.send('/admin', { do: 'school-preview', name, color: '#2447c6' })
    expect(shown.html).toContain('>University of the Northern\u2026</text>')
  })

  it('names the mail domain that is refused, at its field', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const domains = 'ours.example.edu\ngmail.com\nnot_one'
    const refused = await console.send('/admin', { do: 'school-save', domains })
    expect(refused.html).toMatch(
      /id="domains-wrong">gmail\.com: This is a public mail domain.* not_one: This is not a valid mail/,
    )
    expect(refused.html).toContain('ours.example.edu')
  })

  it('names a wrong mail domain together with the other mistakes of its form', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const sent = { color: 'red', domains: 'gmail.com\nnot_one' }
    const { html } = await console.send('/admin', { do: 'school-save', ...sent })
    expect(html).toMatch(/id="color-wrong">Enter a color such as #2447c6</)
    expect(html).toMatch(
      /id="domains-wrong">gmail\.com: This is a public mail .* not_one: This is not a valid/,
    )
  })

  it('says the form of each field that is not in its form', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const sent = { logo: 'http://x', webOrigin: 'app', color: 'red', timezone: 'Chicago' }
    const { html, text } = await console.send('/admin', { do: 'school-save', ...sent })
    expect(html).toMatch(/id="logo-wrong">Enter an address that starts with https/)
    expect(html).toMatch(/id="webOrigin-wrong">Enter an address without a path, such as https/)
    expect(html).toMatch(/id="color-wrong">Enter a color such as #2447c6</)
    expect(html).toMatch(/id="timezone-wrong">Enter a time zone such as/)
    expect(text).not.toContain('This is not in the right form')
  })

  it('takes no logo over http, which its pages could not show', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const logo = 'http://www.school.example.edu/logo.png'
    const refused = await console.send('/admin', { do: 'school-save', logo })
    expect([refused.status, refused.html.includes(`value="${logo}"`)]).toEqual([400, true])
    expect(refused.html).toMatch(/id="logo-wrong">Enter an address that starts with https/)
    expect(refused.html).not.toContain('alt="Logo"')
  })

  it('checks its health, and leads to its audit log, which names the change', async () => {
    await console.open(`/admin?part=school&id=${w.home}`)
    const checked = await console.send('/admin', { do: 'health' })
    expect(checked.text).toMatch(/The result is below\..*Its record is healthy Check/)
    await console.open(`/admin?part=school&id=${w.home}`)
    await console.send('/admin', { do: 'school-save', location: 'Hilltop' })
    const own = await console.open('/admin?part=audit')
    expect(own.text).toContain('Platform administrator added')
    expect(own.html).not.toContain('value="organization.approve"')
    expect(own.text).toContain('the entry is in the log of that school')
    const address = `/admin?part=audit&id=${w.home}`
    expect(own.links.find(({ href }) => href === address)?.text).toBe('Open log')
    const log = await console.open(address)
    expect(log.text).toContain(`Audit log of ${await nameOf(w.home)}`)
    expect(log.html).toContain('value="organization.approve"')
    expect(log.text).toMatch(/School record changed .*Place: .*Hilltop/)
    expect(log.links.find(({ text }) => text === w.home)?.href).toBe(`/admin?part=school&id=${w.home}`)
  })
})
