import { beforeAll, describe, expect, it } from 'vitest'
import { BudgetNotFound, NotDeletable, NotInReview } from '../../functions/budgets/contract/failures.ts'
import { budgetComment, budgetDeed } from '../../functions/budgets/repository.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'
import {
  drafted,
  type Financed,
  financed,
  forwarded,
  lineIn,
  type Named,
  officer,
  submitted,
  treasury,
} from './campus.ts'

let w: World
let dean: Person
let club: Financed
beforeAll(async () => {
  ;({ w, dean, club } = await treasury())
})

const keys = (lines: readonly { readonly key: string }[]): string[] => lines.map(({ key }) => key)
const edit = (named: Named, ...lineItems: object[]) =>
  club.treasurer.device.updateBudget({ ...named, lineItems })

/** Lets budgets have lines of their own, at most three. */
const allowCustom = async (lineItemMode = 'template_plus_custom'): Promise<void> => {
  const budgets = { lineItemMode, maxCustomLineItems: 3 }
  const reply = await dean.device.updateManagementConfig({ atlasPolicy: { budgets } })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}

describe('a new budget', () => {
  // rules/budgets 7
  it('is of a template that is for the organization', async () => {
    const { orgId, treasurer } = club
    const unknown = await treasurer.device.createBudget({ orgId, templateKey: 'unknown' })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'BUDGET_TEMPLATE_UNKNOWN'])
    const { body } = await treasurer.device.listBudgetTemplates({ orgId })
    expect(body.data).toMatchObject({
      templates: [{ templateKey: 'annual_club', fiscalLabel: 'Fiscal year' }],
      workflowPresets: [{ presetKey: 'two_stage' }],
      orgTypeKey: 'default',
      lineItemPolicy: { lineItemMode: 'template_only', allowCustomLineItems: false },
    })
    const [template] = body.data.templates
    const other = { ...template, templateKey: 'greek', orgTypeKeys: ['greek'] }
    await dean.device.updateFinanceConfig({ budgetTemplates: [other] })
    const none = await treasurer.device.createBudget({ orgId, templateKey: 'greek' })
    expect(none.body.code).toBe('BUDGET_TEMPLATES_MISSING')
    expect((await treasurer.device.listBudgetTemplates({ orgId })).body.data.workflowPresets).toEqual([])
    await dean.device.updateFinanceConfig({ budgetTemplates: [template, other] })
    const still = await treasurer.device.createBudget({ orgId, templateKey: 'greek' })
    expect(still.body.code).toBe('BUDGET_TEMPLATE_UNKNOWN')
    await dean.device.updateFinanceConfig({ budgetTemplates: [template] })
  })

  it('has a year that is one, and a title', async () => {
    const { orgId, treasurer } = club
    const sent = { orgId, templateKey: 'annual_club' }
    for (const wrong of [{ fiscalYear: 'next' }, { title: '' }, { title: 'x'.repeat(201) }, { orgId2: 1 }])
      expect((await treasurer.device.createBudget({ ...sent, ...wrong })).body.code).toBe('VALIDATION_ERROR')
    const { body } = await treasurer.device.createBudget({ ...sent, fiscalYear: '2030-31', title: ' Ours ' })
    expect(body.data).toMatchObject({ fiscalYear: '2030-31', title: 'Ours' })
  })
})

