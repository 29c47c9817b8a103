import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../../attendance/stream.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { streamOf } from '../../support/streamed.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

let w: World
let dean: Person
let root: Person
let ada: Person
let ben: Person
let page: Browser
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  const found = await admins()
  w = found.w
  stream = await attendanceStream(w)
  dean = found.dean
  root = found.root
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada Miller' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben Miller' })
  page = browser(w, { jar: dean.device.jar })
})

const finance = async () => (await dean.device.getFinanceConfig()).body.data

describe('the budget templates', () => {
  it('are created, changed and deleted, and keep the keys of their lines', async () => {
    await page.open('/admin?part=orgs')
    await page.follow('Budget templates')
    const texts = { displayName: 'Trip', lines: 'Travel *\nMembers: number\nWhy: text' }
    expect((await page.send('/admin', { do: 'budget-template', ...texts })).text).toContain(
      'Budget template saved.',
    )
    await page.follow('Trip')
    const lines = 'Travel\nHostel\nMembers: number'
    await page.send('/admin', { do: 'budget-template', displayName: 'Long trip', lines })
    const template = (await finance()).budgetTemplates.find(
      ({ templateKey }: { templateKey: string }) => templateKey === 'trip',
    )
    expect(template.displayName).toBe('Long trip')
    expect(template.lineItemDefinitions).toMatchObject([
      { key: 'travel', label: 'Travel', kind: 'currency', required: false },
      { key: 'hostel' },
      { key: 'members', kind: 'number' },
    ])
    const asked = await page.open('/admin?part=templates&id=trip&confirm=remove')
    expect(asked.text).toMatch(/Delete the template Long trip ?\?/)
    await page.send('/admin', { do: 'budget-template-delete' })
    expect((await finance()).budgetTemplates).toHaveLength(1)
  })

  it('are approved in the order that the school sets, and refuse an outdated change', async () => {
    await page.open('/admin?part=templates')
    const order = { 'stages-two_stage': 'Officer: club\nTreasury: school' }
    await page.send('/admin', { do: 'budget-workflow', id: 'two_stage', ...order })
    expect((await finance()).workflowPresets[0].stages).toMatchObject([
      { key: 'officer', actorType: 'org_permission' },
      { key: 'treasury', actorType: 'platform_admin' },
    ])
    const texts = { displayName: 'Old', lines: 'A', workflow: 'two_stage', fiscalLabel: 'Year' }
    const old = { do: 'budget-template', version: '1', ...texts }
    const refused = await page.post('/admin', old)
    expect([refused.status, refused.html.includes('value="Old"')]).toEqual([409, true])
  })

  it('keep what another administrator saved while a refused form was corrected', async () => {
    const other = browser(w, { jar: dean.device.jar })
    const template = { do: 'budget-template', displayName: 'Camp', lines: 'Tents' }
    const order = { do: 'budget-workflow', id: 'two_stage', 'stages-two_stage': 'Treasurer: club' }
    for (const [form, wrong] of [
      [template, { displayName: ' ' }],
      [order, { 'stages-two_stage': ' ' }],
    ] as const) {
      await page.open('/admin?part=templates')
      await other.open('/admin?part=templates')
      const saved = await other.send('/admin', { ...order, 'stages-two_stage': 'Finance: school' })
      const refused = await page.send('/admin', { ...form, ...wrong })
      const corrected = await page.send('/admin', form)
      expect([saved.status, refused.status, corrected.status], form.do).toEqual([200, 400, 409])
    }
  })
})

