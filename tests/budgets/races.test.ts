import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { commentLimits } from '../../functions/budgets/contract/shapes.ts'
import { budgetCount } from '../../functions/budgets/repository.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import type { Reply } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'
import {
  drafted,
  type Financed,
  financed,
  forwarded,
  type Named,
  office,
  officer,
  submitted,
  treasury,
} from './campus.ts'

let w: World
let root: Person
let dean: Person
let club: Financed
beforeAll(async () => {
  ;({ w, root, dean, club } = await treasury())
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Lets `deed` happen between reading and writing of what comes next. */
const first = (subject: string, deed: () => Promise<unknown>): void => {
  vi.restoreAllMocks()
  meanwhile(w, subject, deed)
}

const late = [409, 'CONCURRENT_CHANGE']
const outcome = ({ status, body }: Reply) => [status, body.code]
const actions = async (named: Named): Promise<string[]> =>
  (await club.owner.device.getBudget(named)).body.data.auditLog.map((deed: { action: string }) => deed.action)

describe('two people who decide at once', () => {
  const approve = (named: Named) => club.owner.device.approveBudgetStage({ ...named, ...officer })

  // rules/budgets 20
  it('approve a stage once: whoever is late is told so', async () => {
    const named = await submitted(club)
    first(named.budgetId, async () => expect((await approve(named)).status).toBe(200))
    expect(outcome(await dean.device.approveBudgetStage({ ...named, ...officer }))).toEqual(late)
    expect((await actions(named)).filter((action) => action === 'officer_stage_approved')).toHaveLength(1)
  })

  // rules/budgets 20
  it('approve and reject: one of both happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const named = await forwarded(club)
      const replies = await Promise.all([
        dean.device.approveFinanceStage({ ...named, ...office }),
        root.device.rejectFinanceStage({ ...named, ...office }),
        root.device.requestFinanceRevision({ ...named, ...office, message: 'x' }),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { status, body } of replies.filter((reply) => reply.status !== 200))
        expect(['CONCURRENT_CHANGE', 'BUDGET_NOT_IN_REVIEW', status]).toContain(body.code)
      const ends = ['approved', 'rejected', 'revision_requested']
      expect((await actions(named)).filter((action) => ends.includes(action))).toHaveLength(1)
    }
  })

  // rules/budgets 20, rules/budgets 39
  it('approve and withdraw: one of both happens', async () => {
    const named = await forwarded(club)
    first(named.budgetId, async () =>
      expect((await dean.device.approveFinanceStage({ ...named, ...office })).status).toBe(200),
    )
    expect(outcome(await club.treasurer.device.withdrawBudget(named))).toEqual(late)
    const other = await forwarded(club)
    first(other.budgetId, async () =>
      expect((await club.treasurer.device.withdrawBudget(other)).status).toBe(200),
    )
    expect(outcome(await dean.device.approveFinanceStage({ ...other, ...office }))).toEqual(late)
    expect((await club.owner.device.getBudget(other)).body.data.status).toBe('draft')
  })

  // rules/budgets 21
  it('sees the stages of another round as what they are', async () => {
    const named = await submitted(club)
    const { version } = (await club.owner.device.getBudget(named)).body.data
    await club.owner.device.requestBudgetRevision({ ...named, ...officer, message: 'Less' })
    await club.treasurer.device.updateBudget({ ...named, lineItems: [{ key: 'operating', amount: 9e9 }] })
    await club.treasurer.device.submitBudget(named)
    const seen = await club.owner.device.approveBudgetStage({ ...named, ...officer, version })
    expect(outcome(seen)).toEqual(late)
  })
})

describe('a draft', () => {
  // rules/budgets 40
  it('is submitted or deleted: one of both happens', async () => {
    const { treasurer, owner } = club
    const complete = async () => {
      const named = await drafted(club)
      await treasurer.device.updateBudget({ ...named, lineItems: [{ key: 'operating', amount: 5 }] })
      return named
    }
    const named = await complete()
    first(named.budgetId, async () => expect((await owner.device.submitBudget(named)).status).toBe(200))
    expect(outcome(await treasurer.device.deleteBudget(named))).toEqual(late)
    expect(await actions(named)).toContain('submitted')
    const other = await complete()
    first(other.budgetId, async () => expect((await owner.device.deleteBudget(other)).status).toBe(200))
    expect(outcome(await treasurer.device.submitBudget(other))).toEqual(late)
    const third = await drafted(club)
    first(third.budgetId, async () => expect((await owner.device.deleteBudget(third)).status).toBe(200))
    expect((await treasurer.device.commentOnBudget({ ...third, body: 'Late' })).status).toBe(404)
  })

  // rules/budgets 8
  it('is made once for a template and year', async () => {
    const { orgId, treasurer, owner } = club
    const sent = { orgId, templateKey: 'annual_club', fiscalYear: '1990' }
    const both = await Promise.all([treasurer.device.createBudget(sent), owner.device.createBudget(sent)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const other = await financed(w)
    const elsewhere = await other.owner.device.createBudget({ ...sent, orgId: other.orgId })
    expect(elsewhere.status).toBe(201)
  })

  it('is not handed in as somebody is changing it, nor changed as it is handed in', async () => {
    const named = await drafted(club)
    const { treasurer, owner } = club
    const edit = () =>
      treasurer.device.updateBudget({ ...named, lineItems: [{ key: 'operating', amount: 5 }] })
    await edit()
    first(named.budgetId, async () => expect((await edit()).status).toBe(200))
    expect(outcome(await owner.device.submitBudget(named))).toEqual(late)
    first(named.budgetId, () => owner.device.submitBudget(named))
    expect(outcome(await edit())).toEqual(late)
    const { version } = (await owner.device.getBudget(named)).body.data
    expect(version).toBe(4)
  })

  // rules/budgets 21
  it('is changed and handed in from the version that was seen, if one is named', async () => {
    const named = await drafted(club)
    const { device } = club.treasurer
    const edit = { ...named, lineItems: [{ key: 'operating', amount: 5 }], version: 1 }
    expect((await device.updateBudget(edit)).body.data.version).toBe(2)
    expect(outcome(await device.updateBudget(edit))).toEqual(late)
    expect(outcome(await device.submitBudget({ ...named, version: 1 }))).toEqual(late)
    expect((await device.submitBudget({ ...named, version: 2 })).status).toBe(200)
  })
})

describe('comments', () => {
  // rules/budgets 23
  it('never cost somebody who decides the race', async () => {
    const named = await submitted(club)
    first(named.budgetId, () => club.auditor.device.commentOnBudget({ ...named, body: 'Wait' }))
    const reply = await club.owner.device.approveBudgetStage({ ...named, ...officer })
    expect(reply.status).toBe(200)
    expect((await club.owner.device.getBudget(named)).body.data.comments).toHaveLength(1)
  })

  // rules/budgets 23
  it('are limited for each person', async () => {
    const named = await drafted(club)
    const scale = w.runtime.settings.RATE_LIMIT_SCALE
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 3 / commentLimits.person.max })
    const replies: Reply[] = []
    for (let at = 0; at < 4; at += 1)
      replies.push(await club.member.device.commentOnBudget({ ...named, body: 'Again' }))
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    replies.length = 0
    for (let at = 0; at < 4; at += 1)
      replies.push(await club.owner.device.commentOnBudget({ ...named, body: 'Again' }))
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: scale })
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  })
})

describe('an organization that goes', () => {
  // rules/budgets 29
  it('takes its budgets along: nothing is decided, begun or said behind its end', async () => {
    const ending = await financed(w)
    const named = await forwarded(ending)
    const { orgId } = ending
    const remove = () => ending.owner.device.deleteOrganization({ orgId })
    first(named.budgetId, async () => expect((await remove()).status).toBe(200))
    const reply = await dean.device.approveFinanceStage({ ...named, ...office })
    expect([reply.status, reply.body.code]).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
    const second = await financed(w)
    const draft = { orgId: second.orgId, templateKey: 'annual_club' }
    const end = () => second.owner.device.deleteOrganization({ orgId: second.orgId })
    const before = await w.table().get(budgetCount, {})
    first('annual_club', end)
    expect((await dean.device.createBudget(draft)).status).toBe(404)
    expect(await w.table().get(budgetCount, {})).toEqual(before)
    const third = await financed(w)
    const spoken = await drafted(third)
    first(spoken.budgetId, () => third.owner.device.deleteOrganization({ orgId: third.orgId }))
    expect((await dean.device.commentOnBudget({ ...spoken, body: 'Late' })).status).toBe(404)
  })
})
