import { beforeAll, describe, expect, it } from 'vitest'
import { planned } from '../../attendance/events.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, type Society } from '../../support/societies.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let w: World
let dean: Person
let ada: Person
let club: Society
let other: Society
let page: Browser
let student: Browser
let drain: () => Promise<unknown>

beforeAll(async () => {
  const found = await admins()
  w = found.w
  dean = found.dean
  const stream = await attendanceStream(w)
  drain = () => stream.drain()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  club = await founded(ada, { org_name: 'Chess Club' })
  other = await founded(ada, { org_name: 'Art Circle' })
  await drain()
  page = browser(w, { jar: dean.device.jar })
  student = await signedIn(w, ada.email, password)
})

const inDays = (days: number): string =>
  new Date(w.clock.now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10)

describe('the yearly renewal in the admin console', () => {
  it('is started once with a date in the future, and lists clubs by their state', async () => {
    await dean.device.setSchoolZone({ timezone: 'America/New_York' })
    w.clock.advance(3)
    const nothing = await page.open('/admin?part=renewal')
    expect(nothing.text).toContain('No renewal yet')
    const wrong = await page.send('/admin', { do: 'renewal-start', title: 'Year 2026', dueAt: '2001-01-01' })
    expect([wrong.status, wrong.html.includes('id="dueAt-wrong"')]).toEqual([400, true])
    expect(wrong.html).toContain('value="Year 2026"')
    const started = await page.send('/admin', { do: 'renewal-start', dueAt: inDays(40) })
    expect(started.text).toMatch(/The renewal has started\..*Year 2026 Open/)
    // On the clock of the school.
    expect((await dean.device.getOrgRenewal()).body.data.dueAt).toMatch(/T0[34]:59:00\.000Z$/)
    expect(started.text).toContain('11:59 PM')
    await ada.device.confirmOrgRenewal({
      orgId: club.orgId,
      officersConfirmed: true,
      charterUrl: 'https://example.edu/charter.pdf',
    })
    const all = await page.open('/admin?part=renewal')
    expect(all.text).toMatch(/Chess Club Confirmed .* Charter/)
    expect(all.text).toContain('Art Circle Not confirmed')
    const open = await page.open('/admin?part=renewal&filter=open')
    expect([open.text.includes('Art Circle'), open.text.includes('Chess Club')]).toEqual([true, false])
  })

  it('is replaced only after its name and the consequence were shown', async () => {
    const shown = await page.open('/admin?part=renewal')
    expect(shown.text).toMatch(/It replaces Year 2026 , and every club has to confirm again/)
    await page.send('/admin', { do: 'renewal-start', title: 'Year 2027', dueAt: inDays(60) })
    expect((await dean.device.getOrgRenewal()).body.data.title).toBe('Year 2027')
  })

  it('is for administrators', async () => {
    expect((await student.open('/admin?part=renewal')).text).not.toContain('Start renewal')
    const sent = await student.post('/admin', { do: 'renewal-start', title: 'Mine', dueAt: inDays(50) })
    expect(sent.status).toBe(403)
  })
})

describe('the events of a club in the admin console', () => {
  it('are ranked by engagement, before and after now', async () => {
    const none = await page.open(`/admin?part=org-events&id=${club.orgId}`)
    expect(none.text).toContain('No events in this time')
    const spring = await planned(w, { name: 'Spring Open', hostingType: 'Org', hostingId: club.orgId })
    expect((await ada.device.registerForEvent({ event_id: spring.eventId })).status).toBeLessThan(300)
    await planned(w, { name: 'Summer Open', hostingType: 'Org', hostingId: club.orgId })
    await drain()
    const shown = await page.open(`/admin?part=org-events&id=${club.orgId}&from=90d&sort=start`)
    expect(shown.text).toMatch(/Most engagement.*Events of the club.*Spring Open.*Summer Open/)
    const past = await page.open(`/admin?part=org-events&id=${club.orgId}&filter=past`)
    expect(past.text).not.toContain('Spring Open')
    expect((await student.open(`/admin?part=org-events&id=${club.orgId}`)).text).not.toContain('Spring Open')
  })
})

describe('an approval group', () => {
  it('is made of a club, given its time to decide, and ended after a question', async () => {
    await page.open(`/admin?part=orgs&id=${other.orgId}`)
    const asked = await page.follow('Approval group')
    expect(asked.text).toMatch(/Make Art Circle an approval group ?\?/)
    await page.send('/admin', { do: 'group-make' })
    const wrong = await page.send('/admin', { do: 'group-save', hours: '500' })
    expect([wrong.status, wrong.html.includes('id="hours-wrong"')]).toEqual([400, true])
    expect(wrong.html).toContain('value="500"')
    const saved = await page.send('/admin', { do: 'group-save', hours: '24', escalate: 'yes' })
    expect(saved.html).toContain('value="24"')
    await page.open(`/admin?part=org-group&id=${other.orgId}&confirm=end`)
    const ended = await page.send('/admin', { do: 'group-end' })
    expect(ended.text).toContain('The club is no longer an approval group.')
    expect((await page.open(`/admin?part=org-group&id=${other.orgId}`)).text).toContain('an approval group')
  })

  it('is made by administrators only', async () => {
    const sent = await student.post('/admin', { do: 'group-make', id: other.orgId })
    expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('administrator')])
    const groups = (await dean.device.listApprovalGroups()).body.data
    expect(groups.map(({ _id }: { _id: string }) => _id)).not.toContain(other.orgId)
  })
})

describe('the welcome text', () => {
  it('is written in the admin console, and read by people who are in no club', async () => {
    const ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
    const reader = await signedIn(w, ben.email, password)
    await page.open('/admin?part=welcome')
    await page.send('/admin', { do: 'welcome-save', title: 'Welcome, first years', text: 'Pick two clubs' })
    expect((await reader.open('/clubs?mine=yes')).text).not.toContain('Welcome, first years')
    const saved = await page.send('/admin', { do: 'welcome-save', enabled: 'yes' })
    expect(saved.html).toContain('value="Welcome, first years"')
    expect((await reader.open('/clubs?mine=yes')).text).toContain('Welcome, first years Pick two clubs')
    expect((await student.open('/clubs?mine=yes')).text).not.toContain('Welcome, first years')
    const sent = await student.post('/admin', { do: 'welcome-save', enabled: 'yes', title: 'Mine' })
    expect(sent.status).toBe(403)
  })
})