describe('the event form', () => {
  it('gets and loses a field of the school', async () => {
    await page.open('/admin?part=form')
    const none = await page.send('/admin', { do: 'form-add', label: ' ', options: 'Buffet' })
    expect([none.status, none.html.includes('value="Buffet"')]).toEqual([400, true])
    const other = { do: 'form-add', label: 'Food', type: 'boolean', options: 'Buffet, None' }
    expect((await page.send('/admin', other)).html).toContain('id="options-wrong">Choices are for text')
    await page.open('/admin?part=form')
    const added = await page.send('/admin', { do: 'form-add', label: 'Food', options: 'Buffet, None' })
    expect(added.text).toContain('Food Buffet, None')
    const repeated = { do: 'form-add', label: 'Food', type: 'string', options: 'Buffet, None', version: '0' }
    const again = await page.post('/admin', repeated)
    expect([again.status, again.text.match(/Buffet, None/g)?.length]).toEqual([200, 1])
    expect((await browser(w, { jar: ada.device.jar }).open('/create-event')).text).toContain('Food')
    await page.open('/admin?part=form&id=food&confirm=remove')
    expect((await page.send('/admin', { do: 'form-remove' })).text).toContain('No custom fields')
  })

  // rules/stakeholders 30
  it('keeps the field that another administrator adds while a page is open', async () => {
    await page.open('/admin?part=form')
    const other = browser(w, { jar: dean.device.jar })
    await other.open('/admin?part=form')
    await other.send('/admin', { do: 'form-add', label: 'Music' })
    const refused = await page.send('/admin', { do: 'form-add', label: 'Smoke' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This was changed by someone else at the same moment')
    expect(refused.html).toContain('value="Smoke"')
    expect(refused.text).toContain('Music Text')
    expect((await page.post('/admin', { do: 'form-remove', id: 'music' })).status).toBe(409)
    const { fields } = (await dean.device.getEventFormConfig()).body.data
    const own = fields.filter(({ isStandard }: { isStandard: boolean }) => !isStandard)
    expect(own.map(({ name }: { name: string }) => name)).toEqual(['music'])
    await page.open('/admin?part=form&id=music&confirm=remove')
    expect((await page.send('/admin', { do: 'form-remove' })).text).toContain('No custom fields')
  })
})

describe('the registrations of an event', () => {
  it('are one link away from the list of events', async () => {
    const { orgId } = await founded(ada)
    const start = w.clock.now().getTime() + 3 * 86_400_000
    const { body } = await ada.device.createEvent({
      name: 'Open evening',
      type: 'Party',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 3_600_000).toISOString(),
      location: 'Hall',
      expectedAttendance: 40,
      registrationEnabled: true,
      orgId,
    })
    const eventId = String(body.eventId)
    await ben.device.registerForEvent({ event_id: eventId })
    w.clock.advance(60)
    await dean.device.registerForEvent({ event_id: eventId })
    await stream.drain()
    const list = await page.open('/admin?part=events')
    expect(list.text).toMatch(/Event Host Starts .*Open evening Society/)
    const link = list.links.find(({ href }) => href.includes('part=registrations'))
    expect(link?.text).toBe('2')
    const shown = await page.open(link?.href ?? '')
    expect(shown.text).toContain('Registrations for Open evening Oldest first')
    expect(shown.text).toMatch(/Person Seats .*Ben Miller @ ben 1 .*@ dean 1 /)
    expect((await page.open('/admin?part=registrations&id=none')).status).toBe(404)
  })
})

describe('a notification to people', () => {
  const titles = async (person: Person) => {
    await streamOf(w).drain()
    const { data } = (await person.device.listNotifications()).body
    return data.map(({ title }: { title: string }) => title)
  }

  it('goes to those who were picked, after the message was written', async () => {
    await page.open('/admin?part=notify&search=miller')
    const none = await page.send('/admin', { do: 'notify-pick' })
    expect(none.text).toContain('Check the boxes of the people to notify first.')
    const both = { [`pick-${ada.user._id}`]: 'yes', [`pick-${ben.user._id}`]: 'yes' }
    await page.open('/admin?part=notify&search=miller')
    const asked = await page.send('/admin', { do: 'notify-pick', ...both })
    expect(asked.text).toMatch(/Notify 2 people (Ada Miller, Ben Miller|Ben Miller, Ada Miller)/)
    const refused = await page.send('/admin', { do: 'notify-send', title: ' ', message: 'At noon' })
    expect([refused.status, refused.html.includes('At noon')]).toEqual([400, true])
    expect((await page.send('/admin', { do: 'notify-send', title: 'Meeting' })).text).toContain('Sent.')
    expect(await titles(ada)).toContain('Meeting')
    expect(await titles(ben)).toContain('Meeting')
  })

  it('keeps those who were picked through another search', async () => {
    await page.open('/admin?part=notify')
    await page.send('/admin', { do: 'notify-search', search: 'ada' })
    const box = `pick-${ada.user._id}`
    const again = await page.send('/admin', { do: 'notify-search', search: 'ben', [box]: 'yes' })
    expect(again.text).toMatch(/Selected people Ada Miller .*Name Username Email Ben Miller/)
    const found = await page.send('/admin', { do: 'notify-search', search: 'miller' })
    expect(found.text).not.toContain('Selected people')
    expect(found.html).toContain(`name="${box}" value="yes" checked`)
    expect((await page.send('/admin', { do: 'notify-pick' })).text).toContain('Notify 1 person Ada Miller')
    await page.open('/admin?part=notify')
    const unnamed = await page.send('/admin', { do: 'notify-search', search: 'ben', 'pick-nobody': 'yes' })
    expect(unnamed.html).toContain('<input type="hidden" name="pick-nobody" value="yes">')
  })

  it('asks one person to acknowledge an urgent one', async () => {
    await page.open('/admin?part=notify&search=ben')
    await page.send('/admin', { do: 'notify-pick', [`pick-${ben.user._id}`]: 'yes' })
    const words = { title: 'Call us', message: 'Today', urgent: 'yes' }
    await page.send('/admin', { do: 'notify-send', ...words })
    expect((await browser(w, { jar: ben.device.jar }).open('/inbox')).html).toContain('Acknowledge: Call us')
    expect(await titles(ada)).not.toContain('Call us')
  })
})

describe('people without the right', () => {
  it('see none of these parts, and are refused when they send', async () => {
    const one = browser(w, { jar: ben.device.jar })
    for (const part of ['templates', 'form', 'registrations', 'notify'])
      expect((await one.open(`/admin?part=${part}`)).status, part).toBe(403)
    for (const what of ['budget-template', 'form-add', 'notify-send', 'school-save', 'platform-admin-add'])
      expect((await one.post('/admin', { do: what, email: 'a@b.edu' })).status, what).toBeGreaterThan(399)
    expect((await finance()).version).toBeGreaterThan(0)
  })
})

describe('the console of the platform', () => {
  let console: Browser
  const school = async () => (await root.device.getTenant({ tenantKey: w.home })).body.data

  it('changes name, colour and mail domains of a school, with a preview of the colour', async () => {
    console = await signedIn(w, root.email, password, 'www')
    await console.open(`/admin?part=school&id=${w.home}`)
    const preview = await console.send('/admin', {
      do: 'school-preview',
      name: 'Hill College',
      color: '#ffcc00',
    })
    expect(preview.html).toContain('aria-label="Preview of Hill College in #ffcc00"')
    expect((await school()).name).not.toBe('Hill College')
    const wrong = await console.send('/admin', { do: 'school-save', color: 'yellow' })
    expect([
      wrong.status,
      wrong.html.includes('id="color-wrong"'),
      wrong.html.includes('value="Hill College"'),
    ]).toEqual([400, true, true])
    const saved = await console.send('/admin', { do: 'school-save', color: '#ffcc00' })
    expect(saved.text).toContain('Hill College is saved.')
    expect(await school()).toMatchObject({ name: 'Hill College', color: '#ffcc00' })
  })

  it('sets the language and region of a school', async () => {
    const page = await console.open(`/admin?part=school&id=${w.home}`)
    expect(page.html).toContain('<option value="en-US" selected>English (United States)</option>')
    const wrong = await console.send('/admin', { do: 'school-save', locale: 'no tag' })
    expect([wrong.status, wrong.html.includes('id="locale-wrong"')]).toEqual([400, true])
    const saved = await console.send('/admin', { do: 'school-save', locale: 'es-MX' })
    expect(saved.html).toContain('<option value="es-MX" selected>Spanish (Mexico)</option>')
    expect((await school()).locale).toBe('es-MX')
    await console.send('/admin', { do: 'school-save', locale: 'en-US' })
  })

  it('adds an administrator by address, and names the consequence before it removes them', async () => {
    await console.open('/admin')
    await console.follow('Administrators')
    const nobody = await console.send('/admin', { do: 'platform-admin-ask', email: 'nobody@example.edu' })
    expect(nobody.text).not.toContain('platform administrator?')
    expect(nobody.html).toContain('value="nobody@example.edu"')
    expect(nobody.text).toContain('No account has this address.')
    await console.open('/admin?part=administrators')
    const asking = await console.send('/admin', { do: 'platform-admin-ask', email: ben.email })
    expect(asking.text).toContain(`Make ${ben.user.name} a platform administrator?`)
    expect(asking.text).toContain(`${ben.user.name} ( ${ben.email} ) can then manage the platform`)
    expect(asking.text).toContain('Address not confirmed: anyone can create an account')
    // Whoever has the address by then, the person named in the question is added.
    const question = asking.forms.find(({ fields }) => fields.do === 'platform-admin-add')
    expect(question?.fields).toEqual({
      do: 'platform-admin-add',
      id: ben.user.globalUserId,
      named: ben.user.name,
    })
    const before = (await root.device.listPlatformAdmins()).body.data.admins
    expect(before.map(({ email }: { email: string }) => email)).not.toContain(ben.email)
    const added = await console.send('/admin', { do: 'platform-admin-add' })
    expect(added.text).toContain(ben.email)
    const id = ben.user.globalUserId
    const asked = await console.open(`/admin?part=administrators&id=${id}&confirm=remove`)
    expect(asked.text).toContain('is signed out everywhere at once')
    await console.send('/admin', { do: 'platform-admin-remove' })
    const { admins: left } = (await root.device.listPlatformAdmins()).body.data
    expect(left.map(({ email }: { email: string }) => email)).not.toContain(ben.email)
  })
})
