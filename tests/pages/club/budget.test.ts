import { expect, it } from 'vitest'
import { budget } from '../../../functions/budgets/repository.ts'
import { schoolAdmin } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { world } from '../../support/world.ts'
import { signedIn } from '../browser.ts'

/** A club whose owner has its budgets open. */
const clubWithBudgets = async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const { orgId } = await founded(ada)
  const path = `/club-dashboard/${orgId}`
  const owner = await signedIn(w, ada.email, password)
  await owner.open(`${path}?part=budgets`)
  return { w, ada, path, owner }
}

// rules/budgets 40
it('a draft is deleted after a question, and comments of one moment begin with the newest', async () => {
  const { w, ada, path, owner } = await clubWithBudgets()
  await owner.send(path, { do: 'begin-budget', title: 'Clocks' })
  // A submission saves the lines first. Refused, its form goes on from what it saved.
  const early = await owner.send(path, { do: 'submit-budget' })
  const saved = await owner.send(path, { do: 'save-budget', 'line-operating': '1200' })
  expect([early.status, saved.text]).toEqual([400, expect.stringContaining('Budget saved')])
  await owner.send(path, { do: 'comment-budget', comment: 'First words' })
  const shown = await owner.send(path, { do: 'comment-budget', comment: 'Second words' })
  expect(shown.text).toMatch(/Comments and history .*Second words .*First words/)
  expect(shown.text).toContain('The draft is deleted with its comments and history. This cannot be undone.')
  const other = await signedIn(w, ada.email, password)
  await other.open(shown.address)
  await other.send(path, { do: 'save-budget', 'line-operating': '1250' })
  // A refused form still carries what its reader saw, and overwrites nothing.
  const wrong = await owner.send(path, { do: 'save-budget', 'line-operating': 'many' })
  const corrected = await owner.send(path, { do: 'save-budget', 'line-operating': '10' })
  expect([wrong.status, corrected.status]).toEqual([400, 409])
  await owner.open(shown.address)
  await other.send(path, { do: 'save-budget', 'line-operating': '1300' })
  const stale = await owner.send(path, { do: 'delete-budget' })
  expect([stale.status, stale.html]).toEqual([409, expect.stringContaining('value="1300"')])
  const gone = await owner.send(path, { do: 'delete-budget' })
  expect(gone.text).toMatch(/Draft deleted\. .*No budgets yet/)
})