describe('line items', () => {
  // rules/budgets 10
  it('are left alone when they are not sent, and merged by key when they are', async () => {
    const named = await drafted(club)
    await edit(named, { key: 'operating', amount: 10, note: 'Rent' }, { key: 'summary', textValue: 'All' })
    const titled = await club.treasurer.device.updateBudget({ ...named, title: 'New' })
    expect(lineIn(titled, 'operating')).toMatchObject({ amount: 10, note: 'Rent' })
    const merged = await edit(named, { key: 'events', amount: 5, label: 'Mine', kind: 'text' })
    expect(keys(merged.body.data.lineItems)).toEqual(['operating', 'events', 'summary'])
    expect(lineIn(merged, 'operating').amount).toBe(10)
    expect(lineIn(merged, 'events')).toMatchObject({ amount: 5, label: 'Events', kind: 'currency' })
    const cleared = await edit(named, { key: 'operating', amount: null, numberValue: null, textValue: '' })
    expect(lineIn(cleared, 'operating')).toMatchObject({ amount: null, numberValue: null, textValue: '' })
    expect(lineIn(cleared, 'summary').textValue).toBe('All')
    expect(cleared.body.data.totalAmount).toBe(5)
  })

  // rules/budgets 33
  it('refuse a value of another kind, and keep what they had', async () => {
    const named = await drafted(club)
    await edit(named, { key: 'operating', amount: 10 }, { key: 'summary', textValue: 'All' })
    const wrong = [
      { key: 'operating', numberValue: 500 },
      { key: 'operating', numberValue: 0 },
      { key: 'summary', amount: 1 },
      { key: 'summary', numberValue: 1 },
    ]
    for (const line of wrong) {
      const { status, body } = await edit(named, { key: 'events', amount: 99 }, line)
      expect([status, body.code, body.field], JSON.stringify(line)).toEqual([
        400,
        'LINE_ITEM_VALUE_KIND',
        `lineItems.${line.key}`,
      ])
    }
    const after = await edit(named, { key: 'operating', amount: 10, numberValue: null, textValue: '' })
    expect(after.body.data.totalAmount).toBe(10)
    expect(lineIn(after, 'summary').textValue).toBe('All')
  })

  // rules/budgets 12
  it('hold exact amounts, none too large', async () => {
    const named = await drafted(club)
    for (const amount of ['12', true]) {
      const { status, body } = await edit(named, { key: 'operating', amount })
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    }
    for (const amount of [-1, 0.005, 1e12 + 1]) {
      const { status, body } = await edit(named, { key: 'operating', amount })
      expect([status, body.code, body.field]).toEqual([400, 'AMOUNT_INVALID', 'lineItems.operating'])
    }
    const largest = await edit(named, { key: 'operating', amount: 999_999_999_999.99 })
    expect(largest.body.data.totalAmount).toBe(999_999_999_999.99)
    const beyond = await edit(named, { key: 'events', amount: 0.02 })
    expect([beyond.status, beyond.body.code]).toEqual([400, 'TOTAL_TOO_LARGE'])
    const rest = await edit(named, { key: 'events', amount: 0.01 })
    expect(rest.body.data.totalAmount).toBe(1e12)
  })

  // rules/budgets 11
  it('are those of the template unless the school allows others', async () => {
    const named = await drafted(club)
    const own = { key: 'Bus & Train', amount: 7.25, label: 'Travel' }
    expect((await edit(named, own)).body.code).toBe('CUSTOM_LINE_ITEMS_DISABLED')
    await allowCustom()
    const added = await edit(named, own, { key: 'seats', kind: 'number', numberValue: -4 })
    expect(lineIn(added, 'bus_train')).toMatchObject({ amount: 7.25, label: 'Travel', kind: 'currency' })
    expect(lineIn(added, 'seats')).toMatchObject({ numberValue: -4, amount: null, label: 'seats' })
    const many = ['a', 'b', 'c', 'd'].map((key) => ({ key, amount: 1 }))
    expect((await edit(named, ...many)).body.code).toBe('TOO_MANY_LINE_ITEMS')
    for (const twice of [[own, own], [{ key: '--' }], [{ key: 'operating' }, { key: 'Operating' }]])
      expect((await edit(named, ...twice)).body.code).toBe('LINE_ITEM_KEY')
    // What is there may stay, and change, when the school has changed its mind.
    await allowCustom('template_only')
    const kept = await edit(named, { key: 'bus_train', amount: 8 })
    expect(keys(kept.body.data.lineItems)).toEqual(['operating', 'events', 'summary', 'bus_train'])
    expect(lineIn(kept, 'bus_train')).toMatchObject({ amount: 8, label: 'Travel' })
    expect((await edit(named, { key: 'seats', numberValue: 1 })).body.code).toBe('CUSTOM_LINE_ITEMS_DISABLED')
    await allowCustom()
    const long = ['a', 'b', 'c'].map((key) => ({ key, kind: 'text', textValue: '\n'.repeat(2000) }))
    expect((await edit(named, ...long)).status).toBe(200)
    await dean.device.updateManagementConfig({ atlasPolicy: { budgets: { maxCustomLineItems: 100 } } })
    const lines = Array.from({ length: 9 }, (_, at) => ({ ...long[0], key: `line${at}` }))
    expect((await edit(named, ...lines)).body.code).toBe('LINE_ITEMS_TOO_LONG')
    await dean.device.updateManagementConfig({ atlasPolicy: { budgets: { maxCustomLineItems: 0 } } })
    expect((await edit(named, { key: 'none' })).body.code).toBe('TOO_MANY_LINE_ITEMS')
  })
})

