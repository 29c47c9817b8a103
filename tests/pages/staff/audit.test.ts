import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import { type Person, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { type Browser, browser } from '../browser.ts'

let page: Browser
let ada: Person

beforeAll(async () => {
  const { w, dean } = await admins()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const { orgId } = await founded(ada, { org_name: 'Chess Club' })
  await dean.device.updateManagementConfig({ verificationEnabled: true })
  const sent = { orgId, requestType: 'verification', requestData: { description: 'We play chess' } }
  expect((await ada.device.submitVerificationRequest(sent)).status).toBe(201)
  page = browser(w, { jar: dean.device.jar })
})

describe('the audit log', () => {
  it('shows details in words, and no ids of rows', async () => {
    const { html, text } = await page.open('/admin?part=audit')
    expect(text).toContain('Verification requested Ada Club Chess Club Level: Basic')
    expect(html).not.toMatch(/requestId|requestType|verificationType|<code>/)
    expect(text).toContain('The platform')
    const spanish = await page.open('/admin?part=audit', { 'accept-language': 'es' })
    expect(spanish.text).toMatch(/: B\u00e1sico/)
  })

  it('includes the last day of a period', async () => {
    const { text } = await page.open('/admin?part=audit&from=2026-03-02&to=2026-03-02')
    expect(text).toContain('Until')
    expect(text).toContain('Verification requested Ada Club Chess Club')
    expect((await page.open('/admin?part=audit&to=2026-03-01')).text).toContain('No entries')
    const reversed = await page.open('/admin?part=audit&from=2026-03-02&to=2026-03-01')
    expect([reversed.status, reversed.text]).toEqual([
      200,
      expect.stringContaining('The last day is before the first day.'),
    ])
    expect(reversed.html).toContain('value="2026-03-02"')
  })

  it('names the settings that changed, and counts the approval steps', async () => {
    await page.open('/admin?part=closed')
    await page.send('/admin', { do: 'closed-add', start: '2031-05-01', end: '2031-05-02', reason: 'Exams' })
    await page.open('/admin?part=flow')
    await page.send('/admin', { do: 'step-add', role: 'event coordinator', order: '1' })
    const { text } = await page.open('/admin?part=audit')
    expect(text).toContain('Event settings Changed: Closed periods')
    expect(text).toContain('Approval steps Steps added: 1')
  })

  it('says that the filter for budgets finds what administrators did', async () => {
    const { html, text } = await page.open('/admin?part=audit&filter=budget.submitted')
    expect(html).toContain('<option value="budget.submitted" selected>Budget submitted by an administrator')
    expect(text).toContain('What members and officers do in their clubs is not in this log')
  })
})

describe('a verification request', () => {
  it('says in words what the club wants and wrote', async () => {
    const { text } = await page.open('/admin?part=clubs')
    expect(text).toMatch(/Chess Club Wants to be verified \S+ Level: Basic/)
    expect(text).toContain('Description We play chess')
    expect(text).not.toMatch(/\bverification\b/)
    const spanish = await page.open('/admin?part=clubs', { 'accept-language': 'es' })
    expect(spanish.text).toContain('Nivel: B\u00e1sico')
  })
})