// rules/budgets 4
it('a submitted budget is decided by its submitter where nobody else can', async () => {
  const { w, path, owner } = await clubWithBudgets()
  const begun = await owner.send(path, { do: 'begin-budget', title: 'Clocks' })
  const year = w.clock.now().getUTCFullYear()
  expect((await owner.open(`${path}?part=budgets`)).html).toContain(`value="${year + 1}"`)
  const spanish = await owner.open(`${path}?part=budgets`, { 'accept-language': 'es-ES' })
  expect(spanish.html).toContain('<label for="fiscalYear">A\u00f1o fiscal')
  await owner.open(`${path}?part=budgets`)
  const taken = await owner.send(path, { do: 'begin-budget', fiscalYear: String(year) })
  expect([taken.status, taken.text]).toEqual([
    409,
    expect.stringContaining('A budget with this template exists for this year: Clocks'),
  ])
  await owner.open(begun.address)
  await owner.send(path, { do: 'save-budget', 'line-operating': '1250' })
  const submitted = await owner.send(path, { do: 'submit-budget' })
  expect(submitted.text).toMatch(
    /Waiting for your decision .*Decide: .*You can approve it now\. Approve Request changes or reject Reason The club reads it\. Request changes Reject/,
  )
  expect(submitted.html.match(/<label for="(?:message|comment)">[^<]*/g)).toEqual([
    '<label for="message">Reason',
    '<label for="comment">Comment',
  ])
  // rules/budgets 39
  expect(submitted.text).toContain('The budget becomes a draft. You can submit it again.')
  const withdrawn = await owner.send(path, { do: 'withdraw-budget' })
  expect(withdrawn.text).toMatch(/Withdrawn: it is a draft again\. .*The club withdrew the budget/)
  await owner.send(path, { do: 'submit-budget' })
  const approved = await owner.send(path, { do: 'approve-stage' })
  expect(approved.text).toContain('1 approval is lost, and a new submission begins with the first stage.')
  expect(approved.text).toMatch(/You approved this stage of the budget\..*The school decides next\./)

  const dean = await schoolAdmin(w)
  await w.caughtUp()
  const school = await signedIn(w, dean.email, password)
  // The count of approvals has the budget, on every page of the console.
  expect((await school.open('/admin?part=rooms')).html).toContain('aria-label="1 open">1</span>')
  const waiting = await school.open('/admin?part=budgets')
  expect(waiting.text).toContain('Approvals Budgets (1)')
  const empty = await school.open('/admin')
  expect(empty.text).toContain('1 budget waits for the decision of the school.')
  await school.follow('See budgets')
  // rules/budgets 38
  expect(waiting.text).toContain('$1,250.00')
  await school.follow('Clocks')
  expect(school.page().links.map(({ href }) => href)).toContain('/admin?part=budgets')
  expect(school.page().text).not.toContain('Comment (optional)')
  const unsaid = await school.send(path, { do: 'revise-stage' })
  expect([unsaid.status, unsaid.html]).toEqual([
    400,
    expect.stringContaining('<span class="wrong" id="message-wrong">Enter what to change.'),
  ])
  const rejected = await school.send(path, { do: 'reject-stage', message: 'Too many clocks' })
  const reviewer = dean.user.name
  expect(rejected.text).toMatch(
    new RegExp(`${reviewer} rejected the budget .* Too many clocks .*The school rejected the budget `),
  )
  expect(rejected.text.match(/Too many clocks/g)).toHaveLength(1)
  expect(rejected.text).toContain('You rejected this budget. The club reads your reason.')
  expect(rejected.text).not.toContain('Next: the')
  const decided = await school.open('/admin?part=budgets&filter=rejected')
  expect(decided.text).toContain('Clocks')
  const audit = await school.open('/admin?part=audit')
  expect(audit.text).toContain('Budget rejected')
  expect(audit.links.find(({ text }) => text === 'Clocks')?.href).toMatch(/part=budgets&(?:amp;)?id=/)
  expect((await owner.open(submitted.address)).html).not.toContain('/admin?part=budgets')
})

// rules/budgets 38
it('a budget keeps its currency when the school changes to another', async () => {
  const w = await world({ ownTable: true })
  await enrolSchool(w, w.home, { currency: 'EUR' })
  const ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const { orgId } = await founded(ada)
  const path = `/club-dashboard/${orgId}?part=budgets`
  const dean = await schoolAdmin(w)
  const made = async (fiscalYear: string): Promise<string> =>
    (await ada.device.createBudget({ orgId, templateKey: 'annual_club', fiscalYear })).body.data._id
  const first = await made('2026')
  await dean.device.setSchoolZone({ timezone: 'UTC', currency: 'MXN' })
  w.clock.advance(3)
  const second = await made('2027')
  const owner = await signedIn(w, ada.email, password)
  expect((await owner.open(path)).text).toMatch(/2027 \S+ MX\$0\.00 .*2026 \S+ \u20ac0\.00/)
  expect((await owner.open(`${path}&id=${first}`)).text).toContain('Currency: Euro')
  expect((await owner.open(`${path}&id=${second}`)).text).toContain('Currency: Mexican Peso')
  const csv = await ada.device.exportBudget({ orgId, budgetId: first, format: 'csv' })
  expect(csv.body).toContain('currency,EUR')
  // A budget from before currencies were stored.
  await w.table().update(budget, { orgId, id: first }, { remove: ['currency'] })
  expect((await owner.open(`${path}&id=${first}`)).text).toContain('Currency: Mexican Peso')
})
