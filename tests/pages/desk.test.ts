import { beforeAll, describe, expect, it } from 'vitest'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let ben: Person
let orgId: string
let desk: string
let officer: Browser

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
  orgId = (await founded(ada)).orgId
  desk = `/club-dashboard/${orgId}`
  officer = await signedIn(w, ada.email, password)
})

describe('the desk of a club', () => {
  it('is for its members, and sends anybody else to sign in or says no', async () => {
    expect((await browser(w).open(desk)).text).toContain('Sign in')
    const stranger = await signedIn(w, ben.email, password)
    expect((await stranger.open(desk)).status).toBe(403)
    const mine = await officer.open(desk)
    expect([mine.status, mine.text.includes('1 member')]).toEqual([200, true])
    expect(mine.links.map(({ text }) => text)).toEqual(expect.arrayContaining(['Applications', 'Budgets']))
  })

  it('shows applications with their answers and lets in whoever is approved, once', async () => {
    await ada.device.editOrganization({
      orgId,
      requireApprovalForJoin: true,
      memberForm: { title: 'About you', questions: [{ type: 'short', question: 'Why us?', required: true }] },
    })
    const student = await signedIn(w, ben.email, password)
    await student.open(`/org/${orgId}`)
    await student.send(`/org/${orgId}`, { 'answer-0': 'I like chess' })
    await w.caughtUp()
    const waiting = await officer.open(`${desk}?part=applications`)
    expect(waiting.text).toContain('Why us? I like chess')
    const done = await officer.send(desk, { do: 'approve' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Application accepted.')])
    await w.caughtUp()
    expect((await officer.open(`${desk}?part=applications`)).text).toContain('No open applications')
    expect((await officer.open(desk)).text).toContain('2 members')
    const table = await officer.open(`/org-roles/${orgId}/members/export?format=csv`)
    expect([officer.page().status, table.html]).toEqual([200, expect.stringContaining(ben.email)])
    expect((await officer.open(desk)).html).toContain(`/org-roles/${orgId}/members/export?format=csv`)
    await student.open(desk)
    expect(student.page().html).not.toContain('/members/export')
  })

  it('makes roles, gives them, and changes what they permit', async () => {
    await officer.open(`${desk}?part=roles`)
    await officer.send(desk, { do: 'save-role', displayName: 'Treasurer', 'may-manage_finances': 'yes' })
    expect(officer.page().text).toContain('Treasurer Create and approve budgets')
    await officer.open(desk)
    await officer.send(desk, { do: 'give-role', role: 'treasurer' })
    const { body } = await ada.device.listOrgMembers({ orgId })
    expect(body.members.find((one: { user_id: { name: string } }) => one.user_id.name === 'Ben')?.role).toBe(
      'treasurer',
    )
    await officer.open(`${desk}?part=roles&id=treasurer`)
    await officer.send(desk, { displayName: 'Purse' })
    expect(officer.page().text).toContain('Purse Create and approve budgets')
    await officer.open(`${desk}?part=roles`)
    expect(officer.page().text).toContain('At most 50 characters')
    await officer.send(desk, { do: 'save-role', displayName: 'Guest' })
    expect(officer.page().text).toContain('Guest View events')
    // Everything that a role permits stands in words.
    expect(officer.page().text).toContain('View events')
    expect(officer.page().text).not.toMatch(/[a-z]_[a-z]/)
  })

  it('tells what was refused at the form, with what was entered', async () => {
    await officer.open(`${desk}?part=roles`)
    const taken = await officer.send(desk, { do: 'save-role', displayName: 'Owner' })
    expect(taken.status).toBeGreaterThanOrEqual(400)
    expect(taken.html).toContain('value="Owner"')
    expect(taken.html).toMatch(/class="(?:tell bad|wrong)"/)
  })

  it('tells beside the address why nobody is invited at it', async () => {
    await officer.open(desk)
    const wrong = await officer.send(desk, { do: 'invite', email: 'nobody' })
    expect(wrong.html).toContain('<span class="wrong" id="email-wrong">Enter a valid email address</span>')
  })

  it('posts news in the name of the club', async () => {
    await officer.open(`${desk}?part=news`)
    const told = await officer.send(desk, { do: 'post', content: 'We meet at six', asClub: 'yes' })
    expect(told.text).toContain('for the club We meet at six')
  })

  it('makes a form for events with questions of every kind, changes and deletes it', async () => {
    const blank = await officer.open(`${desk}?part=forms&id=new`)
    expect(blank.text).toContain('Options of a choice question 1 to 50 options, one in each line.')
    expect(blank.text).not.toContain('Options (optional)')
    const empty = await officer.send(desk, { do: 'save-form', title: 'Boards' })
    expect(empty.html).toContain('id="q0-text-wrong">Add at least one question.</span>')
    expect(empty.html).not.toContain('class="tell bad"')
    const wrong = await officer.send(desk, {
      do: 'save-form',
      title: 'Boards',
      'q0-text': 'Which?',
      'q0-type': 'multiple_choice',
    })
    expect([wrong.status, wrong.html.includes('value="Which?"')]).toEqual([400, true])
    expect(wrong.text).toContain('A choice question must have 1 to 50 options')
    const made = await officer.send(desk, {
      do: 'save-form',
      'q0-options': 'Oak\nWalnut\n',
      'q0-required': 'yes',
      'q1-text': 'What do you eat?',
      'q1-sensitive': 'yes',
    })
    expect(made.text).toContain('Form saved.')
    const forms = async () => (await ada.device.listEventForms({ orgId })).body.data
    const [first] = await forms()
    expect(first).toMatchObject({
      title: 'Boards',
      questions: [
        { type: 'multiple_choice', question: 'Which?', required: true, options: ['Oak', 'Walnut'] },
        { type: 'short', question: 'What do you eat?', required: false, sensitive: true },
      ],
    })
    await officer.send(desk, { do: 'save-form', 'q0-remove': 'yes', title: 'Meals' })
    const [second] = await forms()
    expect(second.title).toBe('Meals')
    expect(second.questions).toMatchObject([{ _id: first.questions[1]._id, question: 'What do you eat?' }])
    expect((await officer.open(`${desk}?part=forms`)).text).toContain('Meals 1 question')
    await officer.send(desk, { do: 'delete-form' })
    expect((await forms()).map(({ title }: { title: string }) => title)).not.toContain('Meals')
  })

  // rules/auth 43
  it('keeps what was written for who has to confirm their address first, and leads there', async () => {
    const publishersAre = async (publishers: 'proven' | undefined): Promise<void> => {
      const change = { tenantKey: w.home, at: w.clock.now(), change: () => ({ publishers }) }
      await changeSchool(w.table(), { ...change, also: () => [] })
      w.clock.advance(2.1)
    }
    await publishersAre('proven')
    await officer.open(`${desk}?part=news`)
    const told = await officer.send(desk, { do: 'post', content: 'We meet at seven', asClub: 'yes' })
    expect([told.status, told.html.includes('We meet at seven')]).toEqual([403, true])
    expect(told.links.map(({ href }) => href)).toContain('/verify-email')
    await publishersAre(undefined)
  })

  // rules/budgets 34
  it('takes a budget from its lines to its stages', async () => {
    await officer.open(`${desk}?part=budgets`)
    const begun = await officer.send(desk, { do: 'begin-budget', title: 'Clocks' })
    expect([begun.status, begun.text.includes('Clocks')]).toEqual([200, true])
    const filled = await officer.send(desk, { do: 'save-budget', 'line-operating': '1,250.50' })
    expect(filled.html).toContain('value="1250.5"')
    const wrong = await officer.send(desk, { do: 'save-budget', 'line-operating': 'much' })
    expect([wrong.status, wrong.html.includes('value="much"')]).toEqual([400, true])
    const spanish = { 'accept-language': 'es-ES' }
    await officer.open(filled.address)
    const euros = await officer.send(desk, { do: 'save-budget', 'line-operating': '1.250,75' }, spanish)
    expect(euros.html).toContain('value="1250,75"')
    await officer.open(filled.address)
    const unclear = await officer.send(desk, { do: 'save-budget', 'line-operating': '12,5' })
    expect([unclear.status, unclear.html.includes('value="12,5"')]).toEqual([400, true])
    await officer.open(filled.address)
    const dollars = await officer.send(desk, { do: 'save-budget', 'line-operating': '$1,200' })
    expect(dollars.html).toContain('value="1200"')
    await officer.open(filled.address)
    const handed = await officer.send(desk, { do: 'submit-budget' })
    // rules/budgets 38
    expect(handed.text).toContain('Total $1,200.00')
    expect(handed.text).toContain('Submitted.')
    expect(handed.text).toMatch(/Waiting for the club.*Next: the school/)
    // rules/budgets 4
    expect(handed.text).not.toContain('Decide: ')
    expect(handed.text).toContain('You submitted this budget, so someone else approves it.')
    expect(handed.text).toContain('This person can decide: Ben .')
    const treasurer = await signedIn(w, ben.email, password)
    expect((await treasurer.open(handed.address)).text).toContain('Decide: ')
    const budgetId = new URL(handed.address, 'http://school').searchParams.get('id') ?? ''
    await ben.device.approveBudgetStage({ orgId, budgetId, stageKey: 'officer' })
    const passed = await officer.open(handed.address)
    expect(passed.text).toContain('Waiting for the school')
    // Only administrators decide for the school.
    expect(passed.text).not.toContain('Decide: ')
    expect(passed.text).toMatch(/The school decides next\..*Ben approved the stage Officer/)
    const said = await officer.send(desk, { do: 'comment-budget', comment: 'Two clocks are broken' })
    expect(said.text).toMatch(/Two clocks are broken Ada , \w+, \w+ \d+/)
  })

  // rules/budgets 35
  it('submits a budget as it was entered, and keeps all of it when something is refused', async () => {
    await officer.open(`${desk}?part=budgets`)
    const draft = await officer.send(desk, { do: 'begin-budget', fiscalYear: '2031' })
    const lines = { 'line-events': '900', 'note-events': 'Two evenings' }
    const missing = await officer.send(desk, { do: 'submit-budget', 'line-operating': '', ...lines })
    expect(missing.html).toContain('id="line-operating-wrong">Enter an amount</span>')
    expect(missing.html).toMatch(/value="900"[\s\S]*value="Two evenings"/)
    const wrong = { do: 'submit-budget', 'line-operating': 'much', 'line-events': '-5' }
    const refused = await officer.send(desk, wrong)
    expect([refused.status, refused.html.match(/id="line-\w+-wrong"/g)]).toEqual([
      400,
      ['id="line-operating-wrong"', 'id="line-events-wrong"'],
    ])
    expect(refused.html).toMatch(/value="much"[\s\S]*value="-5"[\s\S]*value="Two evenings"/)
    const budgetId = new URL(draft.address, 'http://school').searchParams.get('id') ?? ''
    const stored = async () => (await ada.device.getBudget({ orgId, budgetId })).body.data
    expect(await stored()).toMatchObject({ status: 'draft', totalAmount: 900 })

    // A page that another officer's change made old submits neither version.
    await officer.open(draft.address)
    await ada.device.updateBudget({ orgId, budgetId, title: 'Changed meanwhile' })
    const old = await officer.send(desk, { do: 'submit-budget', 'line-operating': '1' })
    expect([old.status, (await stored()).status]).toEqual([409, 'draft'])

    await officer.open(draft.address)
    const handed = await officer.send(desk, { do: 'submit-budget', 'line-operating': 'US$1,200.00' })
    expect(handed.text).toContain('Submitted.')
    expect(await stored()).toMatchObject({ status: 'in_review', totalAmount: 2100 })

    // rules/budgets 36: the other officer decides.
    const treasurer = await signedIn(w, ben.email, password)
    await treasurer.open(draft.address)
    // rules/budgets 36
    const silent = await treasurer.send(desk, { do: 'reject-stage', message: '  ' })
    expect([silent.status, (await stored()).status]).toEqual([400, 'in_review'])
    expect(silent.html).toContain('id="message-wrong">Enter a reason. The club reads it.</span>')
    const gone = await treasurer.send(desk, { do: 'reject-stage', message: 'Too much' })
    expect([gone.status, (await stored()).status]).toEqual([200, 'rejected'])
  })
})
