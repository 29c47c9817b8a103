import { beforeAll, describe, expect, it } from 'vitest'
import { listed } from '../support/inboxes.ts'
import type { Person } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import type { World } from '../support/world.ts'
import { drafted, type Financed, forwarded, lineIn, office, officer, treasury } from './campus.ts'

let w: World
let root: Person
let dean: Person
let club: Financed
beforeAll(async () => {
  ;({ w, root, dean, club } = await treasury())
})

describe('a budget', () => {
  // rules/budgets 9
  it('begins as a draft with the lines of its template', async () => {
    const { orgId, treasurer } = club
    const made = await treasurer.device.createBudget({ orgId, templateKey: 'annual_club' })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      orgId,
      fiscalYear: '2026',
      title: 'Annual club budget 2026',
      status: 'draft',
      totalAmount: 0,
      workflow: { presetKey: 'two_stage', currentStageIndex: 0, stagesSnapshot: [], completedStages: [] },
      createdBy: treasurer.user._id,
      revisions: [],
      comments: [],
      auditLog: [{ action: 'draft_created', actor: 'org', fromStatus: null, toStatus: 'draft' }],
      version: 1,
    })
    const blank = { amount: null, numberValue: null, textValue: '', note: '' }
    expect(made.body.data.lineItems).toEqual([
      { key: 'operating', label: 'Operating', kind: 'currency', ...blank },
      { key: 'events', label: 'Events', kind: 'currency', ...blank },
      { key: 'summary', label: 'Summary', kind: 'text', ...blank },
    ])
  })

  // rules/budgets 13, rules/budgets 16, rules/budgets 18, rules/budgets 22
  it('goes through both stages, with a revision between', async () => {
    const { treasurer, owner, auditor } = club
    const named = await drafted(club)
    const lines = [
      { key: 'operating', amount: 0.1, note: 'Boards' },
      { key: 'events', amount: 0.2 },
    ]
    const edited = await treasurer.device.updateBudget({ ...named, lineItems: lines, title: 'Chess 2026' })
    expect(edited.body.data).toMatchObject({ title: 'Chess 2026', totalAmount: 0.3, status: 'draft' })
    const first = await treasurer.device.submitBudget(named)
    expect(first.body.data).toMatchObject({
      status: 'in_review',
      workflow: { currentStageIndex: 0, stagesSnapshot: [officerStage, officeStage], completedStages: [] },
      revisions: [{ revision: 1, status: 'in_review' }],
    })
    await auditor.device.commentOnBudget({ ...named, body: 'Which boards?' })
    const sent = { ...named, ...officer, message: ' Say which ' }
    const back = await owner.device.requestBudgetRevision(sent)
    expect(back.body.data).toMatchObject({
      status: 'revision_requested',
      workflow: { currentStageIndex: 0, stagesSnapshot: [], completedStages: [] },
    })
    const resumed = await treasurer.device.updateBudget({
      ...named,
      lineItems: [{ key: 'operating', note: 'Wooden boards' }],
    })
    expect(resumed.body.data.status).toBe('draft')
    expect(lineIn(resumed, 'operating')).toMatchObject({ amount: 0.1, note: 'Wooden boards' })
    await treasurer.device.submitBudget(named)
    const half = await owner.device.approveBudgetStage({ ...named, ...officer })
    expect(half.body.data).toMatchObject({
      status: 'in_review',
      workflow: {
        currentStageIndex: 1,
        completedStages: [{ key: 'officer', approvedBy: owner.user._id }],
        lastActionBy: owner.user._id,
      },
    })
    const done = await dean.device.approveFinanceStage({ ...named, ...office })
    expect(done.body.data.status).toBe('approved')
    const { data } = (await auditor.device.getBudget(named)).body
    expect(data).toEqual(done.body.data)
    expect(data.auditLog.map(({ action }: { action: string }) => action)).toEqual([
      'draft_created',
      'submitted',
      'revision_requested',
      'resumed_after_revision',
      'submitted',
      'officer_stage_approved',
      'platform_stage_approved',
      'approved',
    ])
    expect(data.auditLog.at(-1)).toMatchObject({ actor: 'platform', userId: dean.user._id })
    expect(data.comments).toMatchObject([
      { body: 'Which boards?', userId: auditor.user._id, revision: 1 },
      { body: 'Revision requested: Say which', userId: owner.user._id, revision: 2 },
    ])
    expect(data.revisions.map(({ revision, status }: Revision) => [revision, status])).toEqual([
      [1, 'in_review'],
      [2, 'revision_requested'],
      [3, 'in_review'],
    ])
    expect(data.revisions[1]).toMatchObject({
      workflowSnapshot: { stagesSnapshot: [officerStage, officeStage] },
    })
    expect(data.revisions[0].lineItemsSnapshot[0].note).toBe('Boards')
  })

  // rules/budgets 8, rules/budgets 19
  it('is rejected for good, which frees its year', async () => {
    const { treasurer } = club
    const named = await forwarded(club)
    const rejected = await root.device.rejectFinanceStage({ ...named, ...office, message: 'No money' })
    expect(rejected.body.data).toMatchObject({
      status: 'rejected',
      comments: [{ body: 'Rejected: No money', userId: expect.any(String) }],
    })
    const { orgId } = named
    const { fiscalYear } = rejected.body.data
    const again = { orgId, templateKey: 'annual_club', fiscalYear }
    expect((await treasurer.device.createBudget(again)).status).toBe(201)
    expect((await treasurer.device.createBudget(again)).body.code).toBe('BUDGET_EXISTS')
  })
})

