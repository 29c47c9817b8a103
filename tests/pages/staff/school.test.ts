import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../../attendance/stream.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser } from '../browser.ts'

let w: World
let dean: Person
let ada: Person
let page: Browser
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  const found = await admins()
  w = found.w
  stream = await attendanceStream(w)
  dean = found.dean
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  page = browser(w, { jar: dean.device.jar })
})

const domains = async () => (await dean.device.listEmailDomains()).body.data.domains

describe('the settings of the console', () => {
  it('claim a mail domain with its TXT record, say why it is not verified, and ask before removing it', async () => {
    await page.open('/admin?part=domains')
    const wrong = await page.send('/admin', { do: 'mail-claim', domain: 'gmail.com' })
    expect([wrong.status, wrong.html.includes('value="gmail.com"')]).toEqual([400, true])
    await page.open('/admin?part=domains')
    const claimed = await page.send('/admin', { do: 'mail-claim', domain: 'lab.example.edu' })
    expect(claimed.text).toContain('Waiting for its record')
    expect(claimed.html).toContain((await domains())[0].record.value)
    const unproven = await page.send('/admin', { do: 'mail-verify' })
    expect([unproven.status, unproven.text.includes('TXT record')]).toEqual([409, true])
    const asked = await page.open('/admin?part=domains&id=lab.example.edu&confirm=remove')
    expect(asked.text).toMatch(/Remove lab.example.edu ?\?/)
    await page.send('/admin', { do: 'mail-remove' })
    expect(await domains()).toEqual([])
  })

  it('start an export, show its state, and ask before deleting it', async () => {
    expect((await page.open('/admin?part=exports')).text).toContain('Never started')
    const started = await page.send('/admin', { do: 'export-start', id: 'organizations' })
    expect(started.text).toContain('In progress')
    expect(started.text).toContain('Reload this page in a minute')
    const asked = await page.open('/admin?part=exports&id=organizations&confirm=remove')
    expect(asked.text).toContain('Delete the export "Clubs"?')
    expect((await page.send('/admin', { do: 'export-remove' })).text).toContain('Deleted')
    expect(page.page().text).not.toContain('Reload this page')
  })
})

describe('announcements to the school', () => {
  it('are shown once more before they are sent to anybody', async () => {
    await page.open('/admin?part=announce')
    const asked = await page.send('/admin', { do: 'notice-ask', title: 'Snow day', message: 'No events' })
    expect(asked.headers['cache-control']).toBe('private, no-cache')
    expect(asked.text).toMatch(/Send " ?Snow day ?" to all members ?\?/)
    expect(asked.text).toMatch(/The school has \d+ people?\. All members are notified\./)
    expect(asked.html).toMatch(/<h3><bdi>Snow day<\/bdi><\/h3><div class="prose" dir="auto">No events</)
    const edited = await page.send('/admin', { do: 'notice-edit' })
    expect(edited.html).toMatch(/value="Snow day".*No events<\/textarea>/s)
    await page.send('/admin', { do: 'notice-ask' })
    const sent = await page.send('/admin', { do: 'notice-send' })
    expect(sent.text).toContain('The announcement is on its way. Members read it in their notifications')
    const { body } = await dean.device.listAuditEntries({ action: 'notification.system' })
    expect(body.data.entries).toHaveLength(1)
  })
})

describe('the insights', () => {
  it('separate the totals of today from the period, whose views are those of its days', async () => {
    const { html, text } = await page.open('/admin?part=numbers')
    expect(html).toMatch(/<h2>Today<\/h2>.*<dt>Memberships<.*<h2>In this period<\/h2>.*<dt>Event views</s)
    expect(text).toContain('Event views, by the day of the view')
    const week = await page.open('/admin?part=numbers&id=7d')
    // Every second of the seven days.
    expect(/<div class="xs[^>]*>(.*?)<\/div>/.exec(week.html)?.[1]?.match(/<span>/g)).toHaveLength(4)
  })
})

describe('the audit log', () => {
  it('says in words what was done, and filters by action and day', async () => {
    const all = await page.open('/admin?part=audit')
    expect(all.text).toContain('Announcement to the school sent')
    const one = await page.open('/admin?part=audit&filter=notification.system')
    expect(one.text).toMatch(/Announcement to the school sent dean/i)
    const past = await page.open('/admin?part=audit&to=2020-01-01')
    expect(past.text).toContain('No entries')
  })
})

describe('the table of events', () => {
  it('finds an event of any host, and leads to its manage page', async () => {
    const start = w.clock.now().getTime() + 86_400_000
    const { body } = await ada.device.createEvent({
      name: 'Open mic',
      type: 'Concert',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 3_600_000).toISOString(),
      location: 'Main hall',
      expectedAttendance: 10,
    })
    await stream.drain()
    const { links, text } = await page.open('/admin?part=events')
    expect(links.find((link) => link.text === 'Open mic')?.href).toBe(`/event/${body.eventId}/dashboard`)
    expect(text).toContain('Concert')
  })
})