describe('a budget that is handed in', () => {
  const definitions = [
    { key: 'sum', label: 'Sum', required: true },
    { key: 'heads', label: 'Heads', required: true, kind: 'number' },
    { key: 'why', label: 'Why', required: true, kind: 'text' },
  ]

  // rules/budgets 9, rules/budgets 14
  it('says everything that its template requires', async () => {
    const { treasurer } = club
    const config = (await dean.device.getFinanceConfig()).body.data
    const strict = {
      templateKey: 'strict',
      displayName: 'Strict',
      lineItemDefinitions: definitions,
    }
    const budgetTemplates = [...config.budgetTemplates, strict]
    await dean.device.updateFinanceConfig({ budgetTemplates })
    const named = await drafted(club, { templateKey: 'strict' })
    const submit = async () => {
      const { status, body } = await treasurer.device.submitBudget(named)
      return [status, body.code, body.message]
    }
    expect(await submit()).toEqual([400, 'AMOUNT_REQUIRED', 'Required amount: Sum'])
    await edit(named, { key: 'sum', amount: 0 })
    expect(await submit()).toEqual([400, 'NUMBER_REQUIRED', 'Required number: Heads'])
    await edit(named, { key: 'heads', numberValue: 0 }, { key: 'why', textValue: ' ' })
    expect(await submit()).toEqual([400, 'TEXT_REQUIRED', 'Required text: Why'])
    await edit(named, { key: 'why', textValue: 'Because' })
    const more = { key: 'late', label: 'Late', required: true }
    const longer = { ...strict, lineItemDefinitions: [...definitions, more] }
    await dean.device.updateFinanceConfig({ budgetTemplates: [...config.budgetTemplates, longer] })
    expect(await submit()).toEqual([400, 'LINE_ITEM_MISSING', 'Missing line item: Late'])
    await dean.device.updateFinanceConfig({ budgetTemplates: config.budgetTemplates })
    expect((await submit()).slice(0, 2)).toEqual([409, 'BUDGET_TEMPLATE_GONE'])
    // Its lines stay those of the template that it had.
    const still = await edit(named, { key: 'sum', amount: 3 })
    expect(keys(still.body.data.lineItems)).toEqual(['sum', 'heads', 'why'])
  })

  // rules/budgets 17
  it('is neither edited nor handed in again', async () => {
    const named = await submitted(club)
    const edited = await edit(named, { key: 'operating', amount: 1 })
    expect([edited.status, edited.body.message]).toEqual([
      400,
      'Budget cannot be edited in its current status',
    ])
    const again = await club.treasurer.device.submitBudget(named)
    expect([again.status, again.body.message]).toEqual([
      400,
      'Only draft or revision-requested budgets can be submitted',
    ])
    await club.owner.device.requestBudgetRevision({ ...named, ...officer, message: 'Once more' })
    expect((await club.treasurer.device.submitBudget(named)).body.data.revisions).toHaveLength(3)
  })
})

