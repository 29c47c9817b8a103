import { expect, it } from 'vitest'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { world } from '../../support/world.ts'
import { signedIn } from '../browser.ts'

// rules/budgets 4
it('a submitted budget is decided by its submitter where nobody else can', async () => {
  const w = await world()
  await enrolSchool(w, w.home)
  const ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  const { orgId } = await founded(ada)
  const path = `/club-dashboard/${orgId}`
  const owner = await signedIn(w, ada.email, password)
  await owner.open(`${path}?part=budgets`)
  await owner.send(path, { do: 'begin-budget', title: 'Clocks' })
  await owner.send(path, { do: 'save-budget', 'line-operating': '1250' })
  const submitted = await owner.send(path, { do: 'submit-budget' })
  expect(submitted.text).toMatch(/Decide: .*Approve Request changes Reject/)
  const approved = await owner.send(path, { do: 'approve-stage' })
  expect(approved.text).toMatch(/Approved\..*The school decides next\./)
})
