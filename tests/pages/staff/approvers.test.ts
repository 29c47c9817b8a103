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
let page: Browser

const role = '/admin?part=approvers&id=event+coordinator'

beforeAll(async () => {
  const found = await admins()
  w = found.w
  dean = found.dean
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben Miller' })
  page = browser(w, { jar: dean.device.jar })
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

const holders = async (): Promise<string[]> =>
  (await dean.device.listStakeholderMembers({ id: 'event coordinator' })).body.members.map(
    ({ userId }: { userId: string }) => userId,
  )

describe('the page of approvers', () => {
  it('is one link away from an event that nobody decides on, and appoints a person who then decides', async () => {
    await submitted('Garden party')
    const waiting = await page.open('/admin')
    expect(waiting.text).toContain('Nobody is appointed as event coordinator')
    expect(waiting.html).toContain('aria-label="1 open"')
    const empty = await page.follow('Appoint an approver')
    expect([empty.address, empty.text]).toEqual([role, expect.stringContaining('Nobody is appointed')])
    const found = await page.open(`${role}&search=miller`)
    expect(found.text).toContain('Ben Miller')
    const done = await page.send('/admin', { do: 'role-appoint', person: ben.user._id })
    expect(done.text).toContain('Ben Miller is appointed and can decide')
    expect(await holders()).toEqual([ben.user._id])
    const own = await browser(w, { jar: ben.device.jar }).open('/admin')
    expect(own.text).toContain('Garden party')
    expect(own.html).not.toContain('part=approvers')
    expect(own.text).not.toContain('Waiting for other approvers')
  })

  it('lists for administrators what waits for the person appointed, with the decision one link away', async () => {
    const eventId = await submitted('Harvest dinner')
    await w.caughtUp()
    const overview = await page.open('/admin')
    const [, others = ''] = overview.text.split('Waiting for other approvers')
    expect(others).toMatch(/Harvest dinner Waiting for: event coordinator ?, until/)
    const one = await page.follow('Harvest dinner')
    expect(one.text).not.toMatch(/Garden party|Waiting for other approvers|Delegate while you are away/)
    const done = await page.send('/admin', { do: 'approve', event: eventId })
    expect(done.text).toMatch(/You approved Harvest dinner ?\./)
    const { text } = await page.open('/admin?part=audit&filter=approvals.approve')
    expect(text).toMatch(/Event approved \S+ Event Harvest dinner Role: event coordinator/)
    expect(text).not.toContain('default')
  })

  it('shows an empty list to an approver for whom nothing waits yet', async () => {
    const cy = await registered(w, 'cy', { username: 'cy', name: 'Cy' })
    const own = browser(w, { jar: cy.device.jar })
    expect((await own.open('/admin')).status).toBe(403)
    await dean.device.assignStakeholderRole({ id: 'safety officer', userId: cy.user._id })
    const shown = await own.open('/admin')
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Nothing to approve')])
    await dean.device.unassignStakeholderRole({ id: 'safety officer', userId: cy.user._id })
  })

  it('names the person and the consequence before it removes them, and can appoint them again', async () => {
    const asked = await page.open(`${role}&person=${ben.user._id}&confirm=remove`)
    expect(asked.text).toMatch(/Remove Ben Miller as event coordinator ?\?/)
    expect(asked.text).toContain('administrators decide in their place')
    expect(await holders()).toEqual([ben.user._id])
    await page.send('/admin', { do: 'role-remove' })
    expect(await holders()).toEqual([])
    expect((await page.open(role)).text).toContain('Nobody is appointed')
  })

  it('sorts roles by the address, and keeps what was entered where a change is refused', async () => {
    const { html } = await page.open('/admin?part=approvers&sort=-name')
    const names = [...html.matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)/g)].map(([, name]) => name)
    expect(names).toEqual([...names].sort().reverse())
    expect(names).toContain('Safety officer')
    await page.open('/admin?part=approvers&id=safety+officer')
    const refused = await page.send('/admin', { do: 'role-edit', name: 'Safety', hours: '999' })
    expect([refused.status, refused.html.includes('value="999"')]).toEqual([400, true])
    const saved = await page.send('/admin', { do: 'role-edit', hours: '24' })
    expect(saved.text).toContain('Safety')
    await page.open('/admin?part=approvers&id=safety+officer&confirm=stop')
    expect((await page.send('/admin', { do: 'role-stop' })).text).toContain('Inactive')
    expect((await page.send('/admin', { do: 'role-start' })).text).toContain('Nobody appointed')
  })

  it('creates a domain and a role in it, and deletes only an empty domain', async () => {
    await page.open('/admin?part=approvers')
    const made = await page.send('/admin', { do: 'role-domain', name: 'Laboratories', type: 'facility' })
    expect(made.text).toContain('Laboratories Facility')
    const created = await page.send('/admin', { do: 'role-create', name: 'Lab safety' })
    expect(created.html).toContain('id=lab-safety')
    const [{ _id: id }] = (await dean.device.listDomains()).body.data
    const log = await page.open('/admin?part=audit&filter=approvals.domain.create')
    expect(log.text).toContain('Department or facility Laboratories')
    expect(log.links.find(({ text }) => text === 'Laboratories')?.href).toContain(`part=domain&id=${id}`)
    const refused = await page.post('/admin', { do: 'role-domain-delete', id })
    expect([refused.status, refused.text.includes('Laboratories')]).toEqual([409, true])
    expect((await page.open('/admin?part=approvers')).html).not.toContain('confirm=domain')
  })

  it('keeps approval steps in order, and refuses a change of an outdated page', async () => {
    const first = (await page.open('/admin?part=flow')).forms.find(({ fields }) => fields.do === 'step-add')
    expect(first?.fields).toMatchObject({ applies: 'requested' })
    const wrong = await page.send('/admin', { do: 'step-add', role: 'safety officer', order: '0' })
    expect(wrong.html).toContain('id="order-wrong">Enter 1 or more<')
    await page.open('/admin?part=flow')
    await page.send('/admin', { do: 'step-add', role: 'safety officer', applies: 'always' })
    await page.open('/admin?part=flow')
    const two = await page.send('/admin', {
      do: 'step-add',
      role: 'department head',
      order: '1',
      applies: 'always',
    })
    expect(two.text).toMatch(
      /Department head Nobody appointed Approves or rejects events Every event .*Remove/,
    )
    const { steps } = (await dean.device.getApprovalFlow()).body.data
    expect(steps.map((step: { role: string; stage: number }) => [step.role, step.stage])).toEqual([
      ['safety officer', 0],
      ['department head', 0],
    ])
    const later = { do: 'step-edit', id: steps[0]._id, order: '2', applies: 'always' }
    const stale = await page.post('/admin', { ...later, version: '1' })
    expect(stale.status).toBe(409)
    // An equal step from before is not the one that an outdated form adds.
    const { forms } = await page.open('/admin?part=flow')
    const form = forms.find(({ fields }) => fields.do === 'step-add')
    const equal = { ...form?.fields, role: 'safety officer', applies: 'always', version: '1' }
    expect((await page.post('/admin', equal)).status).toBe(409)
    await page.open(`/admin?part=flow&id=${steps[0]._id}`)
    const moved = await page.send('/admin', later)
    expect(moved.text).toMatch(/1 Department head .* 2 Safety/)
    await page.open(`/admin?part=flow&id=${steps[0]._id}&confirm=remove`)
    expect(page.page().text).toContain('Approvals that have begun keep it.')
    const removed = await page.send('/admin', { do: 'step-remove' })
    expect(removed.text).not.toMatch(/\d Safety Nobody/)
  })

  it('lets a club decide in a step once it is an approval group', async () => {
    const { orgId } = await founded(ada, { org_name: 'Student Senate' })
    expect((await page.open('/admin?part=flow')).text).not.toContain('Club: Student Senate')
    await page.open(`/admin?part=org-group&id=${orgId}`)
    await page.send('/admin', { do: 'group-make' })
    await page.open('/admin?part=flow')
    const added = await page.send('/admin', { do: 'step-add', role: `club:${orgId}`, applies: 'always' })
    expect(added.text).toMatch(/Student Senate Approves or rejects events Every event/)
    expect(added.html).toContain(`href="/org/${orgId}"`)
    const { steps } = (await dean.device.getApprovalFlow()).body.data
    expect(steps.map((step: { orgId?: string }) => step.orgId)).toContain(orgId)
  })
})