describe('a withdrawn budget', () => {
  // rules/budgets 39
  it('is a draft without approvals, and starts again with the first stage', async () => {
    const named = await forwarded(club)
    const { treasurer, owner } = club
    const back = await treasurer.device.withdrawBudget(named)
    expect(back.body.data).toMatchObject({
      status: 'draft',
      workflow: { currentStageIndex: 0, stagesSnapshot: [], completedStages: [] },
    })
    expect(back.body.data.auditLog.at(-1)).toMatchObject({ action: 'withdrawn', toStatus: 'draft' })
    expect(await treasurer.device.withdrawBudget(named)).toMatchObject(refused(NotInReview))
    const again = await treasurer.device.submitBudget(named)
    expect(again.body.data.workflow).toMatchObject({ currentStageIndex: 0, completedStages: [] })
    const stale = { ...named, version: back.body.data.version }
    expect(await treasurer.device.withdrawBudget(stale)).toMatchObject(refused(ConcurrentChange))
    await owner.device.rejectBudgetStage({ ...named, ...officer })
    expect(await treasurer.device.withdrawBudget(named)).toMatchObject(refused(NotInReview))
  })
})

describe('a draft that was never submitted', () => {
  // rules/budgets 40
  it('is deleted with its comments and history, and frees its template and year', async () => {
    const other = await financed(w)
    const { treasurer, auditor, orgId } = other
    const named = await drafted(other)
    await auditor.device.commentOnBudget({ ...named, body: 'Which clocks?' })
    const { fiscalYear, templateKey } = (await auditor.device.getBudget(named)).body.data
    const stream = await wholeStream(w)
    expect(await auditor.device.deleteBudget(named)).toMatchObject({ status: 403 })
    const { version } = (await auditor.device.getBudget(named)).body.data
    expect(await treasurer.device.deleteBudget({ ...named, version: version - 1 })).toMatchObject(
      refused(ConcurrentChange),
    )
    expect((await treasurer.device.deleteBudget({ ...named, version })).status).toBe(200)
    expect(await treasurer.device.deleteBudget(named)).toMatchObject(refused(BudgetNotFound))
    expect(await auditor.device.commentOnBudget({ ...named, body: 'Late' })).toMatchObject(
      refused(BudgetNotFound),
    )
    await stream.drain()
    const rows = { keyParams: { budgetId: named.budgetId }, limit: 5, strong: true }
    const left = await Promise.all([budgetComment, budgetDeed].map((kind) => w.table().list(kind, rows)))
    expect(left.flatMap(({ items }) => items)).toEqual([])
    expect((await auditor.device.listBudgets({ orgId })).body.data).toEqual([])
    const again = await treasurer.device.createBudget({ orgId, fiscalYear, templateKey })
    expect(again.status).toBe(201)
  })

  // rules/budgets 40
  it('is no draft that was withdrawn, nor a budget of another status', async () => {
    const named = await submitted(club)
    const { treasurer } = club
    expect(await treasurer.device.deleteBudget(named)).toMatchObject(refused(NotDeletable))
    await treasurer.device.withdrawBudget(named)
    expect(await treasurer.device.deleteBudget(named)).toMatchObject(refused(NotDeletable))
  })
})

describe('a comment', () => {
  // rules/budgets 23
  it('says something, and changes nothing of the budget', async () => {
    const named = await drafted(club)
    const { device } = club.auditor
    for (const sent of [{}, { body: '  ' }]) {
      const { status, body } = await device.commentOnBudget({ ...named, ...sent })
      expect([status, body.message]).toEqual([400, 'Comment body required'])
    }
    expect((await device.commentOnBudget({ ...named, body: 'x'.repeat(5001) })).status).toBe(400)
    const before = (await device.getBudget(named)).body.data
    const { status, body } = await device.commentOnBudget({ ...named, body: ' <b>Why?</b> ' })
    expect(status).toBe(200)
    const said = { body: '<b>Why?</b>', userId: club.auditor.user._id, revision: null }
    expect(body.data).toEqual({ ...before, comments: [{ ...said, createdAt: expect.any(String) }] })
  })
})
