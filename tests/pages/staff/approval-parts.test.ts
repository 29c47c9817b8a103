import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import { type Person, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser } from '../browser.ts'

let w: World
let dean: Person
let ada: Person
let ben: Person
let eve: Person
let page: Browser

const role = 'event coordinator'

beforeAll(async () => {
  const found = await admins()
  w = found.w
  dean = found.dean
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben Miller' })
  eve = await registered(w, 'eve', { username: 'eve', name: 'Eve Miller' })
  page = browser(w, { jar: dean.device.jar })
  await dean.device.assignStakeholderRole({ id: role, userId: ben.user._id })
})

const submitted = async (name: string): Promise<string> => {
  const { orgId } = await founded(ada)
  const start = w.clock.now().getTime() + 9 * 86_400_000
  const { body } = await ada.device.createEvent({
    name,
    type: 'Party',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Main hall',
    expectedAttendance: 40,
    requiresApproval: true,
    orgId,
  })
  return String(body.eventId)
}

const asBen = () => browser(w, { jar: ben.device.jar })

describe('an approver', () => {
  it('delegates to a backup that an administrator named, and to nobody else', async () => {
    const eventId = await submitted('Garden party')
    const one = asBen()
    await one.open('/admin')
    const username = { [`delegate-${eventId}`]: 'eve' }
    const refused = await one.send('/admin', { do: 'delegate-step', ...username })
    expect(refused.text).toContain('This person is not an active backup of the role')
    expect(refused.html).toContain('value="eve"')
    await page.open(`/admin?part=approvers&id=${encodeURIComponent(role)}&search=miller`)
    const named = await page.send('/admin', { do: 'role-backup', person: eve.user._id, name: 'Eve Miller' })
    expect(named.text).toMatch(/Backups E Eve Miller/)
    await one.open('/admin')
    const done = await one.send('/admin', { do: 'delegate-step', ...username })
    expect(done.text).toContain('The backup is notified')
    expect((await browser(w, { jar: eve.device.jar }).open('/admin')).text).toContain('Garden party')
    await page.open(`/admin?part=approvers&id=${encodeURIComponent(role)}`)
    await page.send('/admin', { do: 'role-backup-end' })
    expect(page.page().text).toContain('No backups')
  })

  // rules/stakeholders 31
  it('keeps the backup that another administrator adds while a page is open', async () => {
    const path = `/admin?part=approvers&id=${encodeURIComponent(role)}`
    const backups = async () =>
      (await dean.device.getStakeholderRole({ id: role })).body.data.backupAssignees.map(
        ({ userId }: { userId: string }) => userId,
      )
    await page.open(`${path}&search=miller`)
    const other = browser(w, { jar: dean.device.jar })
    await other.open(`${path}&search=ada`)
    await other.send('/admin', { do: 'role-backup', person: ada.user._id, name: 'Ada' })
    const add = { do: 'role-backup', person: eve.user._id, name: 'Eve Miller' }
    const refused = await page.send('/admin', add)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This was changed by someone else at the same moment')
    expect(refused.text).toMatch(/Backups .*A Ada /)
    const unversioned = { do: 'role-backup-end', id: role, person: ada.user._id }
    expect((await page.post('/admin', unversioned)).status).toBe(409)
    expect(await backups()).toEqual([ada.user._id])
    await page.open(path)
    await page.send('/admin', { do: 'role-backup-end' })
    expect(await backups()).toEqual([])
  })

  it('deletes own comments and not those of others', async () => {
    const eventId = await submitted('Concert')
    await ben.device.addApprovalComment({ event_id: eventId, comment: 'Bring a marshal' })
    await ada.device.addApprovalComment({ event_id: eventId, comment: 'We have one' })
    const one = asBen()
    const shown = await one.open(`/admin?part=waits&id=${eventId}`)
    expect(shown.html.split('value="comment-delete"').length - 1).toBe(1)
    const [other] = (await ada.device.getApproval({ eventId })).body.data.comments
    const refused = await one.post('/admin', { do: 'comment-delete', event: eventId, id: other._id })
    expect(refused.status).toBe(403)
    await one.open(`/admin?part=waits&id=${eventId}`)
    await one.send('/admin', { do: 'comment-delete' })
    const { comments } = (await ada.device.getApproval({ eventId })).body.data
    expect(comments.map(({ text }: { text: string }) => text)).toEqual(['We have one'])
  })

  it('shows who returned earlier submissions, when and why', async () => {
    const one = asBen()
    const eventId = await submitted('Night party')
    await one.open(`/admin?part=waits&id=${eventId}`)
    await one.send('/admin', { do: 'reject', comment: 'Too loud' })
    await ada.device.publishEvent({ eventId })
    const shown = await one.open(`/admin?part=waits&id=${eventId}`)
    expect(shown.text).toMatch(/Earlier submissions Ben.* rejected the event .*Too loud/)
    expect(shown.text.split('Too loud')).toHaveLength(2)
    await one.send('/admin', { do: 'approve' })
  })

  it('finds what was approved and what was rejected', async () => {
    const one = asBen()
    await one.open(`/admin?part=waits&id=${await submitted('Approved party')}`)
    await one.send('/admin', { do: 'approve' })
    await one.open(`/admin?part=waits&id=${await submitted('Rejected party')}`)
    await one.send('/admin', { do: 'reject', comment: 'Too loud' })
    await one.open('/admin')
    const approved = await one.follow('Decided')
    expect(approved.text).toContain('Approved party')
    const rejected = await one.open('/admin?part=decided&filter=rejected')
    expect(rejected.text).toMatch(/Rejected party Too loud.* Ben.* as event coordinator/)
    expect([rejected.text.includes('Rejected party'), rejected.text.includes('Approved party')]).toEqual([
      true,
      false,
    ])
    expect((await page.open('/admin?part=decided')).text).toContain('Approved party')
  })

  it('shows who approved an event that waits for approval again, and its state now', async () => {
    const eventId = await submitted('Moved party')
    await ben.device.approveEvent({ event_id: eventId })
    const before = await page.open('/admin?part=decided')
    const party = /Moved party Society \S+ Ben Miller as event coordinator [^@]*? Approved /
    expect(before.text).toMatch(party)
    await ada.device.updateEvent({ event_id: eventId, location: 'Elsewhere' })
    const after = await page.open('/admin?part=decided')
    expect(after.text).toMatch(
      /Moved party Society \S+ Ben Miller as event coordinator [^@]*? Waiting for approval Submitted again since/,
    )
  })

  it('acknowledges an event by one button', async () => {
    const domains = (await dean.device.createDomain({ name: 'Grounds', type: 'service' })).body.data
    const made = await dean.device.createStakeholderRole({
      stakeholderId: 'gardener',
      stakeholderName: 'Gardener',
      stakeholderType: 'acknowledger',
      domainId: domains._id,
    })
    expect(made.status).toBe(201)
    const kim = await registered(w, 'kim', { username: 'kim', name: 'Kim' })
    await dean.device.assignStakeholderRole({ id: 'gardener', userId: kim.user._id })
    const flow = await page.open('/admin?part=flow')
    const form = flow.forms.find(({ fields }) => fields.do === 'step-add')
    const step = { ...form?.fields, role: 'gardener', kind: 'acknowledger', applies: 'always' }
    // A button that is pressed twice adds one step.
    for (const _ of [1, 2]) expect((await page.post('/admin', step)).status).toBe(200)
    const { steps } = (await dean.device.getApprovalFlow()).body.data
    expect(steps.filter(({ role }: { role: string }) => role === 'gardener')).toHaveLength(1)
    const eventId = await submitted('Planting')
    await dean.device.createNotification({
      recipient: kim.user._id,
      title: 'Decide',
      message: 'Kim approves as well.',
      template: { name: 'approval_required', variables: {} },
      metadata: { eventId },
    })
    const one = browser(w, { jar: kim.device.jar })
    const shown = await one.open('/admin')
    expect([shown.text.includes('Planting'), shown.text.includes('Reject')]).toEqual([true, false])
    const done = await one.send('/admin', { do: 'acknowledge-event' })
    expect(done.text).toContain('Acknowledged.')
    expect(done.text).not.toContain('Planting')
    // An acknowledgement leaves a request for a decision open.
    const unread = (await kim.device.listNotifications({ status: 'unread' })).body.data
    expect(unread).toMatchObject([{ metadata: { eventId } }])
  })
})