type Revision = { readonly revision: number; readonly status: string }
const officerStage = {
  key: 'officer',
  label: 'Officer',
  actorType: 'org_permission',
  permission: 'manage_finances',
}
const officeStage = {
  key: 'finance_office',
  label: 'Finance office',
  actorType: 'platform_admin',
  permission: 'manage_finances',
}

describe('who is told', () => {
  const titles = async (person: Person): Promise<string[]> =>
    (await listed(person)).data.map(({ title }: { title: string }) => title)

  // rules/budgets 24
  it('is whoever decides next, and in the end who asked', async () => {
    const named = await drafted(club, { title: 'Lamps' })
    const { treasurer, owner, member } = club
    await treasurer.device.updateBudget({ ...named, lineItems: [{ key: 'operating', amount: 5 }] })
    await streamOf(w).drain()
    await treasurer.device.submitBudget(named)
    await streamOf(w).drain()
    expect(await titles(owner)).toContain('Approval required: Lamps')
    expect(await titles(treasurer)).not.toContain('Approval required: Lamps')
    await owner.device.approveBudgetStage({ ...named, ...officer })
    await streamOf(w).drain()
    expect(await titles(dean)).toContain('Approval required: Lamps')
    await dean.device.requestFinanceRevision({ ...named, ...office, message: 'Which lamps?' })
    await streamOf(w).drain()
    const title = 'Changes requested: Lamps'
    const { data } = await listed(treasurer)
    const told = data.find((each: { title: string }) => each.title === title)
    expect(told).toMatchObject({ message: expect.stringContaining('Which lamps?'), metadata: named })
    expect((await titles(member)).filter((title) => title.includes('Lamps'))).toEqual([])
  })

  // rules/budgets 25
  it('is in the trail of the school where an administrator decided', async () => {
    const named = await forwarded(club)
    await dean.device.rejectFinanceStage({ ...named, ...office })
    const { body } = await dean.device.listAuditEntries({ action: 'budget.rejected' })
    expect(JSON.stringify(body)).toContain(named.budgetId)
    await root.device.commentOnBudget({ ...named, body: 'Sorry' })
    const { budgetId } = await drafted(club)
    const made = { orgId: club.orgId, budgetId }
    await root.device.updateBudget({ ...made, title: 'Changed by the school' })
    const edits = await dean.device.listAuditEntries({ action: 'budget.edited' })
    expect(JSON.stringify(edits.body)).toContain(budgetId)
  })
})