describe('the administrator', () => {
  it('tests who would decide on an event, and saves nothing', async () => {
    await page.open('/admin?part=flow')
    await page.follow('Test an event')
    const shown = await page.send('/admin', { do: 'simulate-ask', type: 'Party', people: '200' })
    expect(shown.text).toContain('Who decides')
    expect(shown.text).toMatch(/event coordinator The event requires approval/i)
    expect(shown.text).toContain('Acknowledges Gardener For every event')
    expect(shown.html).toContain('value="Party"')
    const wrong = await page.send('/admin', { do: 'simulate-ask', people: 'many' })
    expect(wrong.html).toContain('id="people-wrong">Enter a whole number<')
    expect(wrong.html).toMatch(/list="types".*<datalist id="types">.*<option value="Workshop">/s)
    expect(wrong.text).not.toContain('Event, expected attendance')
    expect(wrong.html).toContain('value="many"')
  })

  it('reads who decided first', async () => {
    const eventId = await submitted('Night party')
    await page.open(`/admin?part=waits&id=${eventId}`)
    await ben.device.rejectEvent({ event_id: eventId, reason: 'Too late' })
    const late = await page.send('/admin', { do: 'approve' })
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('Night party was already rejected by Ben Miller.'),
    ])
  })

  it('finds a refused setting at its field', async () => {
    await page.open('/admin?part=settings')
    const refused = await page.send('/admin', { do: 'rules', ahead: '-1' })
    expect(refused.html).toContain('id="ahead-wrong">Enter 0 or more<')
    expect(refused.text).not.toContain('System restrictions')
  })

  it('opens a domain with its roles and changes its rules', async () => {
    await page.open('/admin?part=approvers')
    const shown = await page.follow('Grounds')
    expect(shown.text).toContain('Gardener')
    expect(shown.text).toContain('Kim')
    const saved = await page.send('/admin', { do: 'domain-save', capacity: '80', deciding: 'notified' })
    expect(saved.html).toContain('value="80"')
    const { id = '' } = shown.forms.find(({ fields }) => fields.do === 'domain-save')?.fields ?? {}
    expect((await dean.device.getDomain({ domainId: id })).body.data.domainSettings).toMatchObject({
      maxCapacity: 80,
      approvalWorkflow: { enabled: true, autoApprove: true },
    })
    const refused = await page.send('/admin', { do: 'domain-save', capacity: '0' })
    expect([refused.status, refused.html.includes('role="alert"')]).toEqual([400, true])
    expect((await page.open('/admin?part=groups')).text).toContain('No club decides on events')
  })

  it('alone opens these parts', async () => {
    const one = asBen()
    for (const part of ['simulate', 'groups', 'domain']) {
      const shown = await one.open(`/admin?part=${part}`)
      expect(shown.text, part).not.toMatch(/Show who decides|No club decides|Who can see it/)
    }
    expect((await one.post('/admin', { do: 'domain-save', id: 'x', name: 'y' })).status).toBe(403)
    expect((await one.post('/admin', { do: 'role-backup', id: role, person: 'x' })).status).toBe(403)
  })
})
